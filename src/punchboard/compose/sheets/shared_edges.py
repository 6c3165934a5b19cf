"""The sides of components on a sheet: which ones a neighbour shares, and how far each may bleed."""

from collections.abc import Iterator, Sequence
from math import hypot
from typing import NamedTuple

from punchboard.compose.sheets.imposition import Plan, Slot
from punchboard.geometry import Outline, Point, polyline
from punchboard.model.layout.trim import Trim


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
