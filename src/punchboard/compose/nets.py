"""Nets of dice and pawns: flat shapes with cuts, folds and glue tabs. Geometry in mm, seen from the printed side."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot
from typing import Final, NamedTuple

from punchboard.geometry import Affine, Outline, Point, Rect, Size, polyline, rectangle

TAB: Final = 0.35
"""Depth of a glue tab relative to a cube's edge. Its sides lean inwards by 45 degrees, so that tabs do not overlap."""

BASE: Final = 0.7
"""Depth of a pawn's base relative to its width."""

_CROSS: Final = ((1, 1), (2, 1), (1, 0), (1, 2), (0, 1), (3, 1))
"""Column and row of each face: front, right, top, bottom, left, back.

The first is opposite the last, and so on inwards. So opposite faces of a die with 1 to 6 add up to 7, and 1, 2, 3 run
anticlockwise round their common corner.
"""

_RIM: Final = (
    ((1, 0), True),
    ((2, 0), True),
    ((2, 1), False),
    ((3, 1), False),
    ((4, 1), True),
    ((4, 2), False),
    ((3, 2), False),
    ((2, 2), True),
    ((2, 3), True),
    ((1, 3), True),
    ((1, 2), False),
    ((0, 2), False),
    ((0, 1), False),
    ((1, 1), True),
)
"""The corners of the cross, clockwise, and whether the edge that begins there has a tab."""

_FOLDS: Final = (((1, 1), (2, 1)), ((1, 2), (2, 2)), ((1, 1), (1, 2)), ((2, 1), (2, 2)), ((3, 1), (3, 2)))

Fold = tuple[Point, Point]
"""The two ends of a fold line."""


class Panel(NamedTuple):
    """A side of the folded object: the index of the face that it shows, and the face's transform onto the net."""

    face: int
    transform: Affine


class Net(NamedTuple):
    """A flat shape; ``cut`` is one closed line round panels, blank parts and tabs. The origin is at its top left."""

    size: Size
    panels: tuple[Panel, ...]
    cut: Outline
    folds: tuple[Fold, ...]
    tabs: tuple[Outline, ...]
    """The outlines of glue tabs; each begins and ends at the ends of its fold."""
    blank_parts: tuple[Outline, ...] = ()
    """The outlines of parts that show no face."""


def die_net(edge: float) -> Net:
    """Return the net of a cube with this edge in mm: a Latin cross of six upright faces, with seven tabs."""
    top = TAB * edge

    def at(corner: tuple[int, int]) -> Point:
        return Point(corner[0] * edge, corner[1] * edge + top)

    rim = [(at(corner), tabbed) for corner, tabbed in _RIM]
    sides = [(start, end, tabbed) for (start, tabbed), (end, _) in pairwise((*rim, rim[0]))]
    tabs = tuple(tab_corners(start, end, top) for start, end, tabbed in sides if tabbed)
    return Net(
        Size((4 + TAB) * edge, (3 + 2 * TAB) * edge),
        tuple(Panel(index, Affine.move(*at(corner))) for index, corner in enumerate(_CROSS)),
        polyline(_outline_corners(sides, top), closed=True),
        (*((at(start), at(end)) for start, end in _FOLDS), *((start, end) for start, end, tabbed in sides if tabbed)),
        tuple(polyline(tab, closed=True) for tab in tabs),
    )


def pawn_net(size: Size) -> Net:
    """Return the net of a standing pawn, a tent: from the top a tab, the back upside down, the front, the base.

    ``size`` is that of the front in mm. Face 0 is the front, face 1 the back. The base is glued onto the tab; a pawn
    much wider than high has a base only as deep as the pawn is high.
    """
    width, height = size
    base = min(BASE * width, height)
    depth = base / 2
    top, ridge, foot = depth, depth + height, depth + 2 * height
    start, end = Point(0, top), Point(width, top)
    tab = tab_corners(start, end, depth)
    rim = (*tab, Point(width, foot + base), Point(0, foot + base))
    turned = Affine.move(0, top) @ Affine.turn(180, Point(width / 2, height / 2))
    return Net(
        Size(width, foot + base),
        (Panel(1, turned), Panel(0, Affine.move(0, ridge))),
        polyline(rim, closed=True),
        ((start, end), *((Point(0, y), Point(width, y)) for y in (ridge, foot))),
        (polyline(tab, closed=True),),
        (rectangle(Rect(0, foot, width, base)),),
    )


def tab_corners(start: Point, end: Point, depth: float) -> tuple[Point, ...]:
    """Return the corners of a glue tab on an edge of a clockwise outline; the tab lies outside the outline."""
    length = hypot(end.x - start.x, end.y - start.y)
    dx, dy = (end.x - start.x) / length * depth, (end.y - start.y) / length * depth
    return start, Point(start.x + dx + dy, start.y + dy - dx), Point(end.x - dx + dy, end.y - dy - dx), end


def _outline_corners(sides: Sequence[tuple[Point, Point, bool]], depth: float) -> Iterator[Point]:
    """Yield the corners of the whole outline, tabs included."""
    for start, end, tabbed in sides:
        yield from tab_corners(start, end, depth)[:-1] if tabbed else (start,)
