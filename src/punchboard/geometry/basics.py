"""Points, sizes, rectangles, transforms and outlines: immutable, in millimetres, origin top left, y downwards."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import cos, radians, sin
from typing import Final, NamedTuple


class Point(NamedTuple):
    """A position in mm."""

    x: float
    y: float


class Size(NamedTuple):
    """A width and a height in mm."""

    width: float
    height: float

    def grown(self, margin: float) -> "Size":
        """Return the size with ``margin`` added on each of the four sides."""
        return Size(self.width + 2 * margin, self.height + 2 * margin)

    def turned(self) -> "Size":
        """Return the size after a quarter turn."""
        return Size(self.height, self.width)


class Rect(NamedTuple):
    """A rectangle in mm: its top left corner, width and height."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The x of the right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The y of the lower edge."""
        return self.y + self.height

    @property
    def centre(self) -> Point:
        """The point in the middle."""
        return Point(self.x + self.width / 2, self.y + self.height / 2)

    @property
    def size(self) -> Size:
        """Width and height alone."""
        return Size(self.width, self.height)

    def grow(self, margin: float) -> "Rect":
        """Return the rectangle with every edge moved outwards by ``margin``; the inverse of `shrink`."""
        return Rect(self.x - margin, self.y - margin, self.width + 2 * margin, self.height + 2 * margin)

    def shrink(self, margin: float) -> "Rect":
        """Return the rectangle with every edge moved inwards by ``margin``; the inverse of `grow`."""
        return self.grow(-margin)

    def moved(self, dx: float, dy: float) -> "Rect":
        """Return the rectangle shifted by ``dx`` to the right and ``dy`` down."""
        return Rect(self.x + dx, self.y + dy, self.width, self.height)

    def contains(self, other: "Rect", tolerance: float = 0.001) -> bool:
        """Return whether ``other`` lies inside, within ``tolerance``."""
        left, top, width, height = self
        x, y, across, down = other  # inlined for speed: called for every box of every card
        return (
            x >= left - tolerance
            and y >= top - tolerance
            and x + across <= left + width + tolerance
            and y + down <= top + height + tolerance
        )

    def overlap(self, other: "Rect") -> "Rect | None":
        """Return the part common to both, or None when they share no area."""
        x, y = max(self.x, other.x), max(self.y, other.y)
        width = min(self.right, other.right) - x
        height = min(self.bottom, other.bottom) - y
        return Rect(x, y, width, height) if width > 0 and height > 0 else None

    def union(self, other: "Rect") -> "Rect":
        """Return the smallest rectangle that holds both."""
        x, y = min(self.x, other.x), min(self.y, other.y)
        return Rect(x, y, max(self.right, other.right) - x, max(self.bottom, other.bottom) - y)


ORIGIN: Final = Point(0, 0)

_QUARTERS: Final[Mapping[float, tuple[float, float]]] = {
    0.0: (1.0, 0.0),
    90.0: (0.0, 1.0),
    180.0: (-1.0, 0.0),
    270.0: (0.0, -1.0),
}
"""Cosine and sine of quarter turns, which must be exact."""


class Affine(NamedTuple):
    """The transform ``x' = a x + c y + e``, ``y' = b x + d y + f``.

    ``(m @ n)`` applies ``n`` first, then ``m``::

        | a c e |
        | b d f |
        | 0 0 1 |
    """

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    @staticmethod
    def move(dx: float, dy: float) -> "Affine":
        """Return the translation by (dx, dy)."""
        return Affine(1, 0, 0, 1, dx, dy)

    @staticmethod
    def scale(sx: float, sy: float | None = None) -> "Affine":
        """Return the scaling about the origin, the same in both directions unless ``sy`` is given."""
        return Affine(sx, 0, 0, sx if sy is None else sy, 0, 0)

    @staticmethod
    def turn(degrees: float, about: Point = ORIGIN) -> "Affine":
        """Return the clockwise rotation (as seen on the page) about a point; quarter turns are exact."""
        cosine, sine = _QUARTERS.get(degrees % 360) or (cos(radians(degrees)), sin(radians(degrees)))
        x, y = about
        return Affine(cosine, sine, -sine, cosine, x - cosine * x + sine * y, y - sine * x - cosine * y)

    def __matmul__(self, other: "Affine") -> "Affine":
        """Return the transform that applies ``other`` first."""
        return Affine(
            self.a * other.a + self.c * other.b,
            self.b * other.a + self.d * other.b,
            self.a * other.c + self.c * other.d,
            self.b * other.c + self.d * other.d,
            self.a * other.e + self.c * other.f + self.e,
            self.b * other.e + self.d * other.f + self.f,
        )

    def apply(self, point: Point) -> Point:
        """Return the transformed point."""
        x, y = point
        return Point(self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f)

    def bounds(self, rect: Rect) -> Rect:
        """Return the bounding rectangle of the transformed ``rect``."""
        corners = [self.apply(Point(x, y)) for x in (rect.x, rect.right) for y in (rect.y, rect.bottom)]
        left, top = min(p.x for p in corners), min(p.y for p in corners)
        return Rect(left, top, max(p.x for p in corners) - left, max(p.y for p in corners) - top)


