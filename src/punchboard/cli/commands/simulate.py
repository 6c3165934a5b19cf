"""The arguments and options of ``punchboard simulate``."""

from pathlib import Path
from typing import Annotated

import typer

from punchboard.cli.completion import games
from punchboard.cli.options import HERE, AsJson, Workspace, exit_with, usage_error

DEFAULT_GAMES = 1000


def command(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="A game, by the name of its folder.", autocompletion=games)
    ],
    number: Annotated[
        int, typer.Option("--games", metavar="N", min=1, max=10_000_000, help="The number of games.")
    ] = DEFAULT_GAMES,
    players: Annotated[
        int | None,
        typer.Option("--players", metavar="N", min=1, help="The number of players (default: 2, or the fewest)."),
    ] = None,
    variant: Annotated[str, typer.Option("--variant", metavar="NAME", help="The id of a variant.")] = "",
    bots: Annotated[
        str,
        typer.Option("--bots", metavar="NAMES", help="random or greedy, for all seats, or by seat: greedy,random."),
    ] = "random",
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Another number deals other games.")] = 1,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", metavar="N", min=1, help="The number of processes (default: the processors)."),
    ] = None,
    log: Annotated[
        Path | None, typer.Option("--log", metavar="FILE", help="Also write every game as lines of JSON.")
    ] = None,
    form: Annotated[str, typer.Option("--format", metavar="FORM", help="text or json.")] = "text",
    workspace: Workspace = HERE,
    as_json: AsJson = False,
) -> None:
    """Let bots play many games, and print how long they last, how they end, who wins and what is used."""
    if form not in {"text", "json"}:
        exit_with(usage_error(f"error: {form!r} is not a report format\n    choose one of: text, json"))
    from punchboard.cli.simulate.simulate import Request, run_simulate

    names = tuple(name.strip() for name in bots.split(","))
    request = Request(workspace, game, number, players, variant, names, seed, jobs, log)
    exit_with(run_simulate(request, as_json=as_json or form == "json"))
