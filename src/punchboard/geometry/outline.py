"""Outlines: paths of straight lines and cubic curves, the only kind of shape that renderers draw."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from punchboard.geometry.basics import Affine, Point, Rect

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


def smooth_curve(points: Iterable[tuple[float, float]], *, closed: bool = False) -> Outline:
    """Return a smooth curve through the points (Catmull-Rom, as cubic Béziers)."""
    knots = [Point(*point) for point in points]
    count = len(knots)
    if count < 3:
        return polyline(knots, closed=closed)

    def knot(index: int) -> Point:
        return knots[index % count] if closed else knots[min(max(index, 0), count - 1)]

    segments: list[Segment] = [("M", (round(knots[0].x, DECIMALS), round(knots[0].y, DECIMALS)))]
    for index in range(count if closed else count - 1):
        before, start, end, after = (knot(index + offset) for offset in (-1, 0, 1, 2))
        numbers = (
            start.x + (end.x - before.x) / 6,
            start.y + (end.y - before.y) / 6,
            end.x - (after.x - start.x) / 6,
            end.y - (after.y - start.y) / 6,
            end.x,
            end.y,
        )
        segments.append(("C", tuple(round(value, DECIMALS) for value in numbers)))
    if closed:
        segments.append(("Z", ()))
    return Outline(tuple(segments))
