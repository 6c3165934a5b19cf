"""The arguments and options of ``punchboard new``."""

from typing import Annotated

import typer

from punchboard.cli.completion import faces, themes
from punchboard.cli.options import HERE, AllowHttp, AllowPrivate, Sheets, Workspace, exit_with


def command(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of the game's folder, such as dragon-isles.")],
    table: Annotated[
        str,
        typer.Option(
            "--from",
            metavar="FILE",
            help="A table of components: .csv, .tsv, .xlsx, .ods, .json, .jsonl or .yaml, or a link to one.",
        ),
    ] = "",
    sheet: Sheets = None,
    header: Annotated[
        str,
        typer.Option("--header", metavar="N", help="The line with the column names, or none (default: detected)."),
    ] = "",
    title: Annotated[
        str, typer.Option("--title", metavar="TITLE", help="The printed title (default: made from the name).")
    ] = "",
    players: Annotated[
        str, typer.Option("--players", metavar="RANGE", help="The number of players: 2, 2-4 or 3+.")
    ] = "",
    shape: Annotated[
        str,
        typer.Option(
            "--shape",
            metavar="SHAPE",
            help="poker, tarot, mini, square 50mm, hex 50mm, circle 25mm, card 60 x 80mm.",
        ),
    ] = "",
    layout: Annotated[
        str,
        typer.Option(
            "--layout",
            metavar="FACE",
            help="The built-in layout: framed, clean, wordy, picture, item or event.",
            autocompletion=faces,
        ),
    ] = "",
    theme: Annotated[
        str,
        typer.Option(
            "--theme", metavar="THEME", help="A built-in theme, as in punchboard list themes.", autocompletion=themes
        ),
    ] = "",
    no_build: Annotated[bool, typer.Option("--no-build", help="Make the files without building the game.")] = False,
    explain: Annotated[
        bool, typer.Option("--explain", help="Print each role that a column could have, with its points and reason.")
    ] = False,
    allow_http: AllowHttp = False,
    allow_private: AllowPrivate = False,
    force: Annotated[bool, typer.Option("--force", help="Use an existing folder if it is empty.")] = False,
    workspace: Workspace = HERE,
) -> None:
    """Make a new game from a spreadsheet or with three sample cards, and build it."""
    from punchboard.cli.new.new import run_new
    from punchboard.cli.new.new_request import NewGameRequest, with_table

    request = NewGameRequest(workspace, name, None, tuple(sheet or ()), header, title, players, shape, layout, theme)
    request = with_table(request, table, allow_http=allow_http, allow_private=allow_private)
    exit_with(run_new(request._replace(build=not no_build, force=force, explain=explain)))
