"""The arguments and options of ``punchboard odds``."""

from typing import Annotated

import typer

from punchboard.cli.completion import games
from punchboard.cli.options import HERE, AsJson, Workspace, exit_with


def command(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="A game, by the name of its folder.", autocompletion=games)
    ],
    questions: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="QUESTION",
            help="A condition as \"count('hand', rank=5) >= 1\", or a name from odds in game.yaml (default: all).",
        ),
    ] = None,
    after: Annotated[
        int | None,
        typer.Option("--after", metavar="N", min=1, help="Ask after N lines of the set-up (default: all)."),
    ] = None,
    players: Annotated[
        int | None, typer.Option("--players", metavar="N", min=1, help="Ask for N players (default: every number).")
    ] = None,
    workspace: Workspace = HERE,
    as_json: AsJson = False,
) -> None:
    """Print how likely a condition is after set-up: exactly, as a fraction and in per cent."""
    from punchboard.cli.asked_odds import Request, run_odds

    exit_with(run_odds(Request(workspace, game, tuple(questions or ()), after, players), as_json=as_json))
