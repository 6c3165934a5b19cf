"""The arguments and options of ``punchboard calibrate``."""

from pathlib import Path
from typing import Annotated

import typer

from punchboard.cli.completion import papers, printers
from punchboard.cli.options import HERE, Workspace, exit_with


def command(
    paper: Annotated[
        str,
        typer.Option("--paper", metavar="PAPER", help="The paper in the printer: a4, letter.", autocompletion=papers),
    ] = "a4",
    landscape: Annotated[
        bool, typer.Option("--landscape", help="Pages that are wider than high, as for booklets.")
    ] = False,
    flip: Annotated[
        str,
        typer.Option(
            "--flip",
            metavar="EDGE",
            help="The edge that sheets are flipped on: long or short (default: long; short with --landscape).",
        ),
    ] = "",
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="The file to write (default: calibrate-a4.pdf).")
    ] = None,
    name: Annotated[
        str,
        typer.Option(
            "--set", metavar="NAME", help="Store the readings as a printer with this name.", autocompletion=printers
        ),
    ] = "",
    a: Annotated[
        tuple[float, float] | None, typer.Option("--a", metavar="ACROSS DOWN", help="The readings at A: 5.0 5.0.")
    ] = None,
    b: Annotated[
        tuple[float, float] | None, typer.Option("--b", metavar="ACROSS DOWN", help="The readings at B: 5.0 5.0.")
    ] = None,
    across: Annotated[float | None, typer.Option("--across", metavar="MM", help="The frame's width in mm.")] = None,
    down: Annotated[float | None, typer.Option("--down", metavar="MM", help="The frame's height in mm.")] = None,
    margins: Annotated[
        tuple[float, float, float, float] | None,
        typer.Option("--margins", metavar="TOP RIGHT BOTTOM LEFT", help="The readings of the stairs: 4 4 5 4."),
    ] = None,
    listing: Annotated[bool, typer.Option("--list", help="List the printers that have been measured.")] = False,
    show: Annotated[
        str,
        typer.Option("--show", metavar="NAME", help="Show the measurements of a printer.", autocompletion=printers),
    ] = "",
    workspace: Workspace = HERE,
) -> None:
    """Make a sheet that measures a printer, or store the readings from it; see build --printer."""
    from punchboard.cli.calibrate.calibrate import CalibrateRequest, run_calibrate
    from punchboard.compose.calibration.readings import Readings

    readings = Readings(a, b, across, down, margins)
    exit_with(run_calibrate(CalibrateRequest(workspace, paper, landscape, flip, out, name, readings, show, listing)))
