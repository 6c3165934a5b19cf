"""``punchboard new``: makes the first files of a game, from a table or the starter game, and builds it once."""

from collections.abc import Callable
from pathlib import Path

from punchboard.cli.exit_status import PROBLEMS, USAGE_ERROR
from punchboard.cli.new.first_build import DEFAULT_PRODUCTS, first_build
from punchboard.cli.new.questions import ask_questions, layout_of, theme_of
from punchboard.cli.new.request import NewGameRequest
from punchboard.cli.output.report import print_line, show_problems
from punchboard.expression import slug
from punchboard.importer.columns.column_names import title_case
from punchboard.importer.options import NEW_GAME_THEME, NewGameOptions
from punchboard.importer.writing.starter_game import KINDS, starter_files, starter_layout
from punchboard.load.layouts.builtin_faces import builtin_boxes
from punchboard.model.layout.trim import trim_from_text
from punchboard.model.ranges import valid_range
from punchboard.model.values import message_and_hint
from punchboard.problem import Place, ProblemsFound, fail
from punchboard.schema import modeline
from punchboard.workspace import is_game_folder
from punchboard.write.new_folder import write_new_folder


def run_new(request: NewGameRequest) -> int:
    """Make a new game and build it; return the exit status."""
    try:
        if request.header != "none" and request.header and not request.header.isdecimal():
            raise fail("VALUE001", Place("--header"), f"{request.header!r} is not a line number", "write 3, or none")
        request = request if request.is_silent else ask_questions(request)
        options = _with_modelines(_game_options(request))
        folder = _new_folder(request, options.name)
        if request.table is not None or request.link:
            from punchboard.cli.new.from_table import make_from_table  # noqa: PLC0415 - the starter game needs no table reader

            return make_from_table(request, options, folder)
        files = {
            name: text.encode() for name, text in starter_files(options, builtin_boxes(starter_layout(options))).items()
        }
        write_new_folder(folder, files, allow_empty=request.force)
    except ProblemsFound as found:
        show_problems(found.problems)
        return USAGE_ERROR if any(problem.place.file.startswith("--") for problem in found.problems) else PROBLEMS
    noun = KINDS.get(options.trim.form, "card")
    print_line(
        f"made {folder.as_posix()}/ with {len(files)} files: three {noun}s, a rulebook, a reference, a face and a theme"
    )
    table = next(name for name in files if name.endswith(".csv"))
    face = next(name for name in files if name.startswith("layouts/faces/"))
    only = DEFAULT_PRODUCTS if request.build else None
    return first_build(request.workspace, folder, (table, "rulebook.md", face), only=only)


def _game_options(request: NewGameRequest) -> NewGameOptions:
    """Return the options of the new game.

    Raises:
        ProblemsFound: VALUE001 for invalid options.
    """
    name = slug(request.name)
    if not name:
        hint = "use letters and digits, such as dragon-isles"
        raise fail("VALUE001", Place("--name"), f"{request.name!r} cannot be the name of a game's folder", hint)
    title = request.title or title_case(request.name)
    players, theme = request.players or "2-4", request.theme or NEW_GAME_THEME
    return _check_values(NewGameOptions(name, title, players, request.shape, request.layout, theme))


def _with_modelines(options: NewGameOptions) -> NewGameOptions:
    """Return the options with the first line of each file, from which editors find its schema."""
    home = f"catalog/{options.name}"
    return options._replace(
        game_head=modeline("game", f"{home}/game.yaml"),
        face_head=modeline("face", f"{home}/layouts/faces/face.yaml"),
        theme_head=modeline("theme", f"{home}/layouts/theme.yaml"),
    )


def _check_values(options: NewGameOptions) -> NewGameOptions:
    values: tuple[tuple[str, str, Callable[[str], object]], ...] = (
        ("--shape", options.shape, trim_from_text),
        ("--players", options.players, valid_range),
        ("--theme", options.theme, theme_of),
        ("--layout", options.layout, layout_of),
    )
    for option, value, parse in values:
        try:
            if value:
                parse(value)
        except ValueError as error:
            raise fail("VALUE001", Place(option), *message_and_hint(str(error))) from None
    return options


def _new_folder(request: NewGameRequest, name: str) -> Path:
    """Return the folder for the new game.

    Raises:
        ProblemsFound: FILE004 when the folder exists, or the workspace is itself the folder of a game.
    """
    if is_game_folder(request.workspace):
        hint = "go to the folder above it, or to an empty folder"
        raise fail("FILE004", Place(str(request.workspace / "game.yaml")), "this folder is itself a game", hint)
    folder = request.workspace / "catalog" / name
    if not folder.exists():
        return folder
    if any(folder.iterdir()) if folder.is_dir() else True:
        raise fail(
            "FILE004", Place(str(folder)), f"{name!r} already exists", "choose another name; no file is overwritten"
        )
    if not request.force:
        raise fail("FILE004", Place(str(folder)), f"an empty folder {name!r} already exists", "add --force to use it")
    return folder
