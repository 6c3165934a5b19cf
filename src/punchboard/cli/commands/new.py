"""The command ``punchboard new``: a new game, from a table or with three cards."""

from collections.abc import Callable
from functools import partial
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
from punchboard.load.layouts.raw_layouts import builtin_boxes, builtin_themes
from punchboard.load.tables import SUFFIXES
from punchboard.model.layout.trim import trim_from_text
from punchboard.model.values import valid_range
from punchboard.problem import Place, ProblemsFound, fail
from punchboard.server.start.options import checked_options, new_folder, theme_of
from punchboard.workspace import is_game_folder
from punchboard.write.atomic_file import write_new_folder


@options_from_record
def command(request: NewGameRequest) -> int:
    """Make a new game from a spreadsheet or with three sample cards, and build it."""
    try:
        if request.header != "none" and request.header and not request.header.isdecimal():
            raise fail("VALUE001", Place("--header"), f"{request.header!r} is not a line number", "write 3, or none")
        request = _with_tables(request)
        request = request if request.is_silent else _ask_questions(request)
        options = _game_options(request)
        folder = new_folder(
            request.workspace, options.name, partial(_how_to_update, request), allow_empty=request.force
        )
        if request.sources:
            return make_from_table(request, options, folder)
        files = {
            name: text.encode() for name, text in starter_files(options, builtin_boxes(starter_layout(options))).items()
        }
        write_new_folder(folder, files, allow_empty=request.force)
    except ProblemsFound as error:
        show_problems(error.problems)
        return failure_status(error.problems)
    noun = KINDS.get(options.trim.form, "card")
    print_line(
        f"made {folder.as_posix()}/ with {len(files)} files: three {noun}s, a rulebook, a reference, a face and a theme"
    )
    table = next(name for name in files if name.endswith(".csv"))
    face = next(name for name in files if name.startswith("layouts/faces/"))
    only = DEFAULT_PRODUCTS if request.build else None
    return first_build(request.workspace, folder, (table, "rulebook.md", face), only=only)


def _with_tables(request: NewGameRequest) -> NewGameRequest:
    """Return a request whose tables are all among its sources; one in place of the name names the game, too.

    Raises:
        ProblemsFound: VALUE001 for a link in place of the name, which tells none.
    """
    if is_link(request.name):
        hint = f"give the game a name: `punchboard new dragon-isles {request.name}`"
        raise fail("VALUE001", Place("--name"), "a link cannot be the name of a game's folder", hint)
    path, sources = Path(request.name), (*request.files, *request.sources)
    if path.suffix.lower() in SUFFIXES or (path.suffix and path.is_file()):
        return request._replace(name=path.stem, files=(), sources=(request.name, *sources))
    return request._replace(files=(), sources=sources)


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
    return checked_options(NewGameOptions(name, title, players, request.shape, request.layout, theme))


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
