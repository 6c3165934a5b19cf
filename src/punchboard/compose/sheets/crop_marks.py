"""Crop marks, corner ticks and cut lines of a block of components, and the sides that neighbours share. In mm."""

from collections.abc import Iterable, Iterator, Sequence
from math import hypot
from typing import Final, NamedTuple

from punchboard.compose.sheets.imposition import Plan, Slot
from punchboard.geometry import Outline, Point, Rect, polyline
from punchboard.model.layout.trim import Trim

STAND_OFF: Final = 0.4
"""Mm between the bleed and a crop mark, and between the trim and a mark that lies on the bleed."""

LENGTH: Final = 2.6
"""Length in mm of a crop mark where there is space."""

_MIN_BEYOND_BLEED: Final = 0.8
"""Length in mm of the shortest mark beyond the bleed; where even that does not fit, the mark lies on the bleed."""

_MIN_LENGTH: Final = 0.3
_TICK: Final = 2.0
_HALF_WIDTH: Final = 0.4
"""Half the width in mm of the strip that a mark takes."""

Segment = tuple[Point, Point]


class CutEnd(NamedTuple):
    """An end of a cut at the edge of a block, and the direction outwards: one of (dx, dy) is 1 or -1, the other 0."""

    at: Point
    dx: int
    dy: int

    def point_outside(self, distance: float) -> Point:
        """Return the point at a distance in mm outside the block."""
        return Point(self.at.x + self.dx * distance, self.at.y + self.dy * distance)

    def strip(self, start: float, end: float) -> Rect:
        """Return the narrow rectangle that a mark between two distances from the block takes."""
        (x1, y1), (x2, y2) = self.point_outside(start), self.point_outside(end)
        wide, high = (0.0, _HALF_WIDTH) if self.dx else (_HALF_WIDTH, 0.0)
        left, top = min(x1, x2) - wide, min(y1, y2) - high
        return Rect(left, top, abs(x1 - x2) + 2 * wide, abs(y1 - y2) + 2 * high)

    def free_length(self, area: Rect, obstacles: Iterable[Rect]) -> float:
        """Return the free distance in mm from the block outwards, to the edge of the area or the first obstacle."""
        x, y = self.at
        edge = {(-1, 0): x - area.x, (1, 0): area.right - x, (0, -1): y - area.y, (0, 1): area.bottom - y}
        free = edge[self.dx, self.dy]
        strip = self.strip(0, max(free, 0))
        for rect in obstacles:
            if strip.overlap(rect):
                gap = {(-1, 0): x - rect.right, (1, 0): rect.x - x, (0, -1): y - rect.bottom, (0, 1): rect.y - y}
                free = min(free, gap[self.dx, self.dy] - STAND_OFF)
        return free


class MarkLines(NamedTuple):
    """Lines of marks: beyond the bleed, on the bleed, and on the cuts themselves."""

    beyond: tuple[Segment, ...] = ()
    on_bleed: tuple[Segment, ...] = ()
    on_cuts: tuple[Segment, ...] = ()


class BlockCuts(NamedTuple):
    """The straight cuts of a block of upright frames, and how far its components bleed."""

    frames: tuple[Rect, ...]
    block: Rect
    bleed: float

    @property
    def rows(self) -> tuple[float, ...]:
        """The y of every horizontal cut."""
        return tuple(sorted({round(value, 3) for frame in self.frames for value in (frame.y, frame.bottom)}))

    @property
    def columns(self) -> tuple[float, ...]:
        """The x of every vertical cut."""
        return tuple(sorted({round(value, 3) for frame in self.frames for value in (frame.x, frame.right)}))

    def ends(self) -> Iterator[tuple[CutEnd, CutEnd]]:
        """Yield the two ends of every cut."""
        block = self.block
        for y in self.rows:
            yield CutEnd(Point(block.x, y), -1, 0), CutEnd(Point(block.right, y), 1, 0)
        for x in self.columns:
            yield CutEnd(Point(x, block.y), 0, -1), CutEnd(Point(x, block.bottom), 0, 1)

    def mark_zones(self, area: Rect, *, lines: bool = False) -> tuple[Rect, ...]:
        """Return the preferred places of marks, which a legend should keep free; lines run to the area's edge."""
        start = self.bleed + STAND_OFF
        return tuple(
            end.strip(start, max(end.free_length(area, ()), start) if lines else start + LENGTH)
            for pair in self.ends()
            for end in pair
        )

    def crop_marks(self, area: Rect, obstacles: Sequence[Rect]) -> MarkLines:
        """Return marks at the ends of all cuts, beyond the bleed or, where there is no space, on it."""
        beyond, on_bleed = [], []
        for end in (end for pair in self.ends() for end in pair):
            free, start = end.free_length(area, obstacles), self.bleed + STAND_OFF
            if free >= start + _MIN_BEYOND_BLEED:
                beyond.append((end.point_outside(start), end.point_outside(min(free, start + LENGTH))))
            elif free >= STAND_OFF + _MIN_LENGTH:
                on_bleed.append((end.point_outside(max(STAND_OFF, free - LENGTH)), end.point_outside(free)))
        return MarkLines(tuple(beyond), tuple(on_bleed))

    def cut_lines(self, area: Rect, obstacles: Sequence[Rect]) -> MarkLines:
        """Return a line along every cut, extended outwards on both sides as far as there is space."""
        reached = [
            tuple(end.point_outside(max(0.0, end.free_length(area, obstacles))) for end in pair) for pair in self.ends()
        ]
        return MarkLines(on_cuts=tuple((start, end) for start, end in reached))

    def corner_ticks(self, area: Rect, obstacles: Sequence[Rect], gap: float) -> MarkLines:
        """Return two ticks outwards from each corner of each frame; in a gap, they end in its middle."""
        on_bleed: list[Segment] = []
        on_cuts: list[Segment] = []
        for end in dict.fromkeys(end for frame in self.frames for end in _corners(frame)):
            beside = any(_touches(frame, end.point_outside(_TICK / 2)) for frame in self.frames)
            start, into = (0.0, on_cuts) if beside else (STAND_OFF, on_bleed)
            reach = min(start + _TICK, end.free_length(area, obstacles))
            if gap and not beside and self._points_into_gap(end):
                reach = min(reach, gap / 2)
            if reach > start:
                into.append((end.point_outside(start), end.point_outside(reach)))
        return MarkLines((), tuple(on_bleed), tuple(on_cuts))

    def _points_into_gap(self, end: CutEnd) -> bool:
        """Tell whether a tick points into a gap between components, not out of the block."""
        x, y = end.point_outside(STAND_OFF)
        return self.block.x < x < self.block.right if end.dx else self.block.y < y < self.block.bottom


