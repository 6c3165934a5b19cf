"""The arguments and options of ``punchboard sync``."""

from typing import Annotated

import typer

from punchboard.cli.options import HERE, AllowHttp, AllowPrivate, Games, Verbose, Workspace, exit_with


def command(
    games: Games = None,
    yes: Annotated[bool, typer.Option("--yes", help="Write without a question.")] = False,
    undo: Annotated[bool, typer.Option("--undo", help="Restore the tables from before the last sync.")] = False,
    allow_http: AllowHttp = False,
    allow_private: AllowPrivate = False,
    verbose: Verbose = False,
    workspace: Workspace = HERE,
) -> None:
    """Fetch tables from their links again, show what would change, and write them if you agree."""
    from punchboard.cli.sync.sync import run_sync
    from punchboard.cli.sync.sync_request import SyncRequest
    from punchboard.download.download_limits import Permissions

    permissions = Permissions(allow_http, allow_private)
    exit_with(run_sync(SyncRequest(workspace, tuple(games or ()), yes, undo, verbose, permissions)))
