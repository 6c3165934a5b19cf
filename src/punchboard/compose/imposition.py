"""Imposition: which component lies where on a sheet, front and back. Pure geometry in mm."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, reduce
from math import hypot
from typing import Final, NamedTuple

from punchboard.geometry import Affine, Outline, Point, Rect, Size, polyline
from punchboard.model.trim import Trim

_TOUCH = 0.01
"""Lengths in mm closer than this are equal: far below what a cutter sees, far above rounding."""


CIRCLE_GAP: Final = 3.0
"""Mm between circles at least: a round cut cannot be shared, and each circle wants bleed all round."""


class Slot(NamedTuple):
    """A place for one component: the middle of its trim, and how far it is turned clockwise."""

    middle: Point
    turn: int = 0

    def transform(self, trim: Trim) -> Affine:
        """Return the map from a face, whose origin is its trim's top left corner, onto the sheet."""
        centre = trim.frame().centre
        return Affine.move(self.middle.x - centre.x, self.middle.y - centre.y) @ Affine.turn(self.turn, centre)


class Plan(NamedTuple):
    """A sheet's places in reading order, for one trim and gap."""

    paper: Size
    trim: Trim
    gap: float
    slots: tuple[Slot, ...]

    @property
    def block(self) -> Rect:
        """The rectangle round the trims of all slots."""
        return _block(self.slots, self.trim)

    def backs(self, flip: str = "long edge") -> Plan:
        """Return the places of the backs: slot k lies behind front k once the sheet is flipped."""
        width, height = self.paper
        if flip == "long edge":
            slots = [Slot(Point(width - x, y), -turn % 360) for (x, y), turn in self.slots]
        else:
            slots = [Slot(Point(x, height - y), (180 - turn) % 360) for (x, y), turn in self.slots]
        return self._replace(slots=tuple(slots))


@lru_cache(maxsize=64)
def _block(slots: tuple[Slot, ...], trim: Trim) -> Rect:
    """Return the rectangle round the trims of slots; every page of a pattern asks for it."""
    return reduce(Rect.union, [slot_frame(slot, trim) for slot in slots])


def slot_frame(slot: Slot, trim: Trim) -> Rect:
    """Return the upright frame of the trim as it lies in a slot."""
    return slot.transform(trim).bounds(trim.frame())


def plan(paper: Size, trim: Trim, *, gap: float, margin: float) -> Plan | None:
    """Return the fullest plan for a paper, or None when not even one component fits inside the margin.

    Rectangles and circles stand in a grid, upright or turned; hexagons interlock in rows, points or flats up. Circles
    are cut out one by one: they never touch.
    """
    if trim.form == "circle":
        gap = max(gap, CIRCLE_GAP)
    make = _hexagons if trim.form == "hex" else _grid
    plans = [make(paper, trim, gap, margin, turn) for turn in (0, 90)]
    fullest = max(plans, key=len)
    return Plan(paper, trim, gap, fullest) if fullest else None


def _fits(room: float, size: float, step: float) -> int:
    return int((room - size + _TOUCH) / step) + 1 if room + _TOUCH >= size else 0


def _grid(paper: Size, trim: Trim, gap: float, margin: float, turn: int) -> tuple[Slot, ...]:
    width, height = trim.size.turned() if turn else trim.size
    columns = _fits(paper.width - 2 * margin, width, width + gap)
    rows = _fits(paper.height - 2 * margin, height, height + gap)
    left = (paper.width - columns * width - (columns - 1) * gap) / 2
    top = (paper.height - rows * height - (rows - 1) * gap) / 2
    return tuple(
        Slot(Point(left + width / 2 + column * (width + gap), top + height / 2 + row * (height + gap)), turn)
        for row in range(rows)
        for column in range(columns)
    )


def _hexagons(paper: Size, trim: Trim, gap: float, margin: float, turn: int) -> tuple[Slot, ...]:
    """Interlock rows: every other one half a step aside, with one less where the paper ends."""
    flats, points = trim.size
    if turn:  # lay out upright on the turned paper, then turn the places back
        upright = _hexagons(paper.turned(), trim, gap, margin, 0)
        return tuple(Slot(Point(paper.width - y, x), 90) for (x, y), _ in upright)
    room, down = paper.width - 2 * margin, paper.height - 2 * margin
    step = flats + gap
    columns = _fits(room, flats, step)
    shifted = columns if room + _TOUCH >= columns * step - gap + step / 2 else columns - 1
    drop = points * 0.75 + gap * 0.866 if shifted else points + gap  # one alone in every row has nothing to lock into
    rows = _fits(down, points, drop) if columns else 0
    block = columns * step - gap + (step / 2 if shifted == columns and rows > 1 else 0)
    left = (paper.width - block) / 2 + flats / 2
    top = (paper.height - points - (rows - 1) * drop) / 2 + points / 2
    return tuple(
        Slot(Point(left + (step / 2 if row % 2 and shifted else 0) + column * step, top + row * drop))
        for row in range(rows)
        for column in range(shifted if row % 2 and shifted else columns)
    )


