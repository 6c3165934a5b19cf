"""Printer calibration: a printer profile from readings of the printed target, and pages corrected by it."""

from math import asin, degrees, floor, sqrt
from typing import Final, NamedTuple

from punchboard.geometry import IDENTITY, Affine, Point, Rect, Size
from punchboard.model.printing.printer import PrinterFile
from punchboard.model.printing.sheet import Flip, Margins
from punchboard.problem import Place, fail
from punchboard.scene import Document, Group, LazyPages, Page, symbols_on

RULE: Final = "PRINTER002"

NO_DRIFT: Final = 5.0
"""The reading in mm on every scale of a printer without drift; a scale goes from 0 to twice that."""

MAX_BLANK_EDGE: Final = 15.0
"""The widest blank edge in mm that the stairs of the target can measure."""

_EDGE: Final = 18.0
"""The least distance in mm between the paper's edges and the frame."""

_ACROSS: Final = Point(22, 24)
_DOWN: Final = Point(50, 24)
"""From the frame's top left corner to the middle readings of the scales of place A; those of B are point-symmetric."""

_MIN_FRAME: Final = Size(160, 160)
"""The smallest frame that has space for the scales and the text between them."""

_MAX_SCALE_ERROR: Final = 0.08
"""The share by which a frame may differ from its nominal size; beyond that, the reading is taken for a mistake."""

_MAX_CONTRADICTION: Final = 0.6
"""Mm by which the four readings may deviate from a pure shift and rotation of the sheet."""

_MAX_ANGLE: Final = 1.5
"""The largest plausible rotation, in degrees, of a sheet fed by rollers."""

_ITERATIONS: Final = 12


class Target(NamedTuple):
    """The calibration target for a paper and the edge on which it is flipped. Positions are as seen from the front."""

    paper: Size
    flip: Flip = "long edge"

    @property
    def frame(self) -> Rect:
        """The frame whose sides the user measures: whole centimetres long, in the middle of the page."""
        width, height = (floor((side - 2 * _EDGE) / 10) * 10.0 for side in self.paper)
        return Rect((self.paper.width - width) / 2, (self.paper.height - height) / 2, width, height)

    @property
    def fits(self) -> bool:
        """Whether the target fits on the paper."""
        return self.frame.width >= _MIN_FRAME.width and self.frame.height >= _MIN_FRAME.height

    @property
    def landscape(self) -> bool:
        """Whether the page is wider than it is high."""
        return self.paper.width > self.paper.height

    @property
    def through_paper(self) -> Affine:
        """The reflection between the sheet seen from its front and seen from its back; it is its own inverse.

        A portrait page flipped on its long edge, or a landscape page flipped on its short edge, turns like a page of a
        book: left and right change places. Otherwise top and bottom do.
        """
        width, height = self.paper
        like_a_book = (self.flip == "short edge") is self.landscape
        return Affine(-1, 0, 0, 1, width, 0) if like_a_book else Affine(1, 0, 0, -1, 0, height)

    def across_origin(self, place: str) -> Point:
        """Return the middle reading, `NO_DRIFT`, of the horizontal scale of place A or B."""
        return self._origin(_ACROSS, place)

    def down_origin(self, place: str) -> Point:
        """Return the middle reading, `NO_DRIFT`, of the vertical scale of place A or B."""
        return self._origin(_DOWN, place)

    def _origin(self, offset: Point, place: str) -> Point:
        frame = self.frame
        if place == "A":
            return Point(frame.x + offset.x, frame.y + offset.y)
        return Point(frame.right - offset.x, frame.bottom - offset.y)


class Readings(NamedTuple):
    """A user's readings: (across, down) at places A and B, the frame's sides, the blank edges; None if not read."""

    a: tuple[float, float] | None = None
    b: tuple[float, float] | None = None
    width: float | None = None
    height: float | None = None
    margins: tuple[float, float, float, float] | None = None


def printer_from_readings(name: str, target: Target, readings: Readings) -> PrinterFile:
    """Return the printer profile that explains these readings of a target.

    Raises:
        ProblemsFound: PRINTER002 for impossible readings, and for readings that contradict each other.
    """
    across = _scale("--across", readings.width, target.frame.width)
    down = _scale("--down", readings.height, target.frame.height)
    drift, angle = _drift(target, readings, across, down)
    mirror = target.through_paper
    return PrinterFile.model_validate(
        {
            "name": name,
            "x": round(mirror.a * drift.x, 3) + 0.0,
            "y": round(mirror.d * drift.y, 3) + 0.0,
            "angle": round(-angle, 4) + 0.0,
            "scale x": round(across, 5),
            "scale y": round(down, 5),
            **({"margins": _margins(readings.margins)} if readings.margins is not None else {}),
            "flip": target.flip,
            "landscape": target.landscape,
        }
    )


