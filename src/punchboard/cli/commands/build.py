"""``punchboard build``: what can be asked of it."""

from pathlib import Path
from typing import Annotated

import typer

from punchboard.cli.completion import page_formats, printers, products, standards
from punchboard.cli.options import HERE, AsJson, Games, Locales, Out, Papers, Workspace, exit_with, usage_error

Only = Annotated[
    list[str] | None,
    typer.Option("--only", metavar="PRODUCT", help="Make this product alone; see list.", autocompletion=products),
]
Everything = Annotated[bool, typer.Option("--all", help="Make every product, not the table set alone.")]
Forms = Annotated[
    list[str] | None,
    typer.Option(
        "--format", metavar="FORM", help="pdf, svg, png: forms of every product's pages.", autocompletion=page_formats
    ),
]
LowInk = Annotated[bool, typer.Option("--low-ink", help="Outlines, icons and black text: for playtests.")]
Grey = Annotated[bool, typer.Option("--grey", help="Greys in the place of colours.")]
Players = Annotated[
    int | None,
    typer.Option("--players", metavar="N", min=1, max=100, help="Reference cards for so many; else for the most."),
]
Since = Annotated[
    str,
    typer.Option("--changed-since", metavar="OLD", help="Lay only new and changed components on sheets; see diff."),
]
Printer = Annotated[
    str,
    typer.Option(
        "--printer", metavar="NAME", help="Print for a printer that calibrate has measured.", autocompletion=printers
    ),
]
Profile = Annotated[
    Path | None, typer.Option("--profile", metavar="FILE", help="An ICC profile: print in CMYK for it.")
]
Standard = Annotated[
    str,
    typer.Option("--standard", metavar="NAME", help="Build PDF files to x-4, x-1a or a-2b.", autocompletion=standards),
]
Dpi = Annotated[int, typer.Option("--dpi", metavar="N", min=36, max=1200, help="Resolution of pictures.")]
Jobs = Annotated[
    int | None, typer.Option("--jobs", metavar="N", min=1, help="Processes at work at once (default: the processors).")
]
Cluster = Annotated[
    str, typer.Option("--cluster", metavar="ADDRESS", help="Let Dask's workers build: tcp://host:8786.")
]
Untrusted = Annotated[
    bool, typer.Option("--untrusted", help="A stranger's games: build them behind walls, within limits.")
]
Seconds = Annotated[
    int | None,
    typer.Option("--seconds", metavar="N", min=1, max=86_400, help="With --untrusted: time for a game (default: 120)."),
]
Megabytes = Annotated[
    int | None,
    typer.Option("--megabytes", metavar="N", min=200, help="With --untrusted: memory for a game (default: 2000)."),
]
Watch = Annotated[bool, typer.Option("--watch", help="Build again what a change concerns, until Ctrl-C.")]


def command(
    games: Games = None,
    only: Only = None,
    everything: Everything = False,
    paper: Papers = None,
    form: Forms = None,
    low_ink: LowInk = False,
    grey: Grey = False,
    players: Players = None,
    since: Since = "",
    printer: Printer = "",
    profile: Profile = None,
    standard: Standard = "",
    dpi: Dpi = 300,
    locale: Locales = None,
    out: Out = None,
    jobs: Jobs = None,
    cluster: Cluster = "",
    watch: Watch = False,
    untrusted: Untrusted = False,
    seconds: Seconds = None,
    megabytes: Megabytes = None,
    workspace: Workspace = HERE,
    as_json: AsJson = False,
) -> None:
    """Build games: the table set, all their products, or some."""
    from punchboard.cli.build.build import run_build
    from punchboard.cli.build.request import BuildRequest

    asked = BuildRequest(
        workspace, tuple(games or ()), tuple(only or ()), tuple(paper or ()), tuple(form or ()), out, jobs
    )
    asked = asked._replace(as_json=as_json, everything=everything, low_ink=low_ink, grey=grey, players=players)
    asked = asked._replace(since=since, printer=printer, profile=profile, standard=standard, dpi=dpi)
    asked = asked._replace(locales=tuple(locale or ()), cluster=cluster)
    asked = asked._replace(untrusted=untrusted, seconds=seconds, megabytes=megabytes)
    if watch:
        from punchboard.cli.build.watch import run_watch

        if untrusted:
            exit_with(
                usage_error("--watch builds one's own games again and again; --untrusted builds a stranger's once")
            )
        exit_with(
            run_watch(asked)
            if not as_json
            else usage_error("--watch tells of builds in lines; --json has no form for it")
        )
    exit_with(run_build(asked))
