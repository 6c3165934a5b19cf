"""Options that several commands share, what shells complete for them, and functions that end a command.

Annotations are evaluated here and in the commands, because typer would evaluate their text at every start.

Each function imports what it needs when it is called. Annotations are evaluated here because typer reads them.
"""

import os
from collections.abc import Callable, Iterable
from functools import wraps
from inspect import Parameter, Signature, signature
from pathlib import Path
from types import GenericAlias
from typing import Annotated, Any, NoReturn, get_args, get_type_hints

import typer

from punchboard.cli.exit_status import USAGE_ERROR

# ruff: noqa: PLC0415 - a person waits at the key: each function imports only what its names need


NamesOf = Callable[[Path], Iterable[str]]
Completer = Callable[[typer.Context, str], list[str]]

LISTABLE = ("games", "products", "papers", "printers", "faces", "themes", "icons", "ornaments")
"""The parts that ``punchboard list`` can print."""


def completer(names: NamesOf) -> Completer:
    """Return a function that completes the names of a workspace; it offers nothing if the files are invalid."""

    def offer(ctx: typer.Context, incomplete: str) -> list[str]:
        from punchboard.problem import ProblemsFound

        try:
            return [name for name in names(_workspace(ctx)) if name.startswith(incomplete)]
        except ProblemsFound:
            return []

    return offer


