"""The arguments and options of ``punchboard themes``."""

from pathlib import Path
from typing import Annotated

import typer

from punchboard.cli.completion import games
from punchboard.cli.options import HERE, Workspace, exit_with


def command(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game whose cards are shown.", autocompletion=games)],
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="The PDF to write (default: GAME-themes.pdf).")
    ] = None,
    png: Annotated[bool, typer.Option("--png", help="Also write each page as a PNG picture.")] = False,
    workspace: Workspace = HERE,
) -> None:
    """Write a contact sheet with a card of the game in every theme and colourway."""
    from punchboard.cli.theme_sheet import run_themes

    exit_with(run_themes(workspace, game, out or Path(f"{game}-themes.pdf"), png=png))
