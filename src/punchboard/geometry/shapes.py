"""Outlines of simple shapes: rectangle, ellipse, hexagon, star and others; even-odd fills as non-zero outlines."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import cos, fsum, pi, sin, sqrt
from typing import Final, NamedTuple

from punchboard.geometry.basics import DECIMALS, Outline, Point, Rect, Segment, join_outlines, polyline

KAPPA: Final = 4 * (sqrt(2) - 1) / 3
"""The distance of the control points of a cubic that draws a quarter circle of radius 1."""


def _outline(*segments: Segment) -> Outline:
    return Outline(
        tuple((command, tuple(round(value, DECIMALS) for value in numbers)) for command, numbers in segments)
    )


def rectangle(rect: Rect) -> Outline:
    """Return the rectangle as an outline."""
    x, y, right, bottom = rect.x, rect.y, rect.right, rect.bottom
    return _outline(("M", (x, y)), ("L", (right, y)), ("L", (right, bottom)), ("L", (x, bottom)), ("Z", ()))


def rounded_rectangle(rect: Rect, radius: float) -> Outline:
    """Return the rectangle with round corners; the radius is limited to half the shorter side."""
    r = min(radius, rect.width / 2, rect.height / 2)
    if r <= 0:
        return rectangle(rect)
    x, y, right, bottom = rect.x, rect.y, rect.right, rect.bottom
    h = r * (1 - KAPPA)
    return _outline(
        ("M", (x + r, y)),
        ("L", (right - r, y)),
        ("C", (right - h, y, right, y + h, right, y + r)),
        ("L", (right, bottom - r)),
        ("C", (right, bottom - h, right - h, bottom, right - r, bottom)),
        ("L", (x + r, bottom)),
        ("C", (x + h, bottom, x, bottom - h, x, bottom - r)),
        ("L", (x, y + r)),
        ("C", (x, y + h, x + h, y, x + r, y)),
        ("Z", ()),
    )


def cut_rectangle(rect: Rect, size: float) -> Outline:
    """Return the rectangle with its corners cut off; the size is limited to half the shorter side."""
    r = min(size, rect.width / 2, rect.height / 2)
    x, y, right, bottom = rect.x, rect.y, rect.right, rect.bottom
    upper = [(x + r, y), (right - r, y), (right, y + r), (right, bottom - r)]
    return polyline([*upper, (right - r, bottom), (x + r, bottom), (x, bottom - r), (x, y + r)], closed=True)


def pennant(rect: Rect, notch: float) -> Outline:
    """Return the rectangle with a notch of this depth cut into its foot; at most half as deep as it is high."""
    x, y, right, bottom = rect.x, rect.y, rect.right, rect.bottom
    deep = min(notch, rect.height / 2)
    return polyline([(x, y), (right, y), (right, bottom), (rect.centre.x, bottom - deep), (x, bottom)], closed=True)


def scooped_rectangle(rect: Rect, radius: float) -> Outline:
    """Return the rectangle with a quarter circle cut out of each corner; the radius is limited as for round corners."""
    r = min(radius, rect.width / 2, rect.height / 2)
    if r <= 0:
        return rectangle(rect)
    x, y, right, bottom = rect.x, rect.y, rect.right, rect.bottom
    k = r * KAPPA
    return _outline(
        ("M", (x + r, y)),
        ("L", (right - r, y)),
        ("C", (right - r, y + k, right - k, y + r, right, y + r)),
        ("L", (right, bottom - r)),
        ("C", (right - k, bottom - r, right - r, bottom - k, right - r, bottom)),
        ("L", (x + r, bottom)),
        ("C", (x + r, bottom - k, x + k, bottom - r, x, bottom - r)),
        ("L", (x, y + r)),
        ("C", (x + k, y + r, x + r, y + k, x + r, y)),
        ("Z", ()),
    )


def ellipse(rect: Rect) -> Outline:
    """Return the ellipse inscribed in the rectangle."""
    cx, cy = rect.centre
    rx, ry = rect.width / 2, rect.height / 2
    kx, ky = rx * KAPPA, ry * KAPPA
    return _outline(
        ("M", (cx + rx, cy)),
        ("C", (cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry)),
        ("C", (cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy)),
        ("C", (cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry)),
        ("C", (cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy)),
        ("Z", ()),
    )


def circle(centre: Point, radius: float) -> Outline:
    """Return the circle around a point."""
    return ellipse(Rect(centre.x - radius, centre.y - radius, 2 * radius, 2 * radius))


def hexagon(rect: Rect) -> Outline:
    """Return the hexagon that fills the rectangle, with a corner at the top unless it is wider than high."""
    cx, cy = rect.centre
    x, y, right, bottom = rect.x, rect.y, rect.right, rect.bottom
    if rect.height >= rect.width:
        side = rect.height / 4
        points = [(cx, y), (right, y + side), (right, bottom - side), (cx, bottom), (x, bottom - side), (x, y + side)]
    else:
        side = rect.width / 4
        points = [(x, cy), (x + side, y), (right - side, y), (right, cy), (right - side, bottom), (x + side, bottom)]
    return polyline(points, closed=True)


def triangle(rect: Rect) -> Outline:
    """Return the triangle that fills the rectangle, with a corner at the top."""
    return polyline([(rect.centre.x, rect.y), (rect.right, rect.bottom), (rect.x, rect.bottom)], closed=True)


def star(centre: Point, radius: float, points: int, depth: float = 0.5) -> Outline:
    """Return a star with its first point at the top; ``depth`` is the inner radius as a fraction of the outer."""
    corners = []
    for index in range(2 * points):
        reach = radius if index % 2 == 0 else radius * depth
        angle = pi * index / points
        corners.append((centre.x + reach * sin(angle), centre.y - reach * cos(angle)))
    return polyline(corners, closed=True)


CHORDS_PER_CURVE: Final = 8
"""How many straight lines replace a curve when areas are compared."""

SCAN_LINES: Final = 97
"""How many horizontal lines areas are compared on."""

TOLERANCE: Final = 0.004
"""The fraction of an area by which two areas may differ and still count as equal."""

MAX_STEPS: Final = 1_500_000
"""The most comparisons of shapes and crossings of lines for one union, about a second."""

Polygon = tuple[Point, ...]


class _Work:
    """Counts steps, which grow with the square of what a drawing has."""

    def __init__(self) -> None:
        self._left = MAX_STEPS

    def spend(self, steps: int) -> None:
        """Count steps.

        Raises:
            ValueError: when the limit is reached.
        """
        self._left -= steps
        if self._left < 0:
            raise ValueError("it has too many shapes that overlap each other")


class Fill(NamedTuple):
    """An outline and the fill rule that defines its inside."""

    outline: Outline
    even_odd: bool = False


def union_outline(fills: Sequence[Fill]) -> Outline | None:
    """Return one outline that covers the area of several fills by the non-zero rule.

    Subpaths are only reversed, never cut. The result is None where that is not enough, for instance when lines of an
    even-odd fill cross.

    Raises:
        ValueError: for shapes that take more than `MAX_STEPS` to compare.
    """
    work = _Work()
    parts = [
        _even_odd_as_nonzero(fill.outline, work) if fill.even_odd else _with_positive_area(fill.outline)
        for fill in fills
    ]
    whole = join_outlines(parts)
    plain = len(fills) == 1 and not fills[0].even_odd
    return whole if plain or _is_union(whole, fills, work) else None


def subpaths(outline: Outline) -> Iterator[Outline]:
    """Yield each subpath as an outline of its own."""
    here: list[Segment] = []
    start: tuple[float, ...] = (0.0, 0.0)
    for command, numbers in outline.segments:
        if command == "M":
            start = numbers
            if here:
                yield Outline(tuple(here))
            here = []
        elif not here:  # after a Z, the next subpath starts where the closed one started
            here.append(("M", start))
        here.append((command, numbers))
        if command == "Z":
            yield Outline(tuple(here))
            here = []
    if here:
        yield Outline(tuple(here))


def polygon(subpath: Outline) -> Polygon:
    """Return the corners of a subpath with curves replaced by chords; the polygon is implicitly closed."""
    points: list[Point] = []
    for command, numbers in subpath.segments:
        if command == "C":
            points += _chords(points[-1], numbers)
        elif numbers:
            points.append(Point(numbers[0], numbers[1]))
    return tuple(points)


def _chords(start: Point, numbers: tuple[float, ...]) -> Iterator[Point]:
    x1, y1, x2, y2, x, y = numbers
    for step in range(1, CHORDS_PER_CURVE + 1):
        t = step / CHORDS_PER_CURVE
        s = 1 - t
        a, b, c, d = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
        yield Point(a * start.x + b * x1 + c * x2 + d * x, a * start.y + b * y1 + c * y2 + d * y)


def signed_area(corners: Polygon) -> float:
    """Return the area of a polygon; its sign is the direction of the corners."""
    closed = (*corners, *corners[:1])
    return fsum(start.x * end.y - end.x * start.y for start, end in pairwise(closed)) / 2


def reversed_subpath(subpath: Outline) -> Outline:
    """Return the subpath in the opposite direction."""
    ends: list[tuple[float, ...]] = []
    steps: list[tuple[str, tuple[float, ...]]] = []
    for command, numbers in subpath.segments:
        if numbers:
            ends.append(numbers[-2:])
            steps.append((command, numbers))
    segments: list[Segment] = [("M", ends[-1])]
    for (command, numbers), end in zip(reversed(steps[1:]), reversed(ends[:-1]), strict=True):
        handles = (*numbers[2:4], *numbers[0:2]) if command == "C" else ()
        segments.append((command, (*handles, *end)))
    return Outline((*segments, ("Z", ())))


def _with_positive_area(outline: Outline) -> Outline:
    """Return an outline whose total signed area is not negative, reversed if necessary."""
    parts = tuple(subpaths(outline))
    return (
        outline
        if fsum(signed_area(polygon(part)) for part in parts) >= 0
        else join_outlines(map(reversed_subpath, parts))
    )


def _even_odd_as_nonzero(outline: Outline, work: _Work) -> Outline:
    """Return an even-odd fill for the non-zero rule: subpaths at odd nesting depth run in the opposite direction."""
    parts = tuple(subpaths(outline))
    shapes = [polygon(part) for part in parts]
    bounds = [_bounds(shape) for shape in shapes]
    turned = []
    for index, (part, shape) in enumerate(zip(parts, shapes, strict=True)):
        work.spend(len(shapes) // 4)
        x, y = point = _edge_point(shape)
        near = [
            at
            for at, (left, top, right, low) in enumerate(bounds)
            if left <= x <= right and top <= y <= low and at != index
        ]
        depth = sum(_contains(shapes[at], point, work) for at in near)
        turned.append(part if (signed_area(shape) >= 0) == (depth % 2 == 0) else reversed_subpath(part))
    return join_outlines(turned)


def _bounds(shape: Polygon) -> tuple[float, float, float, float]:
    across, down = zip(*shape, strict=True)
    return min(across), min(down), max(across), max(down)


def _edge_point(shape: Polygon) -> Point:
    """Return a point on the longest edge of a polygon that is not a corner."""
    longest = max(
        pairwise((*shape, *shape[:1])), key=lambda edge: abs(edge[0].x - edge[1].x) + abs(edge[0].y - edge[1].y)
    )
    return Point(longest[0].x * 0.47 + longest[1].x * 0.53, longest[0].y * 0.47 + longest[1].y * 0.53)


def _contains(shape: Polygon, point: Point, work: _Work) -> bool:
    work.spend(len(shape))
    (crossings,) = _crossings([shape], [point.y], work)
    return sum(x < point.x for x, _ in crossings) % 2 == 1


def _crossings(shapes: Iterable[Polygon], lines: Sequence[float], work: _Work) -> list[list[tuple[float, int]]]:
    """Return, for the y of each horizontal line, the x where polygons cross it going down (1) or up (-1).

    ``lines`` are sorted.
    """
    crossings: list[list[tuple[float, int]]] = [[] for _ in lines]
    for start, end in (edge for shape in shapes for edge in pairwise((*shape, *shape[:1]))):
        direction = 1 if end.y > start.y else -1
        first, last = bisect_left(lines, min(start.y, end.y)), bisect_left(lines, max(start.y, end.y))
        work.spend(last - first)
        for at in range(first, last):
            x = start.x + (lines[at] - start.y) / (end.y - start.y) * (end.x - start.x)
            crossings[at].append((x, direction))
    return crossings


def _is_union(whole: Outline, fills: Sequence[Fill], work: _Work) -> bool:
    """Return whether a non-zero outline covers the union of fills, compared along many horizontal lines."""
    bounds = whole.bounds
    lines = [bounds.y + (scan + 0.5) / SCAN_LINES * bounds.height for scan in range(SCAN_LINES)]
    ends: list[list[_SpanEnd]] = [[] for _ in lines]
    for area, fill in ((0, Fill(whole)), *((1, fill) for fill in fills)):
        work.spend(SCAN_LINES)
        for here, crossings in zip(ends, _crossings(map(polygon, subpaths(fill.outline)), lines, work), strict=True):
            here.extend(_span_ends(crossings, even_odd=fill.even_odd, area=area))
    differ = covered = 0.0
    for here in ends:
        first, second, both = _covered_lengths(here)
        differ += first + second - 2 * both
        covered += second
    return differ <= covered * TOLERANCE


_SpanEnd = tuple[float, int, int]
"""An x, which of two areas it belongs to (0 or 1), and whether the area begins (1) or ends (-1) there."""


def _span_ends(crossings: list[tuple[float, int]], *, even_odd: bool, area: int) -> Iterator[_SpanEnd]:
    """Yield the ends of the spans that a fill covers on the line that it crosses."""
    winding = 0
    for x, direction in sorted(crossings):
        before = winding % 2 if even_odd else winding
        winding += 1 if even_odd else direction
        after = winding % 2 if even_odd else winding
        if bool(before) is not bool(after):
            yield x, area, 1 if after else -1


def _covered_lengths(ends: Iterable[_SpanEnd]) -> tuple[float, float, float]:
    """Return the lengths of a line that the first area covers, that the second covers, and that both cover."""
    depth, lengths, last = [0, 0], [0.0, 0.0, 0.0], 0.0
    for x, area, direction in sorted(ends):
        for index, inside in enumerate((depth[0] > 0, depth[1] > 0, depth[0] > 0 and depth[1] > 0)):
            lengths[index] += (x - last) * inside
        depth[area] += direction
        last = x
    return lengths[0], lengths[1], lengths[2]
