"""The command ``punchboard calibrate``: a sheet that measures a printer, its readings, and the printer as YAML."""

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Final, NamedTuple

from punchboard.cli.exit_status import SUCCESS, USAGE_ERROR
from punchboard.cli.options import HERE, Workspace, option, options_from_record, papers, printers
from punchboard.cli.report import print_line, show_failure
from punchboard.compose.calibration import Readings, Target, printer_from_readings
from punchboard.compose.calibration_target import LabelSetter, target_pages
from punchboard.compose.inks import Palette
from punchboard.compose.text.inline import Typesetter
from punchboard.compose.text.style import Styles
from punchboard.load.layouts.stationery import load_stationery, paper
from punchboard.load.printers import printer, printer_names, printer_path, valid_printer_name
from punchboard.model.printing.printer import PrinterFile
from punchboard.model.printing.sheet import Flip, PaperFile
from punchboard.problem import Place, Problem, ProblemsFound, fail
from punchboard.render import render
from punchboard.units import format_number
from punchboard.write.atomic_file import write_atomically

_TEXT = """\
# Profile of the printer {title}, for --printer {title}; written by `punchboard calibrate --set`. Lengths in mm.
# x, y and angle say how backs lie relative to their fronts, seen from the back.
name: {name}
x: {x}  # how far backs lie to the right; negative: to the left
y: {y}  # how far backs lie too low; negative: too high
angle: {angle}  # degrees by which backs are turned clockwise
scale x: {across}  # 100 mm across are printed as {printed_across}
scale y: {down}  # 100 mm down are printed as {printed_down}
margins: [{margins}]  # unprintable margins at the top, right, bottom and left
flip: {flip}  # the edge on which sheets were flipped
landscape: {landscape}  # whether pages were wider than high
"""


def printer_yaml(printer: PrinterFile) -> str:
    """Return a profile as YAML with a comment for each number."""
    return _TEXT.format(
        title=printer.name,
        name=json.dumps(printer.name, ensure_ascii=False),
        x=format_number(printer.x),
        y=format_number(printer.y),
        angle=f"{printer.angle:.4f}".rstrip("0").rstrip("."),
        across=f"{printer.scale_x:.5f}".rstrip("0").rstrip("."),
        down=f"{printer.scale_y:.5f}".rstrip("0").rstrip("."),
        printed_across=format_number(100 * printer.scale_x),
        printed_down=format_number(100 * printer.scale_y),
        margins=", ".join(map(format_number, printer.margins)),
        flip=printer.flip,
        landscape=str(printer.landscape).lower(),
    )


FLIPS: Final[dict[str, Flip]] = {"long": "long edge", "short": "short edge"}
_PAPER: Final = "a4"
_MIN_SCALE: Final = 0.99
"""If both scales are below this, the page was probably fitted to the paper instead of printed at actual size."""


class CalibrateRequest(NamedTuple):
    """The options of ``punchboard calibrate`` as typed."""

    paper: Annotated[str, option("--paper", "The paper in the printer: a4, letter.", "PAPER", papers)] = "a4"
    landscape: Annotated[bool, option("--landscape", "Pages that are wider than high, as for booklets.")] = False
    flip: Annotated[
        str,
        option(
            "--flip",
            "The edge that sheets are flipped on: long or short (default: long; short with --landscape).",
            "EDGE",
        ),
    ] = ""
    out: Annotated[Path | None, option("--out", "The file to write (default: calibrate-a4.pdf).", "FILE")] = None
    name: Annotated[str, option("--set", "Store the readings as a printer with this name.", "NAME", printers)] = ""
    a: Annotated[tuple[float, float] | None, option("--a", "The readings at A: 5.0 5.0.", "ACROSS DOWN")] = None
    b: Annotated[tuple[float, float] | None, option("--b", "The readings at B: 5.0 5.0.", "ACROSS DOWN")] = None
    across: Annotated[float | None, option("--across", "The frame's width in mm.", "MM")] = None
    down: Annotated[float | None, option("--down", "The frame's height in mm.", "MM")] = None
    margins: Annotated[
        tuple[float, float, float, float] | None,
        option("--margins", "The readings of the stairs: 4 4 5 4.", "TOP RIGHT BOTTOM LEFT"),
    ] = None
    listing: Annotated[bool, option("--list", "List the printers that have been measured.")] = False
    show: Annotated[str, option("--show", "Show the measurements of a printer.", "NAME", printers)] = ""
    workspace: Workspace = HERE

    @property
    def readings(self) -> Readings:
        """The readings, as typed."""
        return Readings(self.a, self.b, self.across, self.down, self.margins)

    @property
    def conflict(self) -> str:
        """The error in these options: a conflict or an unknown value; empty if there is none."""
        if sum(map(bool, (self.name, self.show, self.listing))) > 1:
            return "error: --set, --show and --list cannot be combined"
        if self.readings != Readings() and not self.name:
            return "error: readings need a printer name\n    add --set NAME"
        if self.name and self.readings == Readings():
            hint = "make the sheet to read them from with `punchboard calibrate`"
            return f"error: --set needs readings, such as --a and --b\n    {hint}"
        if self.flip and self.flip not in FLIPS:
            return f"error: {self.flip!r} is not an edge\n    choose one of: {', '.join(FLIPS)}"
        return ""


