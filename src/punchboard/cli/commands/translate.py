"""The command ``punchboard translate``: the texts of a game for a translator."""

from typing import Annotated, NamedTuple

from punchboard.cli.exit_status import PROBLEMS, SUCCESS
from punchboard.cli.game_selection import select_games
from punchboard.cli.options import HERE, Workspace, argument, games, locales, options_from_record
from punchboard.cli.report import display_path, print_line, show_problems, with_display_paths
from punchboard.load import game_folder
from punchboard.load.locale.translator_files import TranslatorFile, translator_files
from punchboard.model.game.game_file_parts import is_language
from punchboard.model.values import counted
from punchboard.problem import Place, ProblemsFound, fail
from punchboard.write.atomic_file import write_atomically


class TranslateRequest(NamedTuple):
    """The arguments of ``punchboard translate``."""

    game: Annotated[str, argument("GAME", "The name of the game's folder.", games)]
    language: Annotated[str, argument("LANGUAGE", "The language to translate into: de, ja, pt-BR.", locales)]
    workspace: Workspace = HERE


@options_from_record
def command(request: TranslateRequest) -> int:
    """Write the texts of a game for a translator into locale/, or update them without losing translations."""
    try:
        if not is_language(request.language):
            raise fail(
                "REF001", Place("LANGUAGE"), f"{request.language!r} is not a language", "write 'de', 'ja' or 'pt-BR'"
            )
        (name,) = select_games(request.workspace, [request.game])
        files = tuple(translator_files(name, request.language, request.workspace))
        folder = game_folder(name, request.workspace)
        for file in files:
            if file.content.text != file.old:
                write_atomically(folder / file.path, file.content.text.encode())
    except ProblemsFound as problems:
        show_problems(with_display_paths(problems.problems, request.workspace))
        return PROBLEMS
    for file in files:
        print_line(f"{display_path(folder / file.path)}: {_file_status(file)}")
    return SUCCESS


def _file_status(file: TranslatorFile) -> str:
    """Return the state of a file in words: how many texts still need work, or that it is up to date."""
    content = file.content
    counts = (("to translate", content.todo), ("changed since", content.stale), ("gone", content.gone))
    state = ", ".join(f"{len(ids)} {label}" for label, ids in counts if ids) or "up to date"
    return f"{counted(file.rows, 'text')}, {state}" if file.rows else state