def _drift(target: Target, readings: Readings, across: float, down: float) -> tuple[Point, float]:
    """Return the drift of backs in mm and their rotation in degrees clockwise, as seen from the front.

    Places A and B are point-symmetric about the middle of the page. So half the sum of their offsets is the drift of
    the sheet, and half their difference is the effect of the rotation on A.
    """
    if readings.a is None or readings.b is None:
        if readings.a is not readings.b:
            missing = "--b" if readings.b is None else "--a"
            raise fail(RULE, Place(missing), f"{missing} is missing", "read the scales at both places, A and B")
        return Point(0, 0), 0.0
    (ax, ay), (bx, by) = _offsets("--a", readings.a), _offsets("--b", readings.b)
    drift = Point((ax + bx) / 2 * across, (ay + by) / 2 * down)
    return drift, _angle(target, Point((ax - bx) / 2 * across, (ay - by) / 2 * down), across, down)


def _offsets(option: str, pair: tuple[float, float]) -> tuple[float, float]:
    """Return two readings as offsets in mm from `NO_DRIFT`."""
    for value in pair:
        if not 0 <= value <= 2 * NO_DRIFT:
            hint = f"readings go from 0 to {2 * NO_DRIFT:g}; {NO_DRIFT:g} means no drift. Print the page at actual size"
            raise fail(RULE, Place(option), f"{value:g} is not on the scale", hint)
    return pair[0] - NO_DRIFT, pair[1] - NO_DRIFT


def _angle(target: Target, half: Point, across: float, down: float) -> float:
    """Return the rotation in degrees that offsets the scales of A by ``half``; its sine is found by iteration."""
    middle = Rect(0, 0, *target.paper).centre
    x_at, y_at = target.across_origin("A"), target.down_origin("A")
    x_from, x_arm = (x_at.x - middle.x) * across, (x_at.y - middle.y) * down
    y_arm, y_from = (y_at.x - middle.x) * across, (y_at.y - middle.y) * down
    sine = u = v = 0.0
    for _ in range(_ITERATIONS):
        shrink = sqrt(1 - sine * sine) - 1
        u, v = half.x - shrink * x_from, half.y - shrink * y_from
        sine = (v * y_arm - u * x_arm) / (x_arm * x_arm + y_arm * y_arm)
    if max(abs(u + sine * x_arm), abs(v - sine * y_arm)) > _MAX_CONTRADICTION:
        hint = "read both again with page 1 towards you; one of them may be a millimetre off"
        raise fail(RULE, Place("--a"), "the readings of A and B contradict each other", hint)
    angle = degrees(asin(sine))
    if abs(angle) > _MAX_ANGLE:
        message = f"the back is rotated by {abs(angle):.1f} degrees, so the paper was fed askew"
        raise fail(RULE, Place("--a"), message, "print the target again")
    return angle


def _scale(option: str, length: float | None, nominal: float) -> float:
    """Return the scale at which a nominal length prints at this length; 1 if nothing was measured."""
    if length is None:
        return 1.0
    if not abs(length / nominal - 1) <= _MAX_SCALE_ERROR:
        hint = "print at actual size, and measure in mm"
        message = f"the frame side cannot be {length:g} mm long; its nominal length is {nominal:g} mm"
        raise fail(RULE, Place(option), message, hint)
    return length / nominal


def _margins(margins: tuple[float, float, float, float]) -> Margins:
    for value in margins:
        if not 0 <= value <= MAX_BLANK_EDGE:
            hint = f"at each edge, read the smallest number with an unbroken line, from 1 to {MAX_BLANK_EDGE - 1:g}"
            raise fail(RULE, Place("--margins"), f"{value:g} is not on the stairs", f"{hint}: top, right, bottom, left")
    return Margins(*margins)


def corrected_document(document: Document, printer: PrinterFile, flip: Flip = "long edge") -> Document:
    """Return a document that, printed on this printer, looks as the given document should.

    Backs (`Page.side`) get the inverse of drift, angle and scale about the middle of the page, all other pages the
    inverse of the scale alone. Page sizes and page boxes stay as they are.

    Args:
        document: pages as they should look on paper.
        printer: the printer's measured errors.
        flip: the edge on which the sheets are flipped.
    """
    pages = document.pages
    corrected = LazyPages(
        range(len(pages)),
        lambda number: _corrected_page(pages[number], printer, flip),
        lambda number: symbols_on(pages[number : number + 1]),
    )
    return document._replace(pages=corrected)


def _corrected_page(page: Page, printer: PrinterFile, flip: Flip) -> Page:
    transform = printer.correction_transform(page.size, page.side, flip)
    return page if transform == IDENTITY else page._replace(items=(Group(page.items, transform),))