def trim_corners(trim: Trim) -> tuple[Point, ...]:
    """Return the corners of a straight-sided trim, clockwise; a circle has none."""
    if trim.form == "circle":
        return ()
    segments = trim.outline(trim.frame()).segments
    return tuple(Point(*numbers) for command, numbers in segments if command in "ML")


class Edge(NamedTuple):
    """One side of a component on the sheet, from corner to corner, and whether a neighbour shares it."""

    start: Point
    end: Point
    shared: bool


def edges(slot: Slot, plan: Plan, taken: Sequence[Slot]) -> tuple[Edge, ...]:
    """Return the sides of a slot's trim; a side is shared when a taken slot touches it across the gap."""
    place = slot.transform(plan.trim)
    corners = [place.apply(corner) for corner in trim_corners(plan.trim)]
    return tuple(
        Edge(start, end, _has_neighbour(slot, start, end, plan.gap, taken))
        for start, end in zip(corners, (*corners[1:], *corners[:1]), strict=True)
    )


def _has_neighbour(slot: Slot, start: Point, end: Point, gap: float, taken: Sequence[Slot]) -> bool:
    """Look for the slot whose middle is the mirror image of this one's in the edge, a gap further."""
    middle = Point((start.x + end.x) / 2, (start.y + end.y) / 2)
    dx, dy = middle.x - slot.middle.x, middle.y - slot.middle.y
    reach = hypot(dx, dy)
    factor = (2 * reach + gap) / reach
    x, y = slot.middle.x + dx * factor, slot.middle.y + dy * factor
    return any(abs(other.middle.x - x) < 0.5 and abs(other.middle.y - y) < 0.5 for other in taken)


def clip_outline(slot: Slot, plan: Plan, taken: Sequence[Slot], bleed: float) -> Outline:
    """Return what may be printed for a slot: the trim, with bleed outwards at sides that no neighbour shares.

    Across a gap both neighbours may bleed up to its middle.
    """
    sides = edges(slot, plan, taken)
    if not sides:
        return plan.trim.outline(plan.trim.frame(min(bleed, plan.gap / 2))).placed(slot.transform(plan.trim))
    offsets = [min(bleed, plan.gap / 2) if side.shared else bleed for side in sides]
    return polyline(_offset([side.start for side in sides], offsets), closed=True)


def _offset(corners: Sequence[Point], offsets: Sequence[float]) -> Iterator[Point]:
    """Move each side of a convex clockwise polygon outwards by its own offset and yield the new corners."""
    lines = []
    for start, end, offset in zip(corners, (*corners[1:], *corners[:1]), offsets, strict=True):
        length = hypot(end.x - start.x, end.y - start.y)
        nx, ny = (end.y - start.y) / length, (start.x - end.x) / length
        lines.append((nx, ny, nx * start.x + ny * start.y + offset))
    for (a1, b1, c1), (a2, b2, c2) in zip((lines[-1], *lines[:-1]), lines, strict=True):
        determinant = a1 * b2 - a2 * b1
        yield Point((c1 * b2 - c2 * b1) / determinant, (a1 * c2 - a2 * c1) / determinant)


def saddle_stitch(pages: int) -> tuple[tuple[tuple[int, int], tuple[int, int]], ...]:
    """Return the sheets of a saddle-stitched booklet, outermost first: ((left, right) front, (left, right) back).

    Pages are counted from 1 and must be a multiple of four; on every side they add up to ``pages + 1``.
    """
    if pages % 4:
        raise ValueError(f"{pages} pages cannot be stitched; fill them up to a multiple of four")
    return tuple(
        ((pages - 2 * sheet, 1 + 2 * sheet), (2 + 2 * sheet, pages - 1 - 2 * sheet)) for sheet in range(pages // 4)
    )
