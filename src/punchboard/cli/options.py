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


def option(name: str, about: str, shown: str | None = None, offered: Completer | None = None, **limits: Any) -> Any:
    """Return an option for typer.

    Args:
        name: its name, such as ``--out``.
        about: what it does, for its help.
        shown: what stands for its value in the help; None for a switch, which has none.
        offered: completes the value.
        limits: the least and the greatest number, as typer calls them.
    """
    return typer.Option(name, metavar=shown, help=about, autocompletion=offered, **limits)


def argument(shown: str, about: str, offered: Completer | None = None, **more: Any) -> Any:
    """Return an argument for typer: what stands for it in the help, what it is, and what completes it."""
    return typer.Argument(metavar=shown, help=about, autocompletion=offered, **more)


GAMES = argument("GAME", "Games by the names of their folders (default: all).", games)
Games = Annotated[list[str] | None, GAMES]
GameArgument = Annotated[str, argument("GAME", "A game, by the name of its folder.", games)]
Out = Annotated[Path | None, option("--out", "The output folder (default: output/).", "DIR")]
Workspace = Annotated[
    Path, option("--workspace", "The folder with catalog/ and layouts/, or the folder of a game.", "DIR")
]
AsJson = Annotated[bool, option("--json", "Print one JSON object for programs.")]
Verbose = Annotated[bool, option("--verbose", "List every problem, also many with the same cause.")]
PAPERS = option("--paper", "A paper: a4, letter or 320x450mm. Can be repeated.", "PAPER", papers)
Papers = Annotated[list[str] | None, PAPERS]
Jobs = Annotated[int | None, option("--jobs", "The number of processes (default: the processors).", "N", min=1)]
Port = Annotated[int | None, option("--port", "The port (default: the first free port).", "N", min=0, max=65535)]
NoOpen = Annotated[bool, option("--no-open", "Do not open the browser; print the address.")]
Locale = Annotated[str, option("--locale", "A language from the games' locale/ folders.", "LANGUAGE", locales)]
LOCALES = option(
    "--locale", "A language from the games' locale/ folders, or all. Can be repeated.", "LANGUAGE", locales
)
SHEETS = option("--sheet", "A sheet of the workbook; can be repeated (default: all that look like components).", "NAME")
Sheets = Annotated[list[str] | None, SHEETS]
AllowHttp = Annotated[
    bool, option("--allow-http", "Also fetch tables over plain http, which others can read and change.")
]
AllowPrivate = Annotated[
    bool, option("--allow-private", "Also fetch tables from private addresses, and from file: links.")
]
Game = Annotated[str, option("--game", "A game, by the name of its folder.", "GAME", games)]
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
