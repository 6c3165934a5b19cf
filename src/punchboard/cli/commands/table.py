"""The arguments and options of ``punchboard table``."""

from typing import Annotated

import typer

from punchboard.cli.completion import games
from punchboard.cli.options import HERE, Locale, NoOpen, Port, Workspace, exit_with


def command(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.", autocompletion=games)],
    port: Port = None,
    no_open: NoOpen = False,
    locale: Locale = "",
    workspace: Workspace = HERE,
    lan: Annotated[bool, typer.Option("--lan", help="Let others in this network join, with a code.")] = False,
) -> None:
    """Put a game on a table in the browser that several people share."""
    from punchboard.cli.table_sharing import run_table

    exit_with(run_table(workspace, game, port, locale, show=not no_open, lan=lan))
