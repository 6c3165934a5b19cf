"""The command ``punchboard new``: a new game, from a table or with three cards."""

from collections.abc import Callable, Collection
from pathlib import Path

import typer

from punchboard.cli.first_build import DEFAULT_PRODUCTS, first_build
from punchboard.cli.game_from_table import NewGameRequest, make_from_table
from punchboard.cli.options import options_from_record
from punchboard.cli.report import failure_status, print_line, show_problems
from punchboard.download.links import is_link
from punchboard.expression import slug
from punchboard.importer.columns.column_names import title_case
from punchboard.importer.new_game_options import DEFAULT_SHAPE, NEW_GAME_THEME, NewGameOptions
from punchboard.importer.writing.imported_game import KINDS, starter_files, starter_layout
from punchboard.load.layouts.raw_layouts import builtin_boxes, builtin_themes, component_faces, theme_choices
from punchboard.model.layout.trim import trim_from_text
from punchboard.model.values import did_you_mean, message_and_hint, valid_range
from punchboard.problem import Place, ProblemsFound, fail
from punchboard.schema import modeline
from punchboard.workspace import is_game_folder
from punchboard.write.atomic_file import write_new_folder


@options_from_record
def command(request: NewGameRequest) -> int:
    """Make a new game from a spreadsheet or with three sample cards, and build it."""
    try:
        if request.header != "none" and request.header and not request.header.isdecimal():
            raise fail("VALUE001", Place("--header"), f"{request.header!r} is not a line number", "write 3, or none")
        request = request if request.is_silent else _ask_questions(request)
        options = _with_modelines(_game_options(request))
        folder = _new_folder(request, options.name)
        if request.sources:
            return make_from_table(request, options, folder)
        files = {
            name: text.encode() for name, text in starter_files(options, builtin_boxes(starter_layout(options))).items()
        }
        write_new_folder(folder, files, allow_empty=request.force)
    except ProblemsFound as found:
        show_problems(found.problems)
        return failure_status(found.problems)
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
        ("--layout", options.layout, _layout_of),
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
        raise fail("FILE004", Place(str(folder)), f"{name!r} already exists", _how_to_update(request, folder))
    if not request.force:
        raise fail("FILE004", Place(str(folder)), f"an empty folder {name!r} already exists", "add --force to use it")
    return folder


def _how_to_update(request: NewGameRequest, folder: Path) -> str:
    """Return the hint for a game that is there: how its table is changed, or that another name is needed."""
    other = "to make another game, choose another name"
    if not request.sources or not is_game_folder(folder):
        return f"{other}; no file is overwritten"
    if request.link:
        return f"to fetch its table again: `punchboard sync {folder.name}`; {other}"
    files = " and ".join(f"{table} over {_own_table(folder, table).as_posix()}" for table in request.tables)
    return f"to update it, copy {files} and run `punchboard build {folder.name}`; {other}"


def _own_table(folder: Path, table: Path) -> Path:
    """Return the table of a game that a newer one replaces: of the same name, else the only one of its format."""
    alike = sorted(folder.glob(f"*{table.suffix}"))
    return alike[0] if len(alike) == 1 else folder / table.name


# The questions of `punchboard new` at a terminal; an invalid answer prints an error and the question again.


def _ask_questions(request: NewGameRequest) -> NewGameRequest:
    """Return the request completed with the user's answers; Enter accepts a proposed value."""
    table = _ask("Your spreadsheet, a file or a link (Enter: three cards to begin with)", "", _table_path, shown=False)
    title = _ask("Title", request.title or title_case(request.name), str)
    players = _ask("Players", "2-4", valid_range)
    shape = (
        ""
        if table
        else _ask("Components (poker, tarot, mini, square 50mm, hex 50mm, circle 25mm)", DEFAULT_SHAPE, _shape)
    )
    theme = _ask(f"Theme ({', '.join(builtin_themes())})", NEW_GAME_THEME, theme_of)
    return request._replace(sources=(table,) if table else (), title=title, players=players, shape=shape, theme=theme)


def _ask(question: str, proposed: str, parse: Callable[[str], str], *, shown: bool = True) -> str:
    def parse_answer(answer: str) -> str:
        try:
            return parse(answer.strip())
        except ValueError as error:
            raise typer.BadParameter(str(error)) from None

    return str(typer.prompt(question, proposed, value_proc=parse_answer, show_default=shown))


def _table_path(answer: str) -> str:
    """Return the path or the link of a table; a file dropped on a terminal is pasted with quotes or escapes."""
    if not answer or is_link(answer):
        return answer
    for path in (answer, answer.strip("'\""), answer.replace("\\ ", " ")):
        if Path(path).expanduser().is_file():
            return str(Path(path).expanduser())
    raise ValueError(f"there is no file {answer!r} here; drop the file on this window or type its path")


def _shape(answer: str) -> str:
    trim_from_text(answer)
    return answer


def theme_of(answer: str) -> str:
    """Return the name of a built-in theme.

    Raises:
        ValueError: for an unknown name.
    """
    return _builtin_name("theme", theme_choices(), answer)


def _layout_of(answer: str) -> str:
    """Return the name of a built-in layout.

    Raises:
        ValueError: for an unknown name.
    """
    return _builtin_name("layout", component_faces(), answer)


def _builtin_name(noun: str, known: Collection[str], name: str) -> str:
    if name not in known:
        raise ValueError(f"there is no built-in {noun} {name!r}; {did_you_mean(name, known)}")
    return name
