"""Fills: areas by the even-odd and the non-zero rule, and several of them as one outline by the non-zero rule alone."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from punchboard.geometry.basics import Point
from punchboard.geometry.outline import Outline, Segment

CHORDS_PER_CURVE: Final = 8
"""Straight lines that a curve is taken for when areas are compared."""

SCAN_LINES: Final = 97
"""Level lines along which areas are compared."""

TOLERANCE: Final = 0.004
"""The part of an area by which two may differ and still be the same drawing."""

Polygon = tuple[Point, ...]


class Fill(NamedTuple):
    """An outline and the rule that says what is inside it."""

    outline: Outline
    even_odd: bool = False


def union_outline(fills: Sequence[Fill]) -> Outline | None:
    """Return what several fills cover together as one outline for the non-zero rule.

    Subpaths are turned round, none is cut: None where that is not enough, as where two lines of an even-odd fill cross.
    """
    parts = [
        _even_odd_as_nonzero(fill.outline) if fill.even_odd else _with_positive_area(fill.outline) for fill in fills
    ]
    whole = Outline(tuple(segment for part in parts for segment in part.segments))
    plain = len(fills) == 1 and not fills[0].even_odd
    return whole if plain or _is_union(whole, fills) else None


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
        elif not here:  # what follows a Z begins where that subpath began
            here.append(("M", start))
        here.append((command, numbers))
        if command == "Z":
            yield Outline(tuple(here))
            here = []
    if here:
        yield Outline(tuple(here))


def polygon(subpath: Outline) -> Polygon:
    """Return the corners of a subpath, curves as chords; it closes itself."""
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
    """Return the area that corners go round, negative when they go round it the other way."""
    closed = (*corners, *corners[:1])
    return sum(one.x * two.y - two.x * one.y for one, two in pairwise(closed)) / 2


def reversed_subpath(subpath: Outline) -> Outline:
    """Return a subpath that goes the other way round."""
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
    """Return an outline that goes round its area the one way, on the whole."""
    parts = tuple(subpaths(outline))
    return outline if sum(signed_area(polygon(part)) for part in parts) >= 0 else _joined(map(reversed_subpath, parts))


def _even_odd_as_nonzero(outline: Outline) -> Outline:
    """Return an even-odd fill for the other rule: what lies in another subpath goes round the other way."""
    parts = tuple(subpaths(outline))
    shapes = [polygon(part) for part in parts]
    turned = []
    for index, (part, shape) in enumerate(zip(parts, shapes, strict=True)):
        depth = sum(_contains(other, _edge_point(shape)) for at, other in enumerate(shapes) if at != index)
        turned.append(part if (signed_area(shape) >= 0) == (depth % 2 == 0) else reversed_subpath(part))
    return _joined(turned)


def _joined(parts: Iterable[Outline]) -> Outline:
    return Outline(tuple(segment for part in parts for segment in part.segments))


def _edge_point(shape: Polygon) -> Point:
    """Return a point on a subpath that is no corner of it."""
    longest = max(
        pairwise((*shape, *shape[:1])), key=lambda edge: abs(edge[0].x - edge[1].x) + abs(edge[0].y - edge[1].y)
    )
    return Point(longest[0].x * 0.47 + longest[1].x * 0.53, longest[0].y * 0.47 + longest[1].y * 0.53)


def _contains(shape: Polygon, point: Point) -> bool:
    return sum(x < point.x for x, _ in _crossings(shape, point.y)) % 2 == 1


def _crossings(shape: Polygon, y: float) -> Iterator[tuple[float, int]]:
    """Yield where a level line crosses a polygon, and whether it goes down there (1) or up (-1)."""
    for one, two in pairwise((*shape, *shape[:1])):
        if (one.y <= y) is not (two.y <= y):
            yield one.x + (y - one.y) / (two.y - one.y) * (two.x - one.x), 1 if two.y > one.y else -1


def _is_union(whole: Outline, fills: Sequence[Fill]) -> bool:
    """Tell whether an outline by the non-zero rule covers what fills cover together, along many level lines."""
    bounds = whole.bounds
    made = [polygon(part) for part in subpaths(whole)]
    wanted = [([polygon(part) for part in subpaths(fill.outline)], fill.even_odd) for fill in fills]
    differ = covered = 0.0
    for scan in range(SCAN_LINES):
        y = bounds.y + (scan + 0.5) / SCAN_LINES * bounds.height
        spans = [*_spans(made, y, even_odd=False, sort=0)]
        for shapes, even_odd in wanted:
            spans += _spans(shapes, y, even_odd=even_odd, sort=1)
        one, two, both = _lengths(spans)
        differ += one + two - 2 * both
        covered += two
    return differ <= covered * TOLERANCE


_Step = tuple[float, int, int]
"""An x, which of two areas it is of, and whether the area begins (1) or ends (-1) there."""


def _spans(shapes: Iterable[Polygon], y: float, *, even_odd: bool, sort: int) -> Iterator[_Step]:
    """Yield the ends of what a fill covers of a level line."""
    winding = 0
    for x, way in sorted(cross for shape in shapes for cross in _crossings(shape, y)):
        before = winding % 2 if even_odd else winding
        winding += 1 if even_odd else way
        after = winding % 2 if even_odd else winding
        if bool(before) is not bool(after):
            yield x, sort, 1 if after else -1


def _lengths(steps: Iterable[_Step]) -> tuple[float, float, float]:
    """Return how much of a line the first area covers, how much the second, and how much both."""
    held, lengths, last = [0, 0], [0.0, 0.0, 0.0], 0.0
    for x, sort, way in sorted(steps):
        for index, inside in enumerate((held[0] > 0, held[1] > 0, held[0] > 0 and held[1] > 0)):
            lengths[index] += (x - last) * inside
        held[sort] += way
        last = x
    return lengths[0], lengths[1], lengths[2]
