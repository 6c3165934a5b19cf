"""The arguments and options of ``punchboard build``."""

from pathlib import Path
from typing import Annotated

import typer

from punchboard import render
from punchboard.cli.options import (
    HERE,
    AsJson,
    Games,
    Locales,
    Out,
    Papers,
    Verbose,
    Workspace,
    exit_with,
    page_formats,
    printers,
    products,
    standards,
    usage_error,
)

Only = Annotated[
    list[str] | None,
    typer.Option("--only", metavar="PRODUCT", help="Make only this product; see list.", autocompletion=products),
]
Everything = Annotated[bool, typer.Option("--all", help="Make every product, not just the default ones.")]
Forms = Annotated[
    list[str] | None,
    typer.Option(
        "--format",
        metavar="FORM",
        help="File formats of every product's pages: "
        + ", ".join(f"{name} ({about})" for name, about in render.page_formats().items())
        + ".",
        autocompletion=page_formats,
    ),
]
LowInk = Annotated[bool, typer.Option("--low-ink", help="Print outlines, icons and black text, for playtests.")]
LargePrint = Annotated[
    bool, typer.Option("--large-print", help="Make rulebook, reference, set-up and cards at 18 pt and more.")
]
Grey = Annotated[bool, typer.Option("--grey", help="Print greys instead of colours.")]
Players = Annotated[
    int | None,
    typer.Option(
        "--players", metavar="N", min=1, max=100, help="Print reference cards for N players (default: the maximum)."
    ),
]
Since = Annotated[
    str,
    typer.Option("--changed-since", metavar="OLD", help="Put only new and changed components on sheets; see diff."),
]
Printer = Annotated[
    str,
    typer.Option(
        "--printer", metavar="NAME", help="Correct for a printer that calibrate has measured.", autocompletion=printers
    ),
]
Profile = Annotated[Path | None, typer.Option("--profile", metavar="FILE", help="Print in CMYK for this ICC profile.")]
Standard = Annotated[
    str,
    typer.Option("--standard", metavar="NAME", help="The PDF standard: x-4, x-1a or a-2b.", autocompletion=standards),
]
Dpi = Annotated[int, typer.Option("--dpi", metavar="N", min=36, max=1200, help="The resolution of pictures.")]
Jobs = Annotated[
    int | None, typer.Option("--jobs", metavar="N", min=1, help="The number of processes (default: the processors).")
]
Cluster = Annotated[str, typer.Option("--cluster", metavar="ADDRESS", help="Build on a Dask cluster: tcp://host:8786.")]
Untrusted = Annotated[
    bool, typer.Option("--untrusted", help="Build in a sandbox, for games of people you do not know.")
]
Seconds = Annotated[
    int | None,
    typer.Option(
        "--seconds", metavar="N", min=1, max=86_400, help="With --untrusted: seconds for a game (default: 120)."
    ),
]
Megabytes = Annotated[
    int | None,
    typer.Option(
        "--megabytes", metavar="N", min=200, help="With --untrusted: MB of memory for a game (default: 2000)."
    ),
]
Watch = Annotated[bool, typer.Option("--watch", help="Rebuild the affected games after each change, until Ctrl-C.")]


def command(
    games: Games = None,
    only: Only = None,
    everything: Everything = False,
    paper: Papers = None,
    form: Forms = None,
    low_ink: LowInk = False,
    grey: Grey = False,
    large_print: LargePrint = False,
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
    verbose: Verbose = False,
) -> None:
    """Build games: the default products, all products, or some."""
    from punchboard.cli.build.request import BuildRequest
    from punchboard.cli.build.start import run_build

    wanted = (*(only or ()), *(("large-print",) if large_print else ()))
    request = BuildRequest(workspace, tuple(games or ()), wanted, tuple(paper or ()), tuple(form or ()), out, jobs)
    request = request._replace(as_json=as_json, everything=everything, low_ink=low_ink, grey=grey, players=players)
    request = request._replace(since=since, printer=printer, profile=profile, standard=standard, dpi=dpi)
    request = request._replace(locales=tuple(locale or ()), cluster=cluster, verbose=verbose)
    request = request._replace(untrusted=untrusted, seconds=seconds, megabytes=megabytes)
    if watch:
        from punchboard.cli.build.watch import run_watch

        if untrusted:
            exit_with(usage_error("--watch and --untrusted cannot be combined"))
        exit_with(run_watch(request) if not as_json else usage_error("--watch and --json cannot be combined"))
    exit_with(run_build(request))
