"""Drawing tools shared by ornaments: marks, strokes of changing width, smooth shapes, and a sheet to draw scenes on."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from math import cos, fsum, hypot, pi, sin
from random import Random
from typing import Any, NamedTuple

from punchboard.geometry import (
    IDENTITY,
    Affine,
    Outline,
    Point,
    Rect,
    Segment,
    circle,
    curve_segments,
    polyline,
    rectangle,
    smooth_curve,
)
from punchboard.system.yaml_parser import own_data

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
    step = fsum(lengths) / (count - 1)
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


class Mark(NamedTuple):
    """An outline in mm; ``ink`` is an index into the layout's colours, ``width`` the stroke's in mm, None to fill."""

    outline: Outline
    ink: int = 0
    width: float | None = None


Part = Sequence[str]
"""Layers of a drawing, bottom first, as `drawings.yaml` explains them."""

KEY_LINE = 1.3
"""Width of the line around a shape, in units of its drawing."""


@cache
def _all_drawings() -> dict[str, dict[str, Any]]:
    drawings: dict[str, dict[str, Any]] = own_data("ornament/drawings.yaml")
    return drawings


def drawings_of(kind: str) -> Mapping[str, Any]:
    """Return the drawings of a kind of ornament by their names in `drawings.yaml`: knots, parts, or several of them."""
    return _all_drawings()[kind]


def part_marks(part: Sequence[str], frame: Affine) -> Iterator[Mark]:
    """Yield the marks of a part placed by a frame; the frame must scale equally in both directions, or mirror."""
    width = round(KEY_LINE * (abs(frame.a) + abs(frame.b)), 3)
    for layer in part:
        ink = int(layer[0])
        for outline in _outlines(layer[1], layer[2:]):
            there = transform_outline(outline, frame)
            yield Mark(there, ink)
            if layer[1] in "o#*":
                yield Mark(there, 0, width)


@lru_cache(maxsize=512)
def _outlines(sort: str, knots: str) -> tuple[Outline, ...]:
    given = parse_knots(knots)
    if sort in "~x":
        strokes = (given, _mirrored(given)) if sort == "x" else (given,)
        return tuple(_stroke(one) for one in strokes)
    if sort in "=#":
        half = [knot for knot in given if abs(knot.x) > 1e-9]
        return (knot_outline((*given, *_mirrored(half)[::-1])),)
    if sort in "+*":
        return knot_outline(given), knot_outline(_mirrored(given))
    return (knot_outline(given),)


def _mirrored(knots: Sequence[Knot]) -> list[Knot]:
    return [Knot(-x, y, corner) for x, y, corner in knots]


def _stroke(knots: Sequence[Knot]) -> Outline:
    points = evenly_spaced([(x, y) for x, y, _ in knots], 3 * len(knots))
    return swelling_stroke(points, leaf_width(1.7, 0.3))


SKY, LIGHT, FAR, MIDDLE, NEAR, DARK = range(6)
"""The inks of scenes: the sky, the light in it, three distances, and what stands in front of them."""


class Sketch:
    """Collects marks. Positions are fractions of the area's width and height, sizes of `unit`."""

    def __init__(self, area: Rect, random: Random) -> None:
        self.area, self.random = area, random
        self.unit = min(area.width, area.height * 1.4)
        """The length in mm that sizes are fractions of."""
        self.marks: list[Mark] = []

    def at(self, x: float, y: float) -> Point:
        """Return a point in mm."""
        return Point(self.area.x + x * self.area.width, self.area.y + y * self.area.height)

    def add(self, outline: Outline, ink: int, width: float | None = None) -> None:
        """Add an outline, filled, or stroked with a width given as a fraction of the unit."""
        placed = transform_outline(outline, IDENTITY)  # in micrometres
        self.marks.append(Mark(placed, ink, None if width is None else width * self.unit))

    def ground(self, ink: int) -> None:
        """Fill the whole area."""
        self.add(rectangle(self.area), ink)

    def block(self, left: float, top: float, right: float, bottom: float, ink: int) -> None:
        """Fill a rectangle."""
        x, y = self.at(left, top)
        far = self.at(right, bottom)
        self.add(rectangle(Rect(x, y, far.x - x, far.y - y)), ink)

    def disc(self, x: float, y: float, size: float, ink: int, width: float | None = None) -> None:
        """Draw a circle with a radius given as a fraction of the unit."""
        self.add(circle(self.at(x, y), size * self.unit), ink, width)

    def shape(self, x: float, y: float, size: float, ink: int, points: Sequence[tuple[float, float]]) -> None:
        """Fill a polygon whose points are fractions of a size, about a place."""
        centre, scale = self.at(x, y), size * self.unit
        self.add(polyline([(centre.x + dx * scale, centre.y + dy * scale) for dx, dy in points], closed=True), ink)

    def line(self, points: Sequence[tuple[float, float]], ink: int, width: float, *, smooth: bool = False) -> None:
        """Draw a line through points given as fractions of the area."""
        placed = [self.at(*point) for point in points]
        self.add(smooth_curve(placed) if smooth else polyline(placed), ink, width)

    def ridge(self, base: float, swing: float, ink: int) -> tuple[float, float, float]:
        """Fill everything below a rolling line; return what `height` takes to find the line again."""
        wave = (base, swing, self.random.uniform(0, 2 * pi))
        tops = [self.at(-0.05 + 0.05 * step, height(wave, -0.05 + 0.05 * step)) for step in range(23)]
        line = smooth_curve(tops)
        low = (("L", self.at(1.05, 1.03)), ("L", self.at(-0.05, 1.03)), ("Z", ()))
        self.add(Outline((*line.segments, *low)), ink)
        return wave


def scene(area: Rect, random: Random, draw: Callable[[Sketch], None]) -> tuple[Mark, ...]:
    """Return the marks of a scene that fills its area, the sky first."""
    sheet = Sketch(area, random)
    sheet.ground(SKY)
    draw(sheet)
    return tuple(sheet.marks)


def height(wave: tuple[float, float, float], x: float) -> float:
    """Return the height of a ridge at a place, as a fraction of the area's height from its top."""
    base, swing, shift = wave
    return base + swing * (0.65 * sin(2 * pi * 0.9 * x + shift) + 0.35 * sin(2 * pi * 2.3 * x + 2 * shift))
