"""From what a person reads off the printed target to the printer that prints so. Pure arithmetic; lengths in mm."""

from math import asin, degrees, floor, sqrt
from typing import Final, NamedTuple

from punchboard.geometry import Affine, Point, Rect, Size
from punchboard.model.printing.printer import PrinterFile
from punchboard.model.printing.sheet import Flip, Margins
from punchboard.problem import Place, fail

RULE: Final = "PRINTER002"

NO_DRIFT: Final = 5.0
"""What a printer without drift reads on every scale; a scale goes from 0 to twice that."""

MAX_BLANK_EDGE: Final = 15.0
"""What a printer may leave blank at an edge; the stairs of the target go so far."""

_EDGE: Final = 18.0
"""Mm at least between the paper's edges and the frame."""

_ACROSS: Final = Point(22, 24)
_DOWN: Final = Point(50, 24)
"""From the frame's top left corner to where the scales of place A read `TRUE`; those of B lie point-symmetric."""

_MIN_FRAME: Final = Size(160, 160)
"""A frame no smaller than this holds the scales, and the text between them."""

_MAX_SCALE_ERROR: Final = 0.08
"""The part by which a frame may differ from its nominal size: more is a slip."""

_MAX_CONTRADICTION: Final = 0.6
"""Mm by which the four readings may contradict a stiff sheet of paper."""

_MAX_ANGLE: Final = 1.5
"""Degrees of turn that a sheet can have which was fed by rollers."""

_ITERATIONS: Final = 12


class Target(NamedTuple):
    """The sheet of marks for a paper, which is turned over about an edge. Positions are seen from the front."""

    paper: Size
    flip: Flip = "long edge"

    @property
    def frame(self) -> Rect:
        """The frame whose sides are measured, whole centimetres long, in the middle of the page."""
        width, height = (floor((side - 2 * _EDGE) / 10) * 10.0 for side in self.paper)
        return Rect((self.paper.width - width) / 2, (self.paper.height - height) / 2, width, height)

    @property
    def fits(self) -> bool:
        """Whether the paper has the room that the target needs."""
        return self.frame.width >= _MIN_FRAME.width and self.frame.height >= _MIN_FRAME.height

    @property
    def landscape(self) -> bool:
        """Whether the page is wider than high."""
        return self.paper.width > self.paper.height

    @property
    def through_paper(self) -> Affine:
        """The map between the sheet seen from its front and from its back: a mirror, its own inverse.

        A high page has its long edges upright, a wide one its short edges: about these one turns it as a leaf.
        """
        width, height = self.paper
        as_a_leaf = (self.flip == "short edge") is self.landscape
        return Affine(-1, 0, 0, 1, width, 0) if as_a_leaf else Affine(1, 0, 0, -1, 0, height)

    def across_origin(self, place: str) -> Point:
        """Return where the scale of x of place A or B reads `TRUE`."""
        return self._origin(_ACROSS, place)

    def down_origin(self, place: str) -> Point:
        """Return where the scale of y of place A or B reads `TRUE`."""
        return self._origin(_DOWN, place)

    def _origin(self, offset: Point, place: str) -> Point:
        frame = self.frame
        if place == "A":
            return Point(frame.x + offset.x, frame.y + offset.y)
        return Point(frame.right - offset.x, frame.bottom - offset.y)


class Readings(NamedTuple):
    """What was read: (across, down) at the places A and B, the frame's sides, the blank edges; None was not read."""

    a: tuple[float, float] | None = None
    b: tuple[float, float] | None = None
    width: float | None = None
    height: float | None = None
    margins: tuple[float, float, float, float] | None = None


def printer_from_readings(name: str, target: Target, readings: Readings) -> PrinterFile:
    """Return the printer that gives such readings of a target.

    Raises:
        ProblemsFound: PRINTER002 for readings that no printer gives, or that contradict one another.
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
    """Return how far backs lie off and how many degrees they are turned clockwise, as seen from the front.

    Places A and B lie point-symmetric about the middle, so half the sum of their drifts is that of the sheet, and half
    the difference is what turning does to A.
    """
    if readings.a is None or readings.b is None:
        if readings.a is not readings.b:
            missing = "--b" if readings.b is None else "--a"
            raise fail(RULE, Place(missing), f"{missing} is missing", "read the scales of both places, A and B")
        return Point(0, 0), 0.0
    (ax, ay), (bx, by) = _offsets("--a", readings.a), _offsets("--b", readings.b)
    drift = Point((ax + bx) / 2 * across, (ay + by) / 2 * down)
    return drift, _angle(target, Point((ax - bx) / 2 * across, (ay - by) / 2 * down), across, down)


def _offsets(option: str, pair: tuple[float, float]) -> tuple[float, float]:
    """Return two readings as mm from where they would be true."""
    for value in pair:
        if not 0 <= value <= 2 * NO_DRIFT:
            hint = f"the scales go from 0 to {2 * NO_DRIFT:g}, and a true printer reads {NO_DRIFT:g}; was the page printed at"
            raise fail(RULE, Place(option), f"{value:g} is not on the scale", f"{hint} actual size?")
    return pair[0] - NO_DRIFT, pair[1] - NO_DRIFT


def _angle(target: Target, half: Point, across: float, down: float) -> float:
    """Return the turn in degrees that moves the scales of A by a drift; its sine by repeated substitution."""
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
        hint = "read both again, page 1 towards you; is one of them a millimetre off?"
        raise fail(RULE, Place("--a"), "the readings of A and B contradict each other", hint)
    angle = degrees(asin(sine))
    if abs(angle) > _MAX_ANGLE:
        raise fail(RULE, Place("--a"), f"a back turned by {abs(angle):.1f} degrees was fed askew", "print it again")
    return angle


def _scale(option: str, length: float | None, nominal: float) -> float:
    """Return the scale that prints a nominal length so; nothing measured is a true printer."""
    if length is None:
        return 1.0
    if not abs(length / nominal - 1) <= _MAX_SCALE_ERROR:
        hint = f"it is {nominal:g} mm on a true printer; print at actual size, and measure in mm"
        raise fail(RULE, Place(option), f"the frame cannot be {length:g} mm long there", hint)
    return length / nominal


def _margins(margins: tuple[float, float, float, float]) -> Margins:
    for value in margins:
        if not 0 <= value <= MAX_BLANK_EDGE:
            hint = f"read the smallest number whose line is whole, from 1 to {MAX_BLANK_EDGE - 1:g}: top, right, bottom, left"
            raise fail(RULE, Place("--margins"), f"{value:g} is not on the stairs", hint)
    return Margins(*margins)