def _corners(frame: Rect) -> Iterator[CutEnd]:
    for x, dx in ((frame.x, -1), (frame.right, 1)):
        for y, dy in ((frame.y, -1), (frame.bottom, 1)):
            corner = Point(round(x, 3), round(y, 3))
            yield CutEnd(corner, dx, 0)
            yield CutEnd(corner, 0, dy)


def _touches(frame: Rect, point: Point) -> bool:
    near = frame.grow(0.01)
    return near.x <= point.x <= near.right and near.y <= point.y <= near.bottom


def trim_corners(trim: Trim) -> tuple[Point, ...]:
    """Return the corners of a trim with straight sides, clockwise; empty for a circle."""
    if trim.form == "circle":
        return ()
    segments = trim.outline(trim.frame()).segments
    return tuple(Point(*numbers) for command, numbers in segments if command in "ML")


class Edge(NamedTuple):
    """One side of a component on the sheet, from corner to corner, and whether a neighbour shares it."""

    start: Point
    end: Point
    shared: bool


def slot_edges(slot: Slot, plan: Plan, occupied: Sequence[Slot]) -> tuple[Edge, ...]:
    """Return the sides of a slot's trim; a side is shared if an occupied slot lies opposite it, across the gap."""
    transform = slot.transform(plan.trim)
    corners = [transform.apply(corner) for corner in trim_corners(plan.trim)]
    return tuple(
        Edge(start, end, _has_neighbour(slot, start, end, plan.gap, occupied))
        for start, end in zip(corners, (*corners[1:], *corners[:1]), strict=True)
    )


def _has_neighbour(slot: Slot, start: Point, end: Point, gap: float, occupied: Sequence[Slot]) -> bool:
    """Tell whether an occupied slot is the mirror image of this one in an edge, a gap further away."""
    middle = Point((start.x + end.x) / 2, (start.y + end.y) / 2)
    dx, dy = middle.x - slot.middle.x, middle.y - slot.middle.y
    reach = hypot(dx, dy)
    factor = (2 * reach + gap) / reach
    x, y = slot.middle.x + dx * factor, slot.middle.y + dy * factor
    return any(abs(other.middle.x - x) < 0.5 and abs(other.middle.y - y) < 0.5 for other in occupied)


def clip_outline(slot: Slot, plan: Plan, occupied: Sequence[Slot], bleed: float) -> Outline:
    """Return the outline that clips the face in a slot: the trim, with bleed at sides that no neighbour shares.

    Neighbours across a gap may both bleed up to its middle.
    """
    sides = slot_edges(slot, plan, occupied)
    if not sides:
        return plan.trim.outline(plan.trim.frame(min(bleed, plan.gap / 2))).placed(slot.transform(plan.trim))
    offsets = [min(bleed, plan.gap / 2) if side.shared else bleed for side in sides]
    return polyline(_offset_corners([side.start for side in sides], offsets), closed=True)


def _offset_corners(corners: Sequence[Point], offsets: Sequence[float]) -> Iterator[Point]:
    """Yield the corners of a convex clockwise polygon with each side moved outwards by its own offset."""
    lines = []
    for start, end, offset in zip(corners, (*corners[1:], *corners[:1]), offsets, strict=True):
        length = hypot(end.x - start.x, end.y - start.y)
        nx, ny = (end.y - start.y) / length, (start.x - end.x) / length
        lines.append((nx, ny, nx * start.x + ny * start.y + offset))
    for (a1, b1, c1), (a2, b2, c2) in zip((lines[-1], *lines[:-1]), lines, strict=True):
        determinant = a1 * b2 - a2 * b1
        yield Point((c1 * b2 - c2 * b1) / determinant, (a1 * c2 - a2 * c1) / determinant)
