"""Where label and rulers find room on a sheet: in strips that nothing else takes. Pure geometry in mm."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from punchboard.geometry import Affine, Rect, Size

_CLEARANCE: Final = 0.4
"""Mm between a strip and what lies beside it."""


class Spot(NamedTuple):
    """A strip of the sheet; text in it runs from left to right or, turned, upwards."""

    area: Rect
    turned: bool

    @property
    def length(self) -> float:
        """How far the strip runs, in mm."""
        return self.area.height if self.turned else self.area.width

    @property
    def transform(self) -> Affine:
        """The map of the strip's own top left corner onto the sheet: x along it, y across it."""
        if self.turned:
            return Affine.move(self.area.x, self.area.bottom) @ Affine.turn(-90)
        return Affine.move(self.area.x, self.area.y)


def free_spot(
    size: Size, room: Rect, taken: Iterable[Rect], *, turned: bool = False, last: bool = False
) -> Spot | None:
    """Return a strip of a size (length, depth) in a room that touches nothing taken, or None.

    Level strips are looked for along the lower edge of the room, then the upper, then below each thing that is taken;
    turned ones along the left edge, then the right. Of the places along an edge the first is taken, or the last one.
    """
    if turned:
        found = _horizontal_strip(
            size, _transposed(room), [_transposed(rect) for rect in taken], first_edge=False, last=last
        )
        return None if found is None else Spot(_transposed(found), turned=True)
    found = _horizontal_strip(size, room, list(taken), first_edge=True, last=last)
    return None if found is None else Spot(found, turned=False)


def _transposed(rect: Rect) -> Rect:
    return Rect(rect.y, rect.x, rect.height, rect.width)


def _horizontal_strip(size: Size, room: Rect, taken: Sequence[Rect], *, first_edge: bool, last: bool) -> Rect | None:
    depth = size.height
    if depth > room.height or size.width > room.width:
        return None
    edges = (room.bottom - depth, room.y) if first_edge else (room.y, room.bottom - depth)
    below = sorted(y for rect in taken if room.y <= (y := rect.bottom + _CLEARANCE) <= room.bottom - depth)
    for y in (*edges, *below):
        beside = [rect for rect in taken if rect.y < y + depth and rect.bottom > y]
        gaps = [gap for gap in _gaps(beside, room) if gap[1] - gap[0] >= size.width]
        if gaps:
            start, end = gaps[-1] if last else gaps[0]
            return Rect(end - size.width if last else start, y, size.width, depth)
    return None


def _gaps(beside: Sequence[Rect], room: Rect) -> Iterator[tuple[float, float]]:
    """Yield the free stretches between things that stand beside one another in a strip."""
    at = room.x
    for rect in sorted(beside):
        if rect.x - _CLEARANCE > at:
            yield at, min(rect.x - _CLEARANCE, room.right)
        at = max(at, rect.right + _CLEARANCE)
    yield at, room.right


class SheetSpace(NamedTuple):
    """What a sheet has: the room that can be printed, and what label and rulers must not lie on.

    ``marks`` are where marks would best be, which can be shorter; ``bleeds`` and ``trims`` are those of blocks;
    ``kept`` is never covered.
    """

    printable: Rect
    trims: tuple[Rect, ...]
    bleeds: tuple[Rect, ...]
    marks: tuple[Rect, ...] = ()
    reserved: tuple[Rect, ...] = ()

    def spot(self, sizes: Sequence[Size], *, turned: bool = False, last: bool = False) -> tuple[Spot, int] | None:
        """Return a strip, and which of the sizes it has: clear of marks, else of bleeds, else of trims alone.

        The last of the sizes is that of what may lie over bleed; the others lie outside it.
        """
        outside = (*self.bleeds, *self.reserved)
        for taken, tried in (
            ((*outside, *self.marks), range(len(sizes) - 1)),
            (outside, range(len(sizes) - 1)),
            ((*self.trims, *self.reserved), range(len(sizes) - 1, len(sizes))),
        ):
            for index in tried:
                found = free_spot(sizes[index], self.printable, taken, turned=turned, last=last)
                if found is not None:
                    return found, index
        return None

    def without(self, *areas: Rect) -> "SheetSpace":
        """Return the ground with more that is never covered."""
        return self._replace(reserved=(*self.reserved, *areas))
