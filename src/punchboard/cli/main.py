"""``punchboard``: reads the arguments and calls the command. Heavy imports wait for their command."""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

from punchboard.cli.startup import import_when_called
from punchboard.cli.status import GOOD, PROBLEMS, WRONG_USE

# pydantic looks for plugins in every installed package; none is ours, and the search costs a fifth of a small build
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")

# pydantic imports it only to look for plugins; it brings the mail and socket modules, a twentieth of a small build
import_when_called("importlib.metadata", "entry_points")

import typer  # noqa: E402 - it imports pydantic, which must find both done

if TYPE_CHECKING:
    from punchboard.cli.check import Told

app = typer.Typer(
    name="punchboard",
    help="Compile tabletop games: checked data in, printable sheets, references and rulebooks out.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

Games = Annotated[list[str] | None, typer.Argument(help="Games by the names of their folders; all when none is given.")]
Out = Annotated[Path | None, typer.Option("--out", help="Where the outputs go (default: output/).")]
Workspace = Annotated[Path, typer.Option("--workspace", help="The folder that holds catalog/ and layouts/.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object, for machines.")]
Form = Annotated[str, typer.Option("--format", help="text, json, sarif, junit or github.")]
Papers = Annotated[
    list[str] | None, typer.Option("--paper", help="A paper: a4, letter, or 320x450mm. May be given more than once.")
]
HERE = Path()


@app.command()
def build(
    games: Games = None,
    only: Annotated[list[str] | None, typer.Option("--only", help="Make this product alone; see list.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Make every product, not the table set alone.")] = False,
    paper: Papers = None,
    form: Annotated[
        list[str] | None, typer.Option("--format", help="pdf, svg, png: forms of every product's pages.")
    ] = None,
    low_ink: Annotated[bool, typer.Option("--low-ink", help="Outlines, icons and black text: for playtests.")] = False,
    grey: Annotated[bool, typer.Option("--grey", help="Greys in the place of colours.")] = False,
    players: Annotated[
        int | None, typer.Option("--players", min=1, max=100, help="Reference cards for so many; else for the most.")
    ] = None,
    since: Annotated[
        str, typer.Option("--changed-since", help="Lay only new and changed components on sheets; see diff.")
    ] = "",
    printer: Annotated[str, typer.Option("--printer", help="Print for a printer that calibrate has measured.")] = "",
    profile: Annotated[Path | None, typer.Option("--profile", help="An ICC profile: print in CMYK for it.")] = None,
    standard: Annotated[str, typer.Option("--standard", help="Build PDF files to x-4, x-1a or a-2b.")] = "",
    dpi: Annotated[int, typer.Option("--dpi", min=36, max=1200, help="Resolution of pictures.")] = 300,
    out: Out = None,
    jobs: Annotated[
        int | None, typer.Option("--jobs", min=1, help="Games built at once (default: the processors).")
    ] = None,
    workspace: Workspace = HERE,
    as_json: AsJson = False,
) -> None:
    """Build games: the table set, all their products, or some."""
    from punchboard.cli.asked import Asked  # noqa: PLC0415 - imports wait for their command
    from punchboard.cli.build import run_build  # noqa: PLC0415

    asked = Asked(workspace, tuple(games or ()), tuple(only or ()), tuple(paper or ()), tuple(form or ()), out, jobs)
    asked = asked._replace(as_json=as_json, everything=everything, low_ink=low_ink, grey=grey, players=players)
    asked = asked._replace(since=since, printer=printer, profile=profile, standard=standard, dpi=dpi)
    _exit(run_build(asked))


@app.command()
def check(
    games: Games = None,
    rules: Annotated[
        list[Path] | None,
        typer.Option("--rules", help="Check this Markdown text instead of games. May be given more than once."),
    ] = None,
    cards: Annotated[
        Path | None, typer.Option("--cards", help="The table of components that --rules speaks of, one row each.")
    ] = None,
    decks: Annotated[
        list[Path] | None,
        typer.Option("--deck", help="A player's own deck to judge by the one game named. May be given more than once."),
    ] = None,
    setups: Annotated[
        bool, typer.Option("--setup", help="Print what is left in each pile after set-up, and the odds on the way.")
    ] = False,
    turns: Annotated[
        bool, typer.Option("--turns", help="Print how long the games last, who is short of what, how they end.")
    ] = False,
    plays: Annotated[
        int | None,
        typer.Option("--games", min=1, help="Play so many games at random where turns cannot all be walked through."),
    ] = None,
    form: Form = "text",
    workspace: Workspace = HERE,
    as_json: AsJson = False,
) -> None:
    """Check games, or any rulebook beside any table of its components; nothing is written."""
    form = "json" if as_json else form
    if unknown := _unknown_format(form):
        _exit(_wrong(unknown))
    if rules:
        from punchboard.cli.plain import run_check_plain  # noqa: PLC0415

        _exit(run_check_plain(rules, cards, form) if not games else _wrong("--rules takes no games"))
    if cards is not None:
        _exit(_wrong("--cards needs --rules"))
    if decks:
        from punchboard.cli.deck import run_check_decks  # noqa: PLC0415

        one = games[0] if games and len(games) == 1 else None
        _exit(run_check_decks(workspace, one, decks, form) if one else _wrong("--deck needs the name of one game"))
    if (setups or turns) and form != "text":
        _exit(_wrong("--setup and --turns print text; they have no other format"))
    from punchboard.cli.check import run_check  # noqa: PLC0415

    _exit(run_check(workspace, games or [], form, _tables(setups=setups, turns=turns), plays))


def _tables(*, setups: bool, turns: bool) -> list[Told]:
    """Return what prints the tables that were asked for."""
    found: list[Told] = []
    if setups:
        from punchboard.cli.setups import setup_lines  # noqa: PLC0415

        found.append(setup_lines)
    if turns:
        from punchboard.cli.turns import turn_lines  # noqa: PLC0415

        found.append(turn_lines)
    return found


@app.command()
def explain(
    codes: Annotated[
        list[str] | None, typer.Argument(help="Codes of problems, such as COUNT001; a list of all when none is given.")
    ] = None,
) -> None:
    """Print the manual's page of a code, with a bad and a good example."""
    from punchboard.cli.explain import run_explain  # noqa: PLC0415

    _exit(run_explain(codes or []))


@app.command("list")
def list_(workspace: Workspace = HERE, as_json: AsJson = False) -> None:
    """List games, products and their layouts, papers, and printers."""
    from punchboard.cli.listing import run_list  # noqa: PLC0415

    _exit(run_list(workspace, as_json=as_json))


@app.command()
def calibrate(
    paper: Annotated[str, typer.Option("--paper", help="The paper in the printer: a4, letter.")] = "a4",
    landscape: Annotated[bool, typer.Option("--landscape", help="Pages wider than high, as booklets have.")] = False,
    flip: Annotated[
        str, typer.Option("--flip", help="The edge that sheets are turned over on, long or short; else as a leaf is.")
    ] = "",
    out: Annotated[Path | None, typer.Option("--out", help="The file to write: calibrate-a4.pdf.")] = None,
    name: Annotated[str, typer.Option("--set", help="Keep what was read as the printer of this name.")] = "",
    a: Annotated[
        tuple[float, float] | None, typer.Option("--a", metavar="ACROSS DOWN", help="What A reads: 5.0 5.0.")
    ] = None,
    b: Annotated[
        tuple[float, float] | None, typer.Option("--b", metavar="ACROSS DOWN", help="What B reads: 5.0 5.0.")
    ] = None,
    across: Annotated[float | None, typer.Option("--across", help="The frame's width in mm.")] = None,
    down: Annotated[float | None, typer.Option("--down", help="The frame's height in mm.")] = None,
    margins: Annotated[
        tuple[float, float, float, float] | None,
        typer.Option("--margins", metavar="TOP RIGHT BOTTOM LEFT", help="What the stairs read: 4 4 5 4."),
    ] = None,
    listing: Annotated[bool, typer.Option("--list", help="List the printers that have been measured.")] = False,
    show: Annotated[str, typer.Option("--show", help="Show what is known of a printer.")] = "",
    workspace: Workspace = HERE,
) -> None:
    """Make a sheet that shows how a printer prints, or keep what was read from it; see build --printer."""
    from punchboard.cli.calibrate import Asked, run_calibrate  # noqa: PLC0415
    from punchboard.compose.calibration_readings import Readings  # noqa: PLC0415

    readings = Readings(a, b, across, down, margins)
    _exit(run_calibrate(Asked(workspace, paper, landscape, flip, out, name, readings, show, listing)))


@app.command()
def diff(
    old: Annotated[str, typer.Argument(help="The older state: an output folder, a manifest, a workspace, a revision.")],
    new: Annotated[str | None, typer.Argument(help="The newer state; the workspace when it is not given.")] = None,
    game: Annotated[
        list[str] | None, typer.Option("--game", help="Compare this game alone. May be given more than once.")
    ] = None,
    workspace: Workspace = HERE,
    as_json: AsJson = False,
) -> None:
    """List the components that are new, changed or gone, with the fields that changed."""
    from punchboard.cli.diff import run_diff  # noqa: PLC0415

    _exit(run_diff(old, new, game or [], workspace, as_json=as_json))


@app.command()
def version() -> None:
    """Print the version."""
    from punchboard import __version__  # noqa: PLC0415

    typer.echo(f"punchboard {__version__}")


def _wrong(use: str) -> int:
    """Say what was not understood; return the status for it."""
    typer.echo(use, err=True)
    return WRONG_USE


def _unknown_format(form: str) -> str:
    """Return what is wrong with the name of a report's format, if anything."""
    from punchboard.cli.formats import FORMATS  # noqa: PLC0415

    return "" if form in FORMATS else f"error: {form!r} is not a format\n    known are: {', '.join(FORMATS)}"


def _exit(status: int) -> NoReturn:
    raise typer.Exit(status)


def main() -> None:
    """Run the command line; an interrupt ends it without a traceback."""
    gc.disable()  # a command is short and makes no cycles worth collecting; collecting costs a tenth of a build
    try:
        app()
    except KeyboardInterrupt:
        sys.exit(130)


def run() -> NoReturn:
    """Run the command line as the whole of a process, and end it without tearing down what it made.

    Freeing a deck of two thousand cards one object at a time takes a tenth of the time of building it; the system
    frees it at once.
    """
    try:
        main()
        status = GOOD
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else GOOD if end.code is None else WRONG_USE
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except BrokenPipeError:  # the reader of our output has gone, as `head` does
        status = PROBLEMS
    os._exit(status)
