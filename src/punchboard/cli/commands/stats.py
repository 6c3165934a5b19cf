"""The arguments and options of ``punchboard stats``."""

from pathlib import Path
from typing import Annotated

import typer

from punchboard.cli.completion import games
from punchboard.cli.options import HERE, AsJson, Workspace, exit_with


def command(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="A game, by the name of its folder.", autocompletion=games)
    ],
    logs: Annotated[
        list[Path] | None,
        typer.Argument(metavar="LOG", help="Logs of games, from simulate --log or from the table in the browser."),
    ] = None,
    players: Annotated[
        int | None,
        typer.Option("--players", metavar="N", min=1, help="The players for odds (default: 2, or the fewest)."),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", metavar="FILE", help="The page (default: output/GAME-stats.html)."),
    ] = None,
    workspace: Workspace = HERE,
    as_json: AsJson = False,
) -> None:
    """Write a page with curves, counts and odds of a game, and with what logs of its games show."""
    from punchboard.cli.stats.stats import Request, run_stats

    request = Request(workspace, game, tuple(logs or ()), players, output)
    exit_with(run_stats(request, as_json=as_json))