@options_from_record
def command(request: CalibrateRequest) -> int:
    """Make a sheet that measures a printer, or store the readings from it; see build --printer."""
    if request.conflict:
        print(request.conflict, file=sys.stderr)  # noqa: T201 - an error for the user
        return USAGE_ERROR
    try:
        for line in _output_lines(request):
            print_line(line)
    except ProblemsFound as error:
        return show_failure(error.problems, request.workspace)
    return SUCCESS


def _output_lines(request: CalibrateRequest) -> Iterator[str]:
    """Carry out the request; yield the lines to print."""
    if request.listing:
        yield from _printer_lines()
    elif request.show:
        yield from profile_lines(printer(request.show))
        yield f"file: {printer_path(request.show)}"
    elif request.name:
        yield from _store_profile(request)
    else:
        yield from _write_target(request)


def _target(request: CalibrateRequest) -> tuple[Target, PaperFile]:
    sheet = paper(request.paper, request.workspace)
    width, height = sheet.size
    wide = (width > height) is not request.landscape
    target = Target(
        sheet.size.turned() if wide else sheet.size, FLIPS[request.flip or ("short" if request.landscape else "long")]
    )
    if not target.fits:
        message = f"{sheet.name} is too small for the calibration sheet"
        raise fail("SHEET001", Place("--paper"), message, "choose a4, letter or a larger paper")
    return target, sheet


def _write_target(request: CalibrateRequest) -> Iterator[str]:

    target, sheet = _target(request)
    path = request.out or Path(f"calibrate-{request.paper}{'-landscape' * request.landscape}.pdf")
    write_atomically(path, target_bytes(request.workspace, target, sheet.name, _sheet_options(request)))
    yield f"{path}: print it on both sides at actual size, flipped on the {target.flip}, and follow its instructions"


def _sheet_options(request: CalibrateRequest) -> tuple[str, ...]:
    """Return the options of this sheet, which must be repeated with its readings."""
    options = (f"--paper {request.paper}",) if request.paper != _PAPER else ()
    return (*options, "--landscape") if request.landscape else options


def _store_profile(request: CalibrateRequest) -> Iterator[str]:
    name = valid_printer_name(request.name, Place("--set"))
    profile = printer_from_readings(name, _target(request)[0], request.readings)
    path = printer_path(name)
    write_atomically(path, printer_yaml(profile).encode())
    yield from profile_lines(profile)
    if max(profile.scale_x, profile.scale_y) < _MIN_SCALE:
        yield "Both sides of the frame are short. Was it printed at actual size? If not, print and measure it again."
    yield f"stored in {path}; build with --printer {name}"


def _printer_lines() -> Iterator[str]:
    """Yield a line for each printer.

    Raises:
        ProblemsFound: after the last line, the problems of invalid profiles.
    """
    names = printer_names()
    if not names:
        yield "no printer has been measured; make the sheet for it with `punchboard calibrate`"
    problems: list[Problem] = []
    for name in names:
        try:
            yield f"{name}: {'; '.join(list(profile_lines(printer(name)))[1:])}"
        except ProblemsFound as error:
            problems += error.problems
    if problems:
        raise ProblemsFound(tuple(problems))


def profile_lines(file: PrinterFile) -> Iterator[str]:
    """Yield the description of a printer profile."""
    yield f"{file.name or 'printer'}: {'landscape' if file.landscape else 'portrait'} pages, on the {file.flip}"
    across = f"{abs(file.x):.2f} mm {'right of' if file.x >= 0 else 'left of'}"
    down = f"{abs(file.y):.2f} mm {'below' if file.y >= 0 else 'above'}"
    turn = f"turned {abs(file.angle):.2f} degrees {'clockwise' if file.angle >= 0 else 'counter-clockwise'}"
    yield f"backs lie {across} and {down} their place, {turn}, as seen from the back"
    yield f"100 mm are printed as {100 * file.scale_x:.2f} across and {100 * file.scale_y:.2f} down"
    yield f"blank: {', '.join(f'{value:g}' for value in file.margins)} mm at the top, right, bottom and left"


NAME: Final = "calibrate"
"""The theme and the texts of the target."""

_COMMAND: Final = """\
punchboard calibrate {options}--set NAME --a ACROSS DOWN --b ACROSS DOWN
--across WIDTH --down HEIGHT --margins TOP RIGHT BOTTOM LEFT"""


def target_bytes(workspace: Path, target: Target, paper: str, options: Sequence[str]) -> bytes:
    """Return the PDF of a target.

    Args:
        workspace: the folder whose layouts take precedence over the built-in ones.
        target: the size of the sheet and the edge that it is flipped on.
        paper: the name of the paper.
        options: the options of the sheet, which must be repeated with its readings.

    Raises:
        ProblemsFound: the problems of the target's theme and texts.
    """
    stationery = load_stationery(NAME, workspace)
    styles = Styles(stationery.theme.styles, stationery.families, Palette(stationery.theme.colours))
    usual = "short edge" if target.landscape else "long edge"
    flips = {
        edge: () if edge == usual else (f"--flip {edge.partition(' ')[0]}",) for edge in ("long edge", "short edge")
    }
    (other,) = flips.keys() - {target.flip}
    values = {
        "paper": paper,
        "edge": target.flip,
        "other": " ".join((*options, *flips[other])),
        "command": _COMMAND.format(options="".join(f"{option} " for option in (*options, *flips[target.flip]))),
    }
    return render("pdf", target_pages(target, LabelSetter(styles, Typesetter({})), stationery.words, values))
