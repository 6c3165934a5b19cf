"""The arguments and options of ``punchboard diff``."""

from typing import Annotated

import typer

from punchboard.cli.completion import games
from punchboard.cli.options import HERE, AsJson, Out, Workspace, exit_with, usage_error


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
    pictures: Annotated[
        bool, typer.Option("--pictures", help="Also write a page with every changed component before and after.")
    ] = False,
    out: Out = None,
    workspace: Workspace = HERE,
    as_json: AsJson = False,
) -> None:
    """List the components that are new, changed or gone, with the fields that changed."""
    from punchboard.cli.diff.differences import run_diff

    if out is not None and not pictures:
        exit_with(usage_error("--out needs --pictures"))
    if not pictures:
        exit_with(run_diff(old, new, game or [], workspace, as_json=as_json))
    from punchboard.cli.diff.diff_page import run_diff_pictures

    exit_with(run_diff_pictures(old, new, game or [], workspace, out, as_json=as_json))
