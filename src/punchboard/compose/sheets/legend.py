"""Free strips of a sheet for its label and rulers. Pure geometry in mm."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from punchboard.geometry import Affine, Rect, Size

_CLEARANCE: Final = 0.4
"""Mm between a strip and anything beside it."""


class Spot(NamedTuple):
    """A free strip of the sheet; its text runs from left to right or, if turned, upwards."""

    area: Rect
    turned: bool

    @property
    def length(self) -> float:
        """The length of the strip along its text, in mm."""
        return self.area.height if self.turned else self.area.width

    @property
    def transform(self) -> Affine:
        """The transform onto the sheet from the strip's own coordinates: x along its text, y across it."""
        if self.turned:
            return Affine.move(self.area.x, self.area.bottom) @ Affine.turn(-90)
        return Affine.move(self.area.x, self.area.y)


def free_spot(
    size: Size, area: Rect, obstacles: Iterable[Rect], *, turned: bool = False, last: bool = False
) -> Spot | None:
    """Return a strip of a size (length, depth) in an area, clear of obstacles; None if there is no space.

    Horizontal strips are tried along the lower edge of the area, then the upper, then just below each obstacle; turned
    strips along the left edge, then the right, then just right of each obstacle. Of several gaps along a line, the
    first is used, or the last one if ``last``.
    """
    if turned:
        found = _horizontal_strip(
            size, _transposed(area), [_transposed(rect) for rect in obstacles], first_edge=False, last=last
        )
        return None if found is None else Spot(_transposed(found), turned=True)
    found = _horizontal_strip(size, area, list(obstacles), first_edge=True, last=last)
    return None if found is None else Spot(found, turned=False)


def _transposed(rect: Rect) -> Rect:
    return Rect(rect.y, rect.x, rect.height, rect.width)


def _horizontal_strip(
    size: Size, area: Rect, obstacles: Sequence[Rect], *, first_edge: bool, last: bool
) -> Rect | None:
    depth = size.height
    if depth > area.height or size.width > area.width:
        return None
    edges = (area.bottom - depth, area.y) if first_edge else (area.y, area.bottom - depth)
    below = sorted(y for rect in obstacles if area.y <= (y := rect.bottom + _CLEARANCE) <= area.bottom - depth)
    for y in (*edges, *below):
        beside = [rect for rect in obstacles if rect.y < y + depth and rect.bottom > y]
        gaps = [gap for gap in _gaps(beside, area) if gap[1] - gap[0] >= size.width]
        if gaps:
            start, end = gaps[-1] if last else gaps[0]
            return Rect(end - size.width if last else start, y, size.width, depth)
    return None


def _gaps(obstacles: Sequence[Rect], area: Rect) -> Iterator[tuple[float, float]]:
    """Yield start and end of the free stretches between obstacles along a strip."""
    start = area.x
    for rect in sorted(obstacles):
        if rect.x - _CLEARANCE > start:
            yield start, min(rect.x - _CLEARANCE, area.right)
        start = max(start, rect.right + _CLEARANCE)
    yield start, area.right


class SheetSpace(NamedTuple):
    """The printable area of a sheet, and what label and rulers must not cover.

    ``trims`` and ``bleeds`` are those of blocks. ``marks`` are the preferred places of crop marks, which can give way.
    ``reserved`` is never covered.
    """

    printable: Rect
    trims: tuple[Rect, ...]
    bleeds: tuple[Rect, ...]
    marks: tuple[Rect, ...] = ()
    reserved: tuple[Rect, ...] = ()

    def find_spot(self, sizes: Sequence[Size], *, turned: bool = False, last: bool = False) -> tuple[Spot, int] | None:
        """Return a free strip with the first of these sizes that fits, and the index of that size; None if none fits.

        All sizes but the last are tried clear of bleeds and marks, then clear of bleeds. The last one may lie on bleed,
        not on trims.
        """
        outside = (*self.bleeds, *self.reserved)
        for obstacles, indices in (
            ((*outside, *self.marks), range(len(sizes) - 1)),
            (outside, range(len(sizes) - 1)),
            ((*self.trims, *self.reserved), range(len(sizes) - 1, len(sizes))),
        ):
            for index in indices:
                found = free_spot(sizes[index], self.printable, obstacles, turned=turned, last=last)
                if found is not None:
                    return found, index
        return None

    def without(self, *areas: Rect) -> "SheetSpace":
        """Return this space with more areas reserved."""
        return self._replace(reserved=(*self.reserved, *areas))