def products(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return the products that begin with the typed text, or after ``PRODUCT/`` the layouts of that product."""
    product, slash, _ = incomplete.partition("/")
    if not slash:
        from punchboard.products import PRODUCTS

        return [name for name in PRODUCTS if name.startswith(incomplete)]
    return completer(lambda workspace: _layouts_of(product, workspace))(ctx, incomplete)


def _layouts_of(product: str, workspace: Path) -> list[str]:
    from punchboard.load.layouts.stationery import layout_descriptions

    return [f"{product}/{name}" for name in layout_descriptions(workspace).get(product, {})]


def _workspace(ctx: typer.Context) -> Path:
    return Path(ctx.params.get("workspace") or ".")


def _games(workspace: Path) -> Iterable[str]:
    """Return the games, without importing `punchboard.load`, which would make the user wait at the key."""
    if (workspace / "game.yaml").is_file():
        return (os.path.basename(os.path.abspath(workspace)),)  # noqa: PTH100, PTH119 - links stay: a game takes the name of its folder
    return sorted(path.parent.name for path in workspace.glob("catalog/*/game.yaml"))


def _codes(_workspace: Path) -> Iterable[str]:
    from punchboard.manual import pages

    return pages()


def _themes(_workspace: Path) -> Iterable[str]:
    from punchboard.load.layouts.raw_layouts import builtin_themes

    return builtin_themes()


def _faces(_workspace: Path) -> Iterable[str]:
    from punchboard.load.layouts.raw_layouts import component_faces

    return component_faces()


def _papers(workspace: Path) -> Iterable[str]:
    from punchboard.load.layouts.stationery import load_papers as known

    return known(workspace)


def _printers(_workspace: Path) -> Iterable[str]:
    from punchboard.load.printers import printer_names as known

    return known()


def _locales(workspace: Path) -> Iterable[str]:
    folders = workspace.glob("locale/*/"), workspace.glob("catalog/*/locale/*/")
    return sorted({path.name for paths in folders for path in paths if path.is_dir()})


def _page_formats(_workspace: Path) -> Iterable[str]:
    from punchboard.render import page_formats as known

    return known()


def _reports(_workspace: Path) -> Iterable[str]:
    from punchboard.cli.report_formats import FORMATS

    return FORMATS


games, codes, themes, faces = completer(_games), completer(_codes), completer(_themes), completer(_faces)
papers, printers, locales = completer(_papers), completer(_printers), completer(_locales)
page_formats, report_formats = completer(_page_formats), completer(_reports)
listable = completer(lambda _: LISTABLE)


GAMES = typer.Argument(metavar="GAME", help="Games by the names of their folders (default: all).", autocompletion=games)
Games = Annotated[list[str] | None, GAMES]
GameArgument = Annotated[
    str, typer.Argument(metavar="GAME", help="A game, by the name of its folder.", autocompletion=games)
]
Out = Annotated[Path | None, typer.Option("--out", metavar="DIR", help="The output folder (default: output/).")]
Workspace = Annotated[
    Path,
    typer.Option("--workspace", metavar="DIR", help="The folder with catalog/ and layouts/, or the folder of a game."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object for programs.")]
Verbose = Annotated[bool, typer.Option("--verbose", help="List every problem, also many with the same cause.")]
PAPERS = typer.Option(
    "--paper", metavar="PAPER", help="A paper: a4, letter or 320x450mm. Can be repeated.", autocompletion=papers
)
Papers = Annotated[list[str] | None, PAPERS]
Jobs = Annotated[
    int | None, typer.Option("--jobs", metavar="N", min=1, help="The number of processes (default: the processors).")
]
Port = Annotated[
    int | None,
    typer.Option("--port", metavar="N", min=0, max=65535, help="The port (default: the first free port)."),
]
NoOpen = Annotated[bool, typer.Option("--no-open", help="Do not open the browser; print the address.")]
Locale = Annotated[
    str,
    typer.Option(
        "--locale",
        metavar="LANGUAGE",
        help="A language from the games' locale/ folders.",
        autocompletion=locales,
    ),
]
LOCALES = typer.Option(
    "--locale",
    metavar="LANGUAGE",
    help="A language from the games' locale/ folders, or all. Can be repeated.",
    autocompletion=locales,
)
SHEETS = typer.Option(
    "--sheet",
    metavar="NAME",
    help="A sheet of the workbook; can be repeated (default: all that look like components).",
)
Sheets = Annotated[list[str] | None, SHEETS]
AllowHttp = Annotated[
    bool, typer.Option("--allow-http", help="Also fetch tables over plain http, which others can read and change.")
]
AllowPrivate = Annotated[
    bool, typer.Option("--allow-private", help="Also fetch tables from private addresses, and from file: links.")
]
Game = Annotated[
    str,
    typer.Option("--game", metavar="GAME", help="A game, by the name of its folder.", autocompletion=games),
]
HERE = Path()


def options_from_record(run: Callable[[Any], int]) -> Callable[..., None]:
    """Return a command whose arguments and options are the fields of the record that a function takes.

    So an option is written once, as a field: its type, its name and help for typer, and its default.

    Args:
        run: carries out the command as the record says, and returns its exit status; its docstring is the help.
    """
    (name,) = signature(run).parameters
    record = get_type_hints(run)[name]
    parameters = tuple(_parameter(record, *field) for field in get_type_hints(record, include_extras=True).items())

    @wraps(run)
    def command(**given: Any) -> None:
        values = {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}
        exit_with(run(record(**{name: value for name, value in values.items() if value is not None})))

    # typer reads both
    command.__annotations__ = {one.name: one.annotation for one in parameters}
    vars(command)["__signature__"] = Signature(parameters)
    return command


def _parameter(record: Any, name: str, hint: Any) -> Parameter:
    """Return a field as typer takes it: several values are a list, because a tuple has a fixed number of them."""
    kind, *notes = get_args(hint)
    default = record._field_defaults.get(name, Parameter.empty)
    if get_args(kind)[1:] == (...,):
        kind, default = GenericAlias(list, get_args(kind)[:1]) | None, None
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[(kind, *notes)])


def exit_with(status: int) -> NoReturn:
    """End the command with an exit status.

    Raises:
        typer.Exit: always.
    """
    raise typer.Exit(status)


def usage_error(message: str) -> int:
    """Print what is wrong with the arguments; return the exit status for it."""
    typer.echo(message, err=True)
    return USAGE_ERROR
