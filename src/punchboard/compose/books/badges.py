"""Where the numbers of steps stand in a picture of the table: beside what the step lays out, on nothing else."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from punchboard.geometry import Point, Rect, Size

DISC: Final = 4.4
"""Width in mm of a number's disc."""

_BETWEEN: Final = 0.4
"""Space in mm between the discs of one place, and least space between a disc and anything else."""

_GAPS: Final = (0.6, 1.5, 2.5, 4.0, 6.0, 8.0, 11.0, 14.0, 18.0, 22.0, 28.0, 34.0)
"""Distances in mm from the component at which room is sought, the nearest first."""

_FAR: Final = 2.5
"""A disc that is farther away than this, in mm, has a line to its component."""


class Badge(NamedTuple):
    """The discs of the steps of one place: their numbers, the area that they cover, and the ends of a line to it."""

    steps: tuple[int, ...]
    area: Rect
    line: tuple[Point, Point] | None = None

    @property
    def discs(self) -> Iterator[tuple[int, Point]]:
        """Yield each number with the top left corner of its disc."""
        for index, step in enumerate(self.steps):
            yield step, Point(self.area.x + index * (DISC + _BETWEEN), self.area.y)


class Stepped(NamedTuple):
    """What steps lay out: their numbers, its area, and that of its label."""

    steps: tuple[int, ...]
    place: Rect
    label: Rect | None = None


def badges(stepped: Sequence[Stepped], taken: Sequence[Rect], size: Size) -> tuple[Badge, ...]:
    """Return the badges of steps, each free of what is taken, of other badges and within a picture of a size.

    A badge for which there is no such room stands at the upper left corner of its place.
    """
    placed: list[Badge] = []
    for steps, place, label in stepped:
        width = len(steps) * (DISC + _BETWEEN) - _BETWEEN
        covered = [area.grow(_BETWEEN) for area in (*taken, *(one.area for one in placed))]
        whole = Rect(0, 0, *size)
        free = (
            (gap, area)
            for gap in _GAPS
            for area in _around(place, gap, width, label)
            if whole.contains(area) and not any(map(area.overlap, covered))
        )
        gap, area = next(free, (0.0, Rect(place.x, place.y, width, DISC)))
        placed.append(Badge(steps, area, _line(area, place) if gap > _FAR else None))
    return tuple(placed)


def _around(place: Rect, gap: float, width: float, label: Rect | None) -> Iterator[Rect]:
    """Yield areas at a distance around a place, the first at its upper left corner, and beside its label."""
    left, right = place.x - gap - width, place.right + gap
    above, below = place.y - gap - DISC, place.bottom + gap
    middle = place.centre
    if label and gap > _GAPS[0]:
        beside = max(label.centre.y - DISC / 2, place.bottom + _GAPS[0] - 0.1)
        yield Rect(label.x - 2 * _BETWEEN - width, beside, width, DISC)
        yield Rect(label.right + 2 * _BETWEEN, beside, width, DISC)
    corners = (
        (left, place.y),
        (place.x, above),
        (right, place.y),
        (place.right - width, above),
        (left, middle.y - DISC / 2),
        (middle.x - width / 2, above),
        (right, middle.y - DISC / 2),
        (left, place.bottom - DISC),
        (right, place.bottom - DISC),
        (left, above),
        (right, above),
        (place.x, below),
        (place.right - width, below),
        (left, below),
        (right, below),
    )
    yield from (Rect(x, y, width, DISC) for x, y in corners)


def _line(area: Rect, place: Rect) -> tuple[Point, Point]:
    """Return the ends of the line from a badge to the nearest point of its place."""
    start = area.centre
    inner = place.shrink(min(place.width, place.height) * 0.12)
    end = Point(min(max(start.x, inner.x), inner.right), min(max(start.y, inner.y), inner.bottom))
    return start, end
