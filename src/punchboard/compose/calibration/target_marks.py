"""The marks of the calibration target: scales with a vernier, stairs at the edges, the frame. Lengths in mm.

A main scale has a line every millimetre; its vernier, on the other side of the paper, has one every 0.9 mm. When the 0
of the vernier is k tenths of a millimetre past a line of the main scale, its k-th line meets a line of the main scale.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from punchboard.compose.calibration.readings import MAX_BLANK_EDGE, NO_DRIFT, Target
from punchboard.compose.text.inline import Typesetter
from punchboard.compose.text.lines import break_lines, line_items
from punchboard.compose.text.style import Styles, TextStyle
from punchboard.geometry import Point, Rect, Size, join_outlines, polyline, rectangle
from punchboard.scene import Item, Shape, Stroke

HAIR: Final = Stroke("#000000", 0.12)
FRAME: Final = Stroke("#000000", 0.2)

LENGTH: Final = 20
"""Length in mm of a main scale: the range of readings, and room for the vernier beyond it."""

VERNIER_STEP: Final = 0.9
"""Mm between the lines of a vernier."""

_VERNIER_PARTS: Final = 10
_SHORT, _LONG, _ZERO = 3.0, 4.6, 7.0
_OVERLAP: Final = 0.8
"""Mm by which the vernier's lines cross the main scale's baseline, so that matching lines visibly meet."""

_STEP: Final = 3.6
"""Width in mm of a step of the stairs."""


class LabelSetter(NamedTuple):
    """Sets short labels centred on a point."""

    styles: Styles
    setter: Typesetter

    def centred(self, text: str, style: TextStyle, middle: Point) -> Iterator[Item]:
        """Yield a word centred on a point, both across and by the height of its capitals."""
        lines = break_lines(self.setter.plain_atoms(text, style), 10_000)
        for row in lines.rows:
            yield from line_items(row, style, middle.x - lines.widest * style.size / 2, middle.y + style.cap_height / 2)


class Axis(NamedTuple):
    """Where a scale lies: the point of its middle reading, `NO_DRIFT`, and its direction, to the right or down."""

    origin: Point
    down: bool = False

    def point(self, along: float, off: float) -> Point:
        """Return the point ``along`` mm from the middle reading and ``off`` mm towards the vernier's side."""
        x, y = self.origin
        return Point(x + off, y + along) if self.down else Point(x + along, y + off)

    def ticks(self, ends: Iterator[tuple[float, float, float]], stroke: Stroke = HAIR) -> Shape:
        """Return lines across the scale, each given as (along, start, end)."""
        lines = (polyline([self.point(along, start), self.point(along, end)]) for along, start, end in ends)
        return Shape(join_outlines(lines), stroke=stroke)


def main_scale(axis: Axis, labels: LabelSetter) -> Iterator[Item]:
    """Yield the scale of the front: a line every mm, a number every 5 mm."""
    style = labels.styles.get("calibrate-figure")
    millimetres = range(LENGTH + 1)
    yield axis.ticks((mm - NO_DRIFT, 0.0, -(_SHORT if mm % 5 else _LONG)) for mm in millimetres)
    yield Shape(polyline([axis.point(-NO_DRIFT, 0), axis.point(LENGTH - NO_DRIFT, 0)]), stroke=HAIR)
    for mm in millimetres[::5]:
        yield from labels.centred(str(mm), style, axis.point(mm - NO_DRIFT, -_LONG - (2.4 if axis.down else 1.7)))


def vernier_scale(axis: Axis, labels: LabelSetter, ink: str = HAIR.colour) -> Iterator[Item]:
    """Yield the scale of the back, as seen through the paper: lines every 0.9 mm, and an arrow at its 0."""
    style = labels.styles.get("calibrate-figure", ink)
    yield axis.ticks(
        (
            (part * VERNIER_STEP, -_OVERLAP, _ZERO if part == 0 else _SHORT if part % 5 else _LONG)
            for part in range(_VERNIER_PARTS + 1)
        ),
        HAIR._replace(colour=ink),
    )
    tip = [axis.point(0, 0.3), axis.point(-0.7, 3.0), axis.point(0.7, 3.0)]
    yield Shape(polyline(tip, closed=True), fill=ink)
    off = 1.9 if axis.down else 1.7
    yield from labels.centred("0", style, axis.point(0, _ZERO + off))
    for part in (5, 10):
        yield from labels.centred(str(part), style, axis.point(part * VERNIER_STEP, _LONG + off))


def frame(target: Target) -> Shape:
    """Return the frame whose sides the user measures."""
    return Shape(rectangle(target.frame), stroke=FRAME)


def edge_stairs(target: Target, labels: LabelSetter) -> Iterator[Item]:
    """Yield the stairs at the four edges: a line at each mm from the edge, with its number behind it."""
    style = labels.styles.get("calibrate-figure")
    for edge in ("top", "right", "bottom", "left"):
        lines = []
        for mm in range(1, int(MAX_BLANK_EDGE)):
            along = (mm - MAX_BLANK_EDGE / 2) * _STEP
            ends = [_from_edge(edge, target.paper, mm, along + side * _STEP / 2) for side in (-1, 1)]
            lines.append(polyline(ends))
            behind = mm + (1.9 if edge in {"left", "right"} else 1.6)
            yield from labels.centred(str(mm), style, _from_edge(edge, target.paper, behind, along))
        yield Shape(join_outlines(lines), stroke=HAIR)


def _from_edge(edge: str, paper: Size, inwards: float, along: float) -> Point:
    """Return the point ``inwards`` mm from an edge and ``along`` mm from the middle of the edge."""
    middle = Rect(0, 0, *paper).centre
    return {
        "top": Point(middle.x + along, inwards),
        "bottom": Point(middle.x + along, paper.height - inwards),
        "left": Point(inwards, middle.y + along),
        "right": Point(paper.width - inwards, middle.y + along),
    }[edge]
