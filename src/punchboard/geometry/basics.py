"""Points, sizes, rectangles and affine transforms: immutable, in millimetres, origin top left, y downwards."""

from collections.abc import Mapping
from math import cos, radians, sin
from types import MappingProxyType
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

_QUARTERS: Final[Mapping[float, tuple[float, float]]] = MappingProxyType(
    {0.0: (1.0, 0.0), 90.0: (0.0, 1.0), 180.0: (-1.0, 0.0), 270.0: (0.0, -1.0)}
)
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
