"""``punchboard translate``: writes what there is to translate, and brings it up to date."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from punchboard.cli.exit_status import PROBLEMS, SUCCESS
from punchboard.cli.game_selection import select_games
from punchboard.cli.output.display_paths import display_path, with_display_paths
from punchboard.cli.output.report import print_line, show_problems
from punchboard.load import game_folder
from punchboard.load.locale.translator_files import TranslatorFile, translator_files
from punchboard.problem import Place, ProblemsFound, fail
from punchboard.write.atomic_file import write_atomically

_LANGUAGE: Final = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]+)*")


def run_translate(game: str, language: str, workspace: Path) -> int:
    """Write the files of a language, or bring them up to date; return the exit status."""
    try:
        if not _LANGUAGE.fullmatch(language):
            raise fail("REF001", Place("LANGUAGE"), f"{language!r} is not a language", "write 'de', 'ja' or 'pt-BR'")
        (name,) = select_games(workspace, [game])
        found = tuple(translator_files(name, language, workspace))
        folder = game_folder(name, workspace)
        for one in found:
            if one.content.text != one.old:
                write_atomically(folder / one.path, one.content.text.encode())
    except ProblemsFound as problems:
        show_problems(with_display_paths(problems.problems, workspace))
        return PROBLEMS
    for one in found:
        print_line(f"{display_path(folder / one.path)}: {_file_status(one)}")
    return SUCCESS


def _file_status(one: TranslatorFile) -> str:
    """Return how a file stands: what is to be done in it, if anything."""
    begun = one.content
    counts = (("to translate", begun.todo), ("changed since", begun.stale), ("gone", begun.gone))
    state = ", ".join(f"{len(ids)} {what}" for what, ids in counts if ids) or "up to date"
    return f"{one.rows} texts, {state}" if one.rows else state
