"""Cut paths of a sheet: the outlines of its components, with each shared side cut once. Pure geometry in mm."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import atan2, degrees
from typing import Final

from punchboard.compose.sheets.imposition import Plan, Slot
from punchboard.compose.sheets.shared_edges import trim_corners
from punchboard.geometry import Outline, Point, polyline, rounded_rectangle

TOLERANCE: Final = 0.02
"""Corners closer than this many mm count as one: far above rounding errors, far below a knife's accuracy."""

_GRID: Final = 10 * TOLERANCE

_MAX_BEND: Final = 61.0
"""The sharpest bend, in degrees, within one line: a knife follows a hexagon's sides, but is lifted at right angles."""

_MIN_BEND: Final = 0.1

Segment = tuple[Point, Point]
"""A straight cut from corner to corner."""


def cut_paths(plan: Plan, occupied: Sequence[Slot], radius: float = 0.0) -> tuple[Outline, ...]:
    """Return the paths that cut out the components in the occupied slots.

    Args:
        plan: the sheet, with the trim of its components.
        occupied: the slots that hold a component.
        radius: the corner radius of cards, squares and boards, in mm; rounded neighbours must not touch.

    Returns:
        A closed path for each component that touches no other. For components that touch, lines that cover each side
        exactly once, each line as long as possible without a sharp turn.
    """
    if plan.trim.form == "circle" or (radius and plan.trim.is_rectangular):
        outline = _closed_outline(plan, radius)
        return tuple(outline.placed(slot.transform(plan.trim)) for slot in occupied)
    closed, shared = _separate_and_shared(component_sides(plan, occupied))
    return (*(polyline(polygon, closed=True) for polygon in closed), *continuous_lines(shared))


def _closed_outline(plan: Plan, radius: float) -> Outline:
    frame = plan.trim.frame()
    return plan.trim.outline(frame) if plan.trim.form == "circle" else rounded_rectangle(frame, radius)


def component_sides(plan: Plan, occupied: Sequence[Slot]) -> tuple[tuple[Segment, ...], ...]:
    """Return the sides of each component, clockwise; corners that touch become the same point."""
    corners = _Corners()
    components = []
    for slot in occupied:
        transform = slot.transform(plan.trim)
        points = [corners.merged(transform.apply(corner)) for corner in trim_corners(plan.trim)]
        components.append(tuple(zip(points, (*points[1:], points[0]), strict=True)))
    return tuple(components)


class _Corners:
    """Merges corners: a corner within `TOLERANCE` of an earlier one is replaced by the earlier one."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], list[Point]] = {}

    def merged(self, point: Point) -> Point:
        column, row = round(point.x / _GRID), round(point.y / _GRID)
        near = ((x, y) for x in (column - 1, column, column + 1) for y in (row - 1, row, row + 1))
        for cell in near:
            for earlier in self._cells.get(cell, ()):
                if abs(earlier.x - point.x) < TOLERANCE and abs(earlier.y - point.y) < TOLERANCE:
                    return earlier
        self._cells.setdefault((column, row), []).append(point)
        return point


def _separate_and_shared(components: Sequence[Sequence[Segment]]) -> tuple[list[list[Point]], tuple[Segment, ...]]:
    """Return the polygons of components that share no side, and the sides of all other components, each once."""
    count: dict[frozenset[Point], int] = {}
    for component in components:
        for side in component:
            count[frozenset(side)] = count.get(frozenset(side), 0) + 1
    closed: list[list[Point]] = []
    others: dict[frozenset[Point], Segment] = {}
    for component in components:
        if all(count[frozenset(side)] == 1 for side in component):
            closed.append([start for start, _ in component])
        else:
            others.update({key: side for side in component if (key := frozenset(side)) not in others})
    return closed, tuple(others.values())


def continuous_lines(segments: Sequence[Segment]) -> Iterator[Outline]:
    """Yield lines that cover each segment exactly once and bend by at most 60 degrees at a point."""
    left = dict.fromkeys(segments)
    at: dict[Point, list[Segment]] = {}
    for segment in segments:
        for end in segment:
            at.setdefault(end, []).append(segment)
    while left:
        first = next(iter(left))
        del left[first]
        line = _extended(_extended(list(first[::-1]), at, left)[::-1], at, left)
        closed = line[0] == line[-1]
        yield polyline(_without_straight_points(line[:-1] if closed else line), closed=closed)


def _extended(line: list[Point], at: dict[Point, list[Segment]], left: dict[Segment, None]) -> list[Point]:
    """Return a line extended from its end as far as possible; it alternates left and right bends where it can."""
    swing = _turn(*line[-3:]) if len(line) > 2 else 0.0
    while line[0] != line[-1]:
        here = line[-1]
        choices = [
            (_turn(line[-2], here, _other_end(segment, here)), segment) for segment in at[here] if segment in left
        ]
        choices = [(turn, segment) for turn, segment in choices if abs(turn) < _MAX_BEND]
        if not choices:
            break
        swing, segment = min(choices, key=lambda choice: (round(abs(choice[0]), 1), choice[0] * swing > 0))
        del left[segment]
        line.append(_other_end(segment, here))
    return line


def _other_end(segment: Segment, near: Point) -> Point:
    return segment[1] if segment[0] == near else segment[0]


def _turn(before: Point, here: Point, after: Point) -> float:
    """Return by how many degrees a path turns at the point ``here``, clockwise as seen on the page."""
    first = atan2(here.y - before.y, here.x - before.x)
    second = atan2(after.y - here.y, after.x - here.x)
    return (degrees(second - first) + 180) % 360 - 180


def _without_straight_points(line: list[Point]) -> list[Point]:
    """Return a line without the points at which it does not bend."""
    inner = [here for before, here, after in zip(line, line[1:], line[2:], strict=False) if _bends(before, here, after)]
    return [line[0], *inner, line[-1]]


def _bends(before: Point, here: Point, after: Point) -> bool:
    return abs(_turn(before, here, after)) > _MIN_BEND
