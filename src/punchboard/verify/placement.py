"""Components on paper: their corners, their true size, and whether they overlap or leave the page."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import cos, dist, pi, sin
from typing import Final, NamedTuple

from punchboard.geometry import Affine, Point, Rect, Size

TOLERANCE: Final = 0.05
"""Tolerance in mm for sizes and positions: less than anyone sees when cutting."""

Corners = tuple[Point, Point, Point, Point]
"""Top left, top right, bottom right and bottom left of a component as it is read, at any rotation on the page."""

_HEXAGON: Final = ((0.5, 0.0), (1.0, 0.25), (1.0, 0.75), (0.5, 1.0), (0.0, 0.75), (0.0, 0.25))
_SQUARE: Final = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
_ROUND: Final = tuple((0.5 + cos(pi * k / 36) / 2, 0.5 + sin(pi * k / 36) / 2) for k in range(72))
_TRIANGLE: Final = ((0.5, 0.0), (1.0, 1.0), (0.0, 1.0))
_FORMS: Final = {"hex": _HEXAGON, "circle": _ROUND, "triangle": _TRIANGLE}
"""Outlines in a unit square, by form."""


class PlacedSide(NamedTuple):
    """One side of a component on paper: its page, from 1, and its corners in mm from the page's top left."""

    id: str
    side: str
    page: int
    corners: Corners


@lru_cache(maxsize=4096)
def paper_corners(place: Affine, trim: Size, printer: Affine | None) -> Corners:
    """Return the corners of a trim on paper, after the transforms of the file and of the printer."""
    if printer is not None:
        place = printer @ place
    width, height = trim
    ends = (Point(0, 0), Point(width, 0), Point(width, height), Point(0, height))
    one, two, three, four = map(place.apply, ends)
    return one, two, three, four


def shape_fault(found: Corners, expected: Size) -> str:
    """Return the fault of a component's shape on paper, or an empty string if it has its true size."""
    one, two, three, four = found
    if (two.x - one.x) * (four.y - one.y) - (two.y - one.y) * (four.x - one.x) < 0:
        return "is mirrored"
    width, height = expected
    sides = ((one, two, width), (four, three, width), (one, four, height), (two, three, height))
    slant = abs(dist(one, three) - dist(two, four))
    if any(abs(dist(start, end) - length) > TOLERANCE for start, end, length in sides) or slant > TOLERANCE:
        size = f"{_most(one, two, four, three):.4g} x {_most(one, four, two, three):.4g} mm"
        return f"is {size} on paper, not {width:.4g} x {height:.4g} mm"
    return ""


def size_error(found: Corners, expected: Size) -> float:
    """Return the larger of a component's errors in width and height, in mm."""
    one, two, _, four = found
    return max(abs(dist(one, two) - expected.width), abs(dist(one, four) - expected.height))


def _most(start: Point, end: Point, other: Point, last: Point) -> float:
    return max(dist(start, end), dist(other, last))


@lru_cache(maxsize=256)
def placement_clashes(shapes: tuple[tuple[str, Corners], ...], page: Size) -> tuple[tuple[int, int | None], ...]:
    """Return the misplaced components of a page: (index, None) leaves the page, (index, index) overlap.

    Args:
        shapes: the form and the corners of each component.
        page: the size of the page.
    """
    return tuple(_clashes(shapes, page))


def _clashes(shapes: Sequence[tuple[str, Corners]], page: Size) -> Iterator[tuple[int, int | None]]:
    frames = [_frame(found) for _, found in shapes]
    for index, frame in enumerate(frames):
        if (
            frame.x < -TOLERANCE
            or frame.y < -TOLERANCE
            or frame.right > page.width + TOLERANCE
            or frame.bottom > page.height + TOLERANCE
        ):
            yield index, None
    for one, two in sorted(_neighbours(frames)):
        if _overlap(_outline(*shapes[one]), _outline(*shapes[two])):
            yield one, two


def _neighbours(frames: Sequence[Rect]) -> Iterator[tuple[int, int]]:
    """Yield the pairs of frames that overlap by more than the tolerance, the lower index first.

    Sweeps from left to right, and compares each frame only with earlier frames that reach it: a page may contain a
    thousand tokens.
    """
    reaching: list[int] = []
    for two in sorted(range(len(frames)), key=lambda index: frames[index].x):
        x, y, bottom = frames[two].x, frames[two].y, frames[two].bottom
        reaching = [one for one in reaching if frames[one].right - x > TOLERANCE]
        for one in reaching:
            if min(frames[one].bottom, bottom) - max(frames[one].y, y) > TOLERANCE:
                yield min(one, two), max(one, two)
        reaching.append(two)


def _frame(found: Corners) -> Rect:
    xs, ys = [point.x for point in found], [point.y for point in found]
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _outline(form: str, found: Corners) -> tuple[Point, ...]:
    one, two, _, four = found
    return tuple(
        Point(one.x + (two.x - one.x) * u + (four.x - one.x) * v, one.y + (two.y - one.y) * u + (four.y - one.y) * v)
        for u, v in _FORMS.get(form, _SQUARE)
    )


def _overlap(one: Sequence[Point], two: Sequence[Point]) -> bool:
    """Return whether two convex outlines overlap by more than the tolerance: no side of either separates them."""
    return not any(_separates(start, end, one, two) for shape in (one, two) for start, end in _sides(shape))


def _sides(shape: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    return zip(shape, (*shape[1:], shape[0]), strict=True)


def _separates(start: Point, end: Point, one: Sequence[Point], two: Sequence[Point]) -> bool:
    """Return whether a line along a side separates two outlines."""
    length = dist(start, end) or 1.0
    nx, ny = (end.y - start.y) / length, (start.x - end.x) / length
    first = [nx * x + ny * y for x, y in one]
    second = [nx * x + ny * y for x, y in two]
    return min(max(first), max(second)) - max(min(first), min(second)) <= TOLERANCE