IDENTITY = Affine()


Segment = tuple[str, tuple[float, ...]]
"""``("M", (x, y))``, ``("L", (x, y))``, ``("C", (x1, y1, x2, y2, x, y))`` or ``("Z", ())``; absolute, in mm."""

DECIMALS: Final = 3
"""Decimals of coordinates, a micrometre: they are rounded once, when an outline is made or placed."""


@dataclass(frozen=True)
class Outline:
    """A path of subpaths, each starting with M; outlines are compared by value."""

    segments: tuple[Segment, ...]

    def __hash__(self) -> int:
        """Return the hash of the segments, computed once because renderers use outlines as cache keys."""
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(self.segments)

    @cached_property
    def bounds(self) -> Rect:
        """The bounding rectangle of all points, including control points."""
        xs = [value for _, numbers in self.segments for value in numbers[0::2]]
        ys = [value for _, numbers in self.segments for value in numbers[1::2]]
        if not xs:
            return Rect(0, 0, 0, 0)
        return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))

    def placed(self, transform: Affine) -> "Outline":
        """Return the outline after the transform, rounded to `DECIMALS`."""
        a, b, c, d, e, f = transform
        placed: list[Segment] = []
        for command, numbers in self.segments:  # inlined for speed: most of the time of composing was spent here
            if len(numbers) == 2:
                x, y = numbers
                placed.append((command, (round(a * x + c * y + e, DECIMALS), round(b * x + d * y + f, DECIMALS))))
            elif numbers:
                x1, y1, x2, y2, x, y = numbers
                points = (
                    round(a * x1 + c * y1 + e, DECIMALS),
                    round(b * x1 + d * y1 + f, DECIMALS),
                    round(a * x2 + c * y2 + e, DECIMALS),
                    round(b * x2 + d * y2 + f, DECIMALS),
                    round(a * x + c * y + e, DECIMALS),
                    round(b * x + d * y + f, DECIMALS),
                )
                placed.append((command, points))
            else:
                placed.append((command, ()))
        return Outline(tuple(placed))

    def __add__(self, other: "Outline") -> "Outline":
        """Return one outline with the subpaths of both."""
        return Outline(self.segments + other.segments)


def join_outlines(outlines: Iterable[Outline]) -> Outline:
    """Return one outline with the subpaths of all."""
    return Outline(tuple(segment for outline in outlines for segment in outline.segments))


def polyline(points: Iterable[tuple[float, float]], *, closed: bool = False) -> Outline:
    """Return straight lines through the points, rounded to `DECIMALS`."""
    segments: list[Segment] = [
        ("L" if index else "M", (round(x, DECIMALS), round(y, DECIMALS))) for index, (x, y) in enumerate(points)
    ]
    if closed:
        segments.append(("Z", ()))
    return Outline(tuple(segments))


def smooth_curve(points: Sequence[tuple[float, float]], *, closed: bool = False) -> Outline:
    """Return a smooth curve through at least two points, rounded to `DECIMALS` (Catmull-Rom, as cubic Béziers)."""
    if closed:
        around = curve_segments([points[-1], *points, points[0], points[1]])
        return Outline((("M", around[1][1][-2:]), *around[2:-1], ("Z", ())))
    return Outline(tuple(curve_segments(points)))


def curve_segments(points: Sequence[tuple[float, float]]) -> list[Segment]:
    """Return the segments of `smooth_curve`: an M to the first point, and a C to each further one."""
    # in micrometres plus 0.5, so that floor division rounds: with round() a curve takes three times as long
    knots = [(x * 1000, y * 1000) for x, y in points]
    (bx, by), (x, y) = knots[0], knots[0]
    segments: list[Segment] = [("M", ((x + 0.5) // 1 / 1000, (y + 0.5) // 1 / 1000))]
    knots.append(knots[-1])
    for (ex, ey), (ax, ay) in pairwise(knots[1:]):
        curve = (
            (x + (ex - bx) / 6 + 0.5) // 1 / 1000,
            (y + (ey - by) / 6 + 0.5) // 1 / 1000,
            (ex - (ax - x) / 6 + 0.5) // 1 / 1000,
            (ey - (ay - y) / 6 + 0.5) // 1 / 1000,
            (ex + 0.5) // 1 / 1000,
            (ey + 0.5) // 1 / 1000,
        )
        segments.append(("C", curve))
        bx, by, x, y = x, y, ex, ey
    return segments
