"""Drawing tools shared by ornaments: strokes of changing width, smooth shapes with corners, equal steps on a path."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import cos, hypot, pi, sin
from typing import NamedTuple

from punchboard.geometry import Affine, Outline, Point, Segment, circle, curve_segments

XY = tuple[float, float]
_DISC = circle(Point(0, 0), 1)
Width = Callable[[float], float]
"""Returns the width in mm of a stroke at a position from 0 (its start) to 1 (its end)."""


class Knot(NamedTuple):
    """A point that a shape goes through; the shape is smooth there unless it is a corner."""

    x: float
    y: float
    corner: bool = False


def polar(centre: XY, radius: float, angle: float) -> Point:
    """Return the point at a distance and an angle in radians, clockwise from the right."""
    return Point(centre[0] + radius * cos(angle), centre[1] + radius * sin(angle))


def even_width(width: float) -> Width:
    """Return a constant width."""
    return lambda _: width


def leaf_width(most: float, least: float = 0.0) -> Width:
    """Return the width of a leaf-shaped stroke: ``most`` in its middle, ``least`` at both ends."""
    return lambda t: least + (most - least) * sin(pi * t) ** 0.8


def tapered_width(first: float, last: float, swell: float = 0.0) -> Width:
    """Return a width that changes from ``first`` to ``last``, with ``swell`` added in the middle."""
    return lambda t: first + (last - first) * t + swell * sin(pi * t)


def swelling_stroke(points: Sequence[XY], width: Width) -> Outline:
    """Return a line of changing width through at least two points, as a closed outline."""
    last = len(points) - 1
    left: list[XY] = []
    right: list[XY] = []
    for index, (x, y) in enumerate(points):
        before, after = points[max(0, index - 1)], points[min(last, index + 1)]
        dx, dy = after[0] - before[0], after[1] - before[1]
        half = max(0.0, width(index / last)) / 2 / (hypot(dx, dy) or 1.0)
        left.append((x - dy * half, y + dx * half))
        right.append((x + dy * half, y - dx * half))
    right.reverse()
    there, back = curve_segments(left), curve_segments(right)
    return Outline((*there, ("L", back[0][1]), *back[1:], ("Z", ())))


def size_within(size: float, count: Callable[[float], float], most: float) -> float:
    """Return ``size``, increased in steps of 10 % until ``count`` of it is at most ``most``."""
    while count(size) > most:
        size *= 1.1
    return size


def evenly_spaced(points: Sequence[XY], count: int) -> list[Point]:
    """Return ``count`` points at equal distances along the polyline through the points, both ends included."""
    lengths = [hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points)]
    step = sum(lengths) / (count - 1)
    spaced = [Point(*points[0])]
    index, walked = 0, 0.0
    for number in range(1, count - 1):
        goal = step * number
        while index < len(lengths) - 1 and walked + lengths[index] < goal:
            walked += lengths[index]
            index += 1
        t = (goal - walked) / (lengths[index] or 1.0)
        (ax, ay), (bx, by) = points[index], points[index + 1]
        spaced.append(Point(ax + t * (bx - ax), ay + t * (by - ay)))
    return [*spaced, Point(*points[-1])]


@lru_cache(maxsize=256)
def parse_knots(knots: str) -> tuple[Knot, ...]:
    """Return knots from text: ``x,y`` pairs separated by spaces; ``!`` after a pair makes it a corner."""
    parsed = []
    for pair in knots.split():
        x, y = pair.rstrip("!").split(",")
        parsed.append(Knot(float(x), float(y), pair.endswith("!")))
    return tuple(parsed)


def knot_outline(knots: Sequence[Knot]) -> Outline:
    """Return the closed shape through the knots: smooth, except at corners."""
    count = len(knots)
    tangents = [_tangent(knots[index - 1], knots[index], knots[(index + 1) % count]) for index in range(count)]
    segments: list[Segment] = [("M", knots[0][:2])]
    for index in range(count):
        start, end = knots[index], knots[(index + 1) % count]
        segments.append(_side(start, end, tangents[index], tangents[(index + 1) % count]))
    return Outline((*segments, ("Z", ())))


def sketch_outline(knots: str, transform: Affine) -> Outline:
    """Return the closed shape through knots written as text, transformed and rounded to a micrometre."""
    return transform_outline(_cached_outline(knots), transform)


def disc(at: XY, radius: float) -> Outline:
    """Return a circle."""
    return transform_outline(_DISC, Affine(radius, 0, 0, radius, *at))


def transform_outline(outline: Outline, transform: Affine) -> Outline:
    """Return ``outline.placed`` with ties rounded up, in half the time: ornaments transform thousands of curves."""
    a, b, c, d, e, f = (1000 * value for value in transform)
    e, f = e + 0.5, f + 0.5  # so that floor division rounds, as in `curve_segments`
    segments: list[Segment] = []
    for command, numbers in outline.segments:
        if command == "C":
            x1, y1, x2, y2, x, y = numbers
            curve = (
                (a * x1 + c * y1 + e) // 1 / 1000,
                (b * x1 + d * y1 + f) // 1 / 1000,
                (a * x2 + c * y2 + e) // 1 / 1000,
                (b * x2 + d * y2 + f) // 1 / 1000,
                (a * x + c * y + e) // 1 / 1000,
                (b * x + d * y + f) // 1 / 1000,
            )
            segments.append(("C", curve))
        elif numbers:
            x, y = numbers
            segments.append((command, ((a * x + c * y + e) // 1 / 1000, (b * x + d * y + f) // 1 / 1000)))
        else:
            segments.append((command, numbers))
    return Outline(tuple(segments))


@lru_cache(maxsize=256)
def _cached_outline(knots: str) -> Outline:
    return knot_outline(parse_knots(knots))


def _tangent(before: Knot, at: Knot, after: Knot) -> XY | None:
    if at.corner:
        return None
    come = hypot(at.x - before.x, at.y - before.y) or 1e-9
    go = hypot(after.x - at.x, after.y - at.y) or 1e-9
    # the nearer neighbour has more weight, so that unevenly spaced knots do not overshoot
    dx = (at.x - before.x) / come * go + (after.x - at.x) / go * come
    dy = (at.y - before.y) / come * go + (after.y - at.y) / go * come
    length = hypot(dx, dy) or 1e-9
    return dx / length, dy / length


def _side(start: Knot, end: Knot, leave: XY | None, arrive: XY | None) -> Segment:
    if leave is None and arrive is None:
        return ("L", end[:2])
    length = hypot(end.x - start.x, end.y - start.y) or 1e-9
    chord = ((end.x - start.x) / length, (end.y - start.y) / length)
    leave = leave or _reflected(arrive or chord, chord)
    arrive = arrive or _reflected(leave, chord)
    reach = 0.36 * length
    return (
        "C",
        (
            start.x + leave[0] * reach,
            start.y + leave[1] * reach,
            end.x - arrive[0] * reach,
            end.y - arrive[1] * reach,
            *end[:2],
        ),
    )


def _reflected(tangent: XY, chord: XY) -> XY:
    """Return the tangent at the far end of an arc that has this tangent at its near end."""
    along = 2 * (tangent[0] * chord[0] + tangent[1] * chord[1])
    return along * chord[0] - tangent[0], along * chord[1] - tangent[1]
