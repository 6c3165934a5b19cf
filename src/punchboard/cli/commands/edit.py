"""The arguments and options of ``punchboard edit``."""

from typing import Annotated

import typer

from punchboard.cli.options import HERE, Games, Papers, Workspace, exit_with


def command(
    games: Games = None,
    port: Annotated[
        int | None,
        typer.Option("--port", metavar="N", min=0, max=65535, help="The port (default: the first free port)."),
    ] = None,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open the browser; print the address.")] = False,
    paper: Papers = None,
    workspace: Workspace = HERE,
) -> None:
    """Edit games in the browser: boxes and cards change in the game's own files."""
    from punchboard.cli.preview import run_edit
    from punchboard.server.full_check import PAPERS

    exit_with(run_edit(workspace, tuple(games or ()), port, tuple(paper or PAPERS), show=not no_open))
