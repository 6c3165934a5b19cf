"""``punchboard build``: what can be asked of it."""

from pathlib import Path
from typing import Annotated

import typer

from punchboard.cli.options import HERE, AsJson, Games, Out, Papers, Workspace, leave


def command(
    games: Games = None,
    only: Annotated[list[str] | None, typer.Option("--only", help="Make this product alone; see list.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Make every product, not the table set alone.")] = False,
    paper: Papers = None,
    form: Annotated[
        list[str] | None, typer.Option("--format", help="pdf, svg, png: forms of every product's pages.")
    ] = None,
    low_ink: Annotated[bool, typer.Option("--low-ink", help="Outlines, icons and black text: for playtests.")] = False,
    grey: Annotated[bool, typer.Option("--grey", help="Greys in the place of colours.")] = False,
    players: Annotated[
        int | None, typer.Option("--players", min=1, max=100, help="Reference cards for so many; else for the most.")
    ] = None,
    since: Annotated[
        str, typer.Option("--changed-since", help="Lay only new and changed components on sheets; see diff.")
    ] = "",
    printer: Annotated[str, typer.Option("--printer", help="Print for a printer that calibrate has measured.")] = "",
    profile: Annotated[Path | None, typer.Option("--profile", help="An ICC profile: print in CMYK for it.")] = None,
    standard: Annotated[str, typer.Option("--standard", help="Build PDF files to x-4, x-1a or a-2b.")] = "",
    dpi: Annotated[int, typer.Option("--dpi", min=36, max=1200, help="Resolution of pictures.")] = 300,
    out: Out = None,
    jobs: Annotated[
        int | None, typer.Option("--jobs", min=1, help="Games built at once (default: the processors).")
    ] = None,
    workspace: Workspace = HERE,
    as_json: AsJson = False,
) -> None:
    """Build games: the table set, all their products, or some."""
    from punchboard.cli.asked import Asked
    from punchboard.cli.build import run_build

    asked = Asked(workspace, tuple(games or ()), tuple(only or ()), tuple(paper or ()), tuple(form or ()), out, jobs)
    asked = asked._replace(as_json=as_json, everything=everything, low_ink=low_ink, grey=grey, players=players)
    asked = asked._replace(since=since, printer=printer, profile=profile, standard=standard, dpi=dpi)
    leave(run_build(asked))
