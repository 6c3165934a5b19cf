"""``punchboard new``: what can be asked of it."""

from pathlib import Path
from typing import Annotated

import typer

from punchboard.cli.completion import faces, themes
from punchboard.cli.options import HERE, Workspace, exit_with


def command(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="What the game's folder is called, such as dragon-isles.")
    ],
    table: Annotated[
        Path | None,
        typer.Option("--from", metavar="FILE", help="A table of components: .csv, .tsv, .xlsx, .ods, .json or .yaml."),
    ] = None,
    sheet: Annotated[
        list[str] | None,
        typer.Option(
            "--sheet",
            metavar="SHEET",
            help="A sheet of the workbook, again for each; otherwise all that look like components.",
        ),
    ] = None,
    header: Annotated[
        str,
        typer.Option("--header", metavar="N", help="The line with the names of the columns, or none; found otherwise."),
    ] = "",
    title: Annotated[
        str, typer.Option("--title", metavar="TITLE", help="The title in print; made of the name otherwise.")
    ] = "",
    players: Annotated[str, typer.Option("--players", metavar="RANGE", help="How many play: 2, 2-4 or 3+.")] = "",
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
            help="The stock layout: framed, clean, wordy, picture, item, event.",
            autocompletion=faces,
        ),
    ] = "",
    theme: Annotated[
        str,
        typer.Option(
            "--theme", metavar="THEME", help="The stock theme: meadow, ember, ink or tide.", autocompletion=themes
        ),
    ] = "",
    no_build: Annotated[bool, typer.Option("--no-build", help="Make the files and build nothing.")] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Take a folder that is there already, if it is empty.")
    ] = False,
    workspace: Workspace = HERE,
) -> None:
    """Make a new game, from a table of yours or with three cards to begin with, and build it."""
    from punchboard.cli.new.new import run_new
    from punchboard.cli.new.request import NewGameRequest

    asked = NewGameRequest(workspace, name, table, tuple(sheet or ()), header, title, players, shape, layout, theme)
    exit_with(run_new(asked._replace(build=not no_build, force=force)))
