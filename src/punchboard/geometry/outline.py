"""Outlines: paths of straight lines and cubic curves, the only kind of shape that renderers draw."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final

from punchboard.geometry.basics import Affine, Rect

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
