"""``punchboard fonts find``: the font for a script or a language, and the fonts that are there already."""

from __future__ import annotations

from pathlib import Path

from punchboard.cli.exit_status import PROBLEMS, SUCCESS
from punchboard.cli.output.report import print_line, show_json, show_problems
from punchboard.fonts.script_table import SCRIPTS, Script, add_command, scripts_of
from punchboard.load.fonts.last_fallbacks import last_fallback_files
from punchboard.load.layout_files.search_path import game_search_path
from punchboard.problem import ProblemsFound
from punchboard.workspace import builtin_folder


def run_find(words: str, workspace: Path, game: str, *, as_json: bool) -> int:
    """Print the fonts for a script, a language or some letters, or all; return the exit status."""
    found = matching_scripts(words)
    try:
        files = last_fallback_files(game_search_path(game, workspace, builtin_folder()))
    except ProblemsFound as problems:
        show_problems(problems.problems)
        return PROBLEMS
    there = {path.parent.name for path in files}
    if as_json:
        rows = [
            {"script": one.name, "languages": one.languages, "font": one.font, "added": one.font in there}
            for one in found
        ]
        show_json({"fonts": rows})
        return SUCCESS if found else PROBLEMS
    if not found:
        print_line(f"no script or language {words!r} is known; all of them: punchboard fonts find")
        return PROBLEMS
    for script in found:
        names = ", ".join((script.name, *script.languages))
        print_line(f"{script.font:<24}{names}{' (added)' if script.font in there else ''}")
    wanted = [script for script in found if script.font not in there]
    if words and wanted:
        print_line(f"to add: {add_command(wanted, game)}")
    return SUCCESS


def matching_scripts(words: str) -> tuple[Script, ...]:
    """Return the scripts that words name, or that they are written in; all for no words."""
    wanted = words.lower().split()
    named = tuple(
        script
        for script in SCRIPTS
        if all(any(word in name.lower() for name in (script.name, script.font, *script.languages)) for word in wanted)
    )
    return named or scripts_of([words])
