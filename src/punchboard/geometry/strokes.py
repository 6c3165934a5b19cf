"""Lines of some width as outlines that are filled: their two sides, with joins at corners and caps at ends."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import atan2, ceil, cos, hypot, pi, sin, sqrt
from typing import Final, Literal, NamedTuple

from punchboard.geometry.basics import Outline, Point, Rect, polyline
from punchboard.geometry.shapes import circle, rectangle, subpaths

Cap = Literal["butt", "round", "square"]
Join = Literal["miter", "round", "bevel"]

TOLERANCE: Final = 1 / 1500
"""How far chords may be from their curve, as a share of the size of the drawing."""

STEP: Final = pi / 12
"""The angle between the corners of a round join or cap."""

_GENTLE: Final = 1.5
"""One and the cosine of the angle up to which the sides of a curve simply meet."""


class Pen(NamedTuple):
    """How a line is drawn: its width, its ends and its corners, as in SVG."""

    width: float
    cap: Cap = "butt"
    join: Join = "miter"
    miter_limit: float = 4.0


class _Corner(NamedTuple):
    """A point of a line, and whether it lies within a curve, where there is no corner to be seen."""

    at: Point
    is_smooth: bool


def stroked(outline: Outline, pen: Pen) -> Outline:
    """Return the outline of a line of some width, to be filled by the non-zero rule; overlaps wind the same way."""
    if not outline.segments:
        return outline
    bounds = outline.bounds
    fine = max(bounds.width, bounds.height, pen.width) * TOLERANCE
    drawn = Outline(())
    for subpath in subpaths(outline):
        is_closed = subpath.segments[-1][0] == "Z"
        corners = _corners(subpath, fine)
        if is_closed and len(corners) > 1 and _near(corners[0].at, corners[-1].at):
            corners = [corners[0], *corners[1:-1]]
        if len(corners) == 1:
            drawn += _dot(corners[0].at, pen)
        elif is_closed and len(corners) > 2:
            drawn += _ring(corners, pen)
        else:
            drawn += _line(corners, pen)
    return drawn


def _near(one: Point, other: Point) -> bool:
    return hypot(one.x - other.x, one.y - other.y) < 1e-9


def _corners(subpath: Outline, fine: float) -> list[_Corner]:
    """Return the corners of a subpath, with chords for curves, without those that lie on the one before."""
    corners: list[_Corner] = []
    for command, numbers in subpath.segments:
        if command == "C":
            first, second, end = (Point(*numbers[at : at + 2]) for at in (0, 2, 4))
            points = list(_curve(corners[-1].at, first, second, end, fine))
            new = [*(_Corner(point, is_smooth=True) for point in points[:-1]), _Corner(points[-1], is_smooth=False)]
        elif numbers:
            new = [_Corner(Point(*numbers[-2:]), is_smooth=False)]
        else:
            continue
        for corner in new:
            if not (corners and _near(corners[-1].at, corner.at)):
                corners.append(corner)
    return corners


def _curve(start: Point, first: Point, second: Point, end: Point, fine: float) -> Iterator[Point]:
    """Yield the ends of the chords of a curve, none of which is further from it than ``fine``."""
    bends = (
        hypot(start.x - 2 * first.x + second.x, start.y - 2 * first.y + second.y),
        hypot(first.x - 2 * second.x + end.x, first.y - 2 * second.y + end.y),
    )
    count = max(1, ceil(sqrt(0.75 * max(bends) / fine)))
    for step in range(1, count + 1):
        t = step / count
        a, b, c, d = (1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3
        yield Point(
            a * start.x + b * first.x + c * second.x + d * end.x, a * start.y + b * first.y + c * second.y + d * end.y
        )


def _dot(at: Point, pen: Pen) -> Outline:
    """Return what a line without length draws."""
    half = pen.width / 2
    if pen.cap == "butt":
        return Outline(())
    return circle(at, half) if pen.cap == "round" else rectangle(Rect(at.x - half, at.y - half, pen.width, pen.width))


def _ring(corners: Sequence[_Corner], pen: Pen) -> Outline:
    """Return a closed line: its two sides, each a loop."""
    turned = [*corners[1:], corners[0]]
    around = [corners[-1], *corners, corners[0]]
    back = [turned[0], *reversed(turned), turned[-1]]
    return polyline(_side(around, pen), closed=True) + polyline(_side(back, pen), closed=True)


def _line(corners: Sequence[_Corner], pen: Pen) -> Outline:
    """Return an open line: along one side, round its end and back along the other."""
    points = [
        *_end(corners[1].at, corners[0].at, pen),
        *_side(corners, pen),
        *_end(corners[-2].at, corners[-1].at, pen),
        *_side([*reversed(corners)], pen),
    ]
    return polyline(points, closed=True)


def _offset(start: Point, end: Point, half: float) -> Point:
    """Return the way from a line to its left side."""
    length = hypot(end.x - start.x, end.y - start.y)
    return Point((end.y - start.y) / length * half, (start.x - end.x) / length * half)


def _side(corners: Sequence[_Corner], pen: Pen) -> Iterator[Point]:
    """Yield the points of the left side of a line at its corners, without those at its ends."""
    half = pen.width / 2
    ways = [_offset(one.at, other.at, half) for one, other in pairwise(corners)]
    lengths = [hypot(other.at.x - one.at.x, other.at.y - one.at.y) for one, other in pairwise(corners)]
    for corner, before, after, *sides in zip(corners[1:-1], ways, ways[1:], lengths, lengths[1:], strict=False):
        at, is_inside = corner.at, before.x * after.y < before.y * after.x
        along = 1 + (before.x * after.x + before.y * after.y) / half**2
        reach = half * sqrt(max(2 - along, 0) / max(along, 1e-9))  # from the corner to where its sides meet
        if (is_inside and reach < min(sides)) or (corner.is_smooth and along > _GENTLE):
            yield Point(at.x + (before.x + after.x) / along, at.y + (before.y + after.y) / along)
            continue
        yield Point(at.x + before.x, at.y + before.y)
        if is_inside:
            yield at
        elif pen.join == "round" or corner.is_smooth:
            yield from _arc(at, before, after, half)
        elif pen.join == "miter" and along > 2 / pen.miter_limit**2:
            yield Point(at.x + (before.x + after.x) / along, at.y + (before.y + after.y) / along)
        yield Point(at.x + after.x, at.y + after.y)


def _arc(at: Point, before: Point, after: Point, half: float) -> Iterator[Point]:
    begin = atan2(before.y, before.x)
    turn = (atan2(after.y, after.x) - begin) % (2 * pi)
    for step in range(1, ceil(turn / STEP)):
        angle = begin + step * STEP
        yield Point(at.x + half * cos(angle), at.y + half * sin(angle))


def _end(start: Point, end: Point, pen: Pen) -> Iterator[Point]:
    """Yield the cap at the end of a line, from its left side to its right one."""
    half = pen.width / 2
    way = _offset(start, end, half)
    left, right = Point(end.x + way.x, end.y + way.y), Point(end.x - way.x, end.y - way.y)
    yield left
    if pen.cap == "round":
        yield from _arc(end, way, Point(-way.x, -way.y), half)
    elif pen.cap == "square":
        yield from (Point(left.x - way.y, left.y + way.x), Point(right.x - way.y, right.y + way.x))
    yield right
