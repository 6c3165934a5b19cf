"""``punchboard new``: a game's first files, from a table or from the starter, and their first build."""

from collections.abc import Callable
from pathlib import Path

from punchboard.cli.exit_status import PROBLEMS, USAGE_ERROR
from punchboard.cli.new.first_build import DEFAULT_PRODUCTS, first_build
from punchboard.cli.new.questions import ask_questions, layout_of, theme_of
from punchboard.cli.new.request import NewGameRequest
from punchboard.cli.output.report import print_line, show_problems
from punchboard.cli.schema import modeline
from punchboard.expression import slug
from punchboard.importer.columns.column_names import title_case
from punchboard.importer.options import THEMES, NewGameOptions
from punchboard.importer.writing.starter_game import KINDS, starter_files, starter_layout
from punchboard.load.layouts.builtin_faces import builtin_boxes
from punchboard.model.layout.trim import trim_from_text
from punchboard.model.ranges import valid_range
from punchboard.problem import Place, ProblemsFound, fail
from punchboard.workspace import is_game_folder
from punchboard.write.new_folder import write_new_folder


def run_new(asked: NewGameRequest) -> int:
    """Make the game and build it; return the exit status."""
    try:
        if asked.header != "none" and asked.header and not asked.header.isdecimal():
            raise _option_error("--header", f"{asked.header!r} is not the number of a line; write 3, or none")
        asked = asked if asked.is_silent else ask_questions(asked)
        wished = _with_modelines(_game_options(asked))
        folder = _new_folder(asked, wished.name)
        if asked.table is not None:
            from punchboard.cli.new.from_table import make_from_table  # noqa: PLC0415 - the starter needs no reader of tables

            return make_from_table(asked, wished, folder)
        files = {
            name: text.encode() for name, text in starter_files(wished, builtin_boxes(starter_layout(wished))).items()
        }
        write_new_folder(folder, files, allow_empty=asked.force)
    except ProblemsFound as found:
        show_problems(found.problems)
        return USAGE_ERROR if any(problem.place.file.startswith("--") for problem in found.problems) else PROBLEMS
    noun = KINDS.get(wished.trim.form, "card")
    print_line(
        f"made {_shown(folder)}/ with {len(files)} files: three {noun}s, a rulebook, a reference, a face and a theme"
    )
    table = next(name for name in files if name.endswith(".csv"))
    face = next(name for name in files if name.startswith("layouts/faces/"))
    only = DEFAULT_PRODUCTS if asked.build else None
    return first_build(asked.workspace, folder, (table, "rulebook.md", face), only=only)


def _shown(folder: Path) -> str:
    return folder.as_posix()


def _game_options(asked: NewGameRequest) -> NewGameOptions:
    """Return what is wanted.

    Raises:
        ProblemsFound: VALUE001 for options that cannot be understood.
    """
    name = slug(asked.name)
    if not name:
        hint = "write letters and digits, such as dragon-isles"
        raise fail("VALUE001", Place("--name"), f"{asked.name!r} cannot be the name of a folder", hint)
    title = asked.title or title_case(asked.name)
    return _check_values(
        NewGameOptions(name, title, asked.players or "2-4", asked.shape, asked.layout, asked.theme or THEMES[0])
    )


def _with_modelines(wished: NewGameOptions) -> NewGameOptions:
    """Return what is wanted with the first lines by which editors know what each file may hold."""
    home = f"catalog/{wished.name}"
    return wished._replace(
        game_head=modeline("game", f"{home}/game.yaml"),
        face_head=modeline("face", f"{home}/layouts/faces/face.yaml"),
        theme_head=modeline("theme", f"{home}/layouts/theme.yaml"),
    )


def _check_values(wished: NewGameOptions) -> NewGameOptions:
    wanted: tuple[tuple[str, str, Callable[[str], object]], ...] = (
        ("--shape", wished.shape, trim_from_text),
        ("--players", wished.players, valid_range),
        ("--theme", wished.theme, theme_of),
        ("--layout", wished.layout, layout_of),
    )
    for option, value, understood in wanted:
        try:
            if value:
                understood(value)
        except ValueError as error:
            raise _option_error(option, str(error)) from None
    return wished


def _option_error(option: str, error: str) -> ProblemsFound:
    message, _, hint = error.partition("; ")
    return fail("VALUE001", Place(option), message, hint)


def _new_folder(asked: NewGameRequest, name: str) -> Path:
    """Return where the game is to be made.

    Raises:
        ProblemsFound: FILE004 when something is there, or the workspace is a game itself.
    """
    if is_game_folder(asked.workspace):
        hint = "go to the folder round it, or to an empty one"
        raise fail("FILE004", Place(str(asked.workspace / "game.yaml")), "this folder is a game itself", hint)
    folder = asked.workspace / "catalog" / name
    if not folder.exists():
        return folder
    if any(folder.iterdir()) if folder.is_dir() else True:
        raise fail(
            "FILE004", Place(str(folder)), f"there is {name!r} already", "choose another name: nothing is written over"
        )
    if not asked.force:
        raise fail("FILE004", Place(str(folder)), f"there is an empty folder {name!r} already", "add --force to use it")
    return folder
