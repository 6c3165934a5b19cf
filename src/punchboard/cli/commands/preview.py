"""The arguments and options of ``punchboard preview``."""

from typing import Annotated

import typer

from punchboard.cli.options import HERE, Games, Locale, NoOpen, Papers, Port, Workspace, exit_with


def command(
    games: Games = None,
    port: Port = None,
    no_open: NoOpen = False,
    locale: Locale = "",
    paper: Papers = None,
    workspace: Workspace = HERE,
    untrusted: Annotated[
        bool | None,
        typer.Option(
            "--untrusted/--trusted", help="Whether to use a sandbox (default: for folders outside the current one)."
        ),
    ] = None,
) -> None:
    """Show games in the browser as they will print, and update them whenever a file changes."""
    from punchboard.cli.preview import run_preview
    from punchboard.server.full_check import PAPERS

    exit_with(
        run_preview(
            workspace, tuple(games or ()), port, locale, tuple(paper or PAPERS), show=not no_open, untrusted=untrusted
        )
    )
