"""``punchboard preview``: what can be asked of it."""

from typing import Annotated

import typer

from punchboard.cli.options import HERE, Games, Locale, Papers, Workspace, exit_with


def command(
    games: Games = None,
    port: Annotated[
        int | None,
        typer.Option("--port", metavar="N", min=0, max=65535, help="The port (default: the first that is free)."),
    ] = None,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open the browser.")] = False,
    locale: Locale = "",
    paper: Papers = None,
    workspace: Workspace = HERE,
    untrusted: Annotated[
        bool | None,
        typer.Option(
            "--untrusted/--trusted", help="Whether the games are a stranger's (default: those of other folders)."
        ),
    ] = None,
) -> None:
    """Show games in the browser as they will print, and follow every change of their files."""
    from punchboard.cli.preview import run_preview
    from punchboard.server.full_check import PAPERS

    exit_with(
        run_preview(
            workspace, tuple(games or ()), port, locale, tuple(paper or PAPERS), show=not no_open, untrusted=untrusted
        )
    )
