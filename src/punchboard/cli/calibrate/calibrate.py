"""``punchboard calibrate``: the target to print, and the profile that is made of what is read from it."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from punchboard.cli.exit_status import PROBLEMS, SUCCESS, USAGE_ERROR
from punchboard.cli.output.display_paths import with_display_paths
from punchboard.cli.output.report import print_line, show_problems
from punchboard.compose.calibration.readings import Readings, Target, printer_from_readings
from punchboard.load.files.printers import printer, printer_names, printer_path, valid_printer_name
from punchboard.load.layouts.stationery import paper
from punchboard.model.printing.printer import PrinterFile
from punchboard.model.printing.sheet import Flip, PaperFile
from punchboard.problem import Place, Problem, ProblemsFound, fail
from punchboard.write.atomic_file import write_atomically
from punchboard.write.printers import printer_yaml

FLIPS: Final[dict[str, Flip]] = {"long": "long edge", "short": "short edge"}
_PAPER: Final = "a4"
_MIN_SCALE: Final = 0.99
"""Both scales below this: a page that was fitted to the paper, rather than a printer that is so far off."""


class CalibrateRequest(NamedTuple):
    """The options of ``punchboard calibrate`` as they were typed."""

    workspace: Path
    paper: str = _PAPER
    landscape: bool = False
    flip: str = ""
    out: Path | None = None
    name: str = ""
    readings: Readings = Readings()
    show: str = ""
    listing: bool = False

    @property
    def conflict(self) -> str:
        """What cannot be asked together, or for; nothing when all can."""
        if sum(map(bool, (self.name, self.show, self.listing))) > 1:
            return "error: --set, --show and --list exclude each other"
        if self.readings != Readings() and not self.name:
            return "error: readings are stored under a name\n    add --set NAME"
        if self.name and self.readings == Readings():
            return "error: --set needs what was read\n    punchboard calibrate makes the sheet to read it from"
        if self.flip and self.flip not in FLIPS:
            return f"error: {self.flip!r} is not an edge\n    known are: {', '.join(FLIPS)}"
        return ""


def run_calibrate(asked: CalibrateRequest) -> int:
    """Do what is asked for and return the exit status."""
    if asked.conflict:
        print(asked.conflict, file=sys.stderr)  # noqa: T201 - this is the command line's voice
        return USAGE_ERROR
    try:
        for line in _output_lines(asked):
            print_line(line)
    except ProblemsFound as found:
        show_problems(with_display_paths(found.problems, asked.workspace))
        typed = any(problem.place.file.startswith("--") for problem in found.problems)
        return USAGE_ERROR if typed else PROBLEMS
    return SUCCESS


def _output_lines(asked: CalibrateRequest) -> Iterator[str]:
    """Do what is asked for; yield what to say of it."""
    if asked.listing:
        yield from _printer_lines()
    elif asked.show:
        yield from profile_lines(printer(asked.show))
        yield f"file: {printer_path(asked.show)}"
    elif asked.name:
        yield from _store_profile(asked)
    else:
        yield from _write_target(asked)


def _target(asked: CalibrateRequest) -> tuple[Target, PaperFile]:
    found = paper(asked.paper, asked.workspace)
    width, height = found.size
    wide = (width > height) is not asked.landscape
    target = Target(
        found.size.turned() if wide else found.size, FLIPS[asked.flip or ("short" if asked.landscape else "long")]
    )
    if not target.fits:
        message = f"{found.name} is too small for the sheet of marks"
        raise fail("SHEET001", Place("--paper"), message, "choose a4, letter or a larger paper")
    return target, found


def _write_target(asked: CalibrateRequest) -> Iterator[str]:
    from punchboard.cli.calibrate.target import target_bytes  # noqa: PLC0415 - setting type needs the fonts

    target, found = _target(asked)
    path = asked.out or Path(f"calibrate-{asked.paper}{'-landscape' * asked.landscape}.pdf")
    write_atomically(path, target_bytes(asked.workspace, target, found.name, _sheet_options(asked)))
    yield f"{path}: print it at actual size on both sides, flipped on the {target.flip}, and do what it says"


def _sheet_options(asked: CalibrateRequest) -> tuple[str, ...]:
    """Return the options that the readings must be given with again, since they are those of this sheet."""
    chosen = (f"--paper {asked.paper}",) if asked.paper != _PAPER else ()
    return (*chosen, "--landscape") if asked.landscape else chosen


def _store_profile(asked: CalibrateRequest) -> Iterator[str]:
    name = valid_printer_name(asked.name, Place("--set"))
    found = printer_from_readings(name, _target(asked)[0], asked.readings)
    path = printer_path(name)
    write_atomically(path, printer_yaml(found).encode())
    yield from profile_lines(found)
    if max(found.scale_x, found.scale_y) < _MIN_SCALE:
        yield "Both sides of the frame are short: was it printed at actual size? If not, print and measure it again."
    yield f"kept in {path}; build with --printer {name}"


def _printer_lines() -> Iterator[str]:
    """Yield a line for each printer; what is wrong with the files of some is told after the others."""
    names = printer_names()
    if not names:
        yield "no printer has been measured; punchboard calibrate makes the sheet for it"
    problems: list[Problem] = []
    for name in names:
        try:
            yield f"{name}: {'; '.join(list(profile_lines(printer(name)))[1:])}"
        except ProblemsFound as found:
            problems += found.problems
    if problems:
        raise ProblemsFound(tuple(problems))


def profile_lines(found: PrinterFile) -> Iterator[str]:
    """Yield what a profile says of its printer, in words."""
    yield f"{found.name or 'printer'}: {'landscape' if found.landscape else 'portrait'} pages, on the {found.flip}"
    across = f"{abs(found.x):.2f} mm {'right of' if found.x >= 0 else 'left of'}"
    down = f"{abs(found.y):.2f} mm {'below' if found.y >= 0 else 'above'}"
    turn = f"turned {abs(found.angle):.2f} degrees {'clockwise' if found.angle >= 0 else 'counter-clockwise'}"
    yield f"backs lie {across} and {down} their place, {turn}, as seen from the back"
    yield f"100 mm are printed as {100 * found.scale_x:.2f} across and {100 * found.scale_y:.2f} down"
    yield f"blank: {', '.join(f'{value:g}' for value in found.margins)} mm at the top, right, bottom and left"
