"""The arguments and options of ``punchboard demo``."""

from pathlib import Path
from typing import Annotated

import typer

from punchboard.cli.options import NoOpen, exit_with

# in the current folder, not in a temporary one: the browsers of some systems may not read those
FOLDER = Path("punchboard-demo")


def command(
    folder: Annotated[
        Path,
        typer.Argument(metavar="FOLDER", help="Where to make the game (default: punchboard-demo).", show_default=False),
    ] = FOLDER,
    no_open: NoOpen = False,
) -> None:
    """Make a small game, build it, and show its cards in the browser: it needs no file of yours."""
    from punchboard.cli.demo.demo import run_demo

    exit_with(run_demo(folder, show=not no_open))
