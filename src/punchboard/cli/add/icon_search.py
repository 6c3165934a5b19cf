"""``punchboard icons find``: the names of icons that suit words, built-in ones, those of games and of sets."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import Final
from urllib.parse import quote_plus

from punchboard.cli.exit_status import PROBLEMS, SUCCESS, USAGE_ERROR
from punchboard.cli.output.display_paths import with_display_paths
from punchboard.cli.output.report import print_line, show_json, show_problems
from punchboard.load import find_games
from punchboard.load.icons.matching import matching_icons
from punchboard.problem import ProblemsFound

MAX_SHOWN: Final = 40
"""How many matches of one set are printed."""

WIDTH: Final = 96


def run_find(words: str, workspace: Path, game: str, *, as_json: bool) -> int:
    """Print the icons that suit words; return the exit status, 1 when there are none."""
    try:
        if game:
            from punchboard.cli.add.icon_folder import known_game_folder  # noqa: PLC0415 - only with --game

            known_game_folder(game, workspace)
        found = matching_icons(words, workspace, (game,) if game else find_games(workspace))
    except ProblemsFound as problems:
        show_problems(with_display_paths(problems.problems, workspace))
        return USAGE_ERROR if any(problem.place.file.startswith("--") for problem in problems.problems) else PROBLEMS
    if as_json:
        show_json({"icons": list(found)})
        return SUCCESS if found else PROBLEMS
    if not found:
        print_line(f"no icon suits {words!r}; more icons: punchboard icons add game-icons")
        return PROBLEMS
    for line in _lines(found):
        print_line(line)
    print_line(f"as pictures: punchboard preview shows them at /icons?find={quote_plus(words)}")
    return SUCCESS


def _lines(found: tuple[str, ...]) -> list[str]:
    """Return the matches as lines: first icons without a set, then each set."""
    by_set: dict[str, list[str]] = {}
    for name in found:
        prefix, colon, _ = name.partition(":")
        by_set.setdefault(prefix if colon else "", []).append(name)
    lines = []
    for prefix in sorted(by_set):
        names, more = by_set[prefix][:MAX_SHOWN], len(by_set[prefix]) - MAX_SHOWN
        text = ", ".join(names) + (f", and {more} more: add a word" if more > 0 else "")
        lines += [
            prefix or "icons",
            *textwrap.wrap(text, WIDTH, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False),
        ]
    return lines
