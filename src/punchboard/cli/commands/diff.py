"""The arguments and options of ``punchboard diff``."""

from typing import Annotated

import typer

from punchboard.cli.completion import games
from punchboard.cli.options import HERE, AsJson, Workspace, exit_with


def command(
    old: Annotated[
        str,
        typer.Argument(
            metavar="OLD", help="The older state: an output folder, a manifest, a workspace or a git revision."
        ),
    ],
    new: Annotated[str | None, typer.Argument(metavar="NEW", help="The newer state (default: the workspace).")] = None,
    game: Annotated[
        list[str] | None,
        typer.Option(
            "--game",
            metavar="GAME",
            help="Compare only this game. Can be repeated.",
            autocompletion=games,
        ),
    ] = None,
    workspace: Workspace = HERE,
    as_json: AsJson = False,
) -> None:
    """List the components that are new, changed or gone, with the fields that changed."""
    from punchboard.cli.diff import run_diff

    exit_with(run_diff(old, new, game or [], workspace, as_json=as_json))
