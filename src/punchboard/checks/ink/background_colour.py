"""What lies beneath an ink: the colours that are seen of it, from the topmost leaf down to the paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from typing import Final

from punchboard.checks.ink.edges import Cut, Edges, edges_of
from punchboard.checks.ink.layers import Leaf
from punchboard.checks.ink.patch import Patch, filled, stroked
from punchboard.geometry import Rect
from punchboard.scene import Group, Picture, Shape, Use

BARE: Final = "paper"
"""Stands for a colour where nothing is printed."""

PICTURE: Final = "picture"
"""Stands for the colours of a picture, which is not opened."""


def ground(area: Rect, ink: Edges, cell: float, leaves: Sequence[Leaf]) -> Mapping[str, float]:
    """Return what part of an ink each colour lies under (or over, when leaves are given that are above it).

    Args:
        area: the rectangle round the ink, in mm.
        ink: its edges.
        cell: the side of the cells that are counted, in mm.
        leaves: what is painted there, from the lowest to the topmost.
    """
    sight = _Sight(area, ink, cell)
    sight.look(leaves)
    return sight.shares()


def may_show(area: Rect, below: Sequence[Leaf], bad: Callable[[str], bool], cut: Cut | None = None) -> bool:
    """Tell whether a bad colour may lie beneath an area: without cells, so it may say yes where little of it shows."""
    found = _first(area, below, bad, cut)
    return bad(BARE) if found is None else found


def may_meet(leaf: Leaf, area: Rect, bad: Callable[[str], bool]) -> bool:
    """Tell whether a bad colour of a leaf may run into an area, whatever hides it there."""
    return bool(_first(area, (leaf,), bad, None))


def _first(area: Rect, below: Sequence[Leaf], bad: Callable[[str], bool], cut: Cut | None) -> bool | None:
    """Return True for a bad colour that is met, False when a good one hides all beneath, None when neither is."""
    x, y, across, down = area
    right, bottom = x + across, y + down
    for leaf in reversed(below):
        left, top, width, height = leaf.bounds
        if left >= right or top >= bottom or left + width <= x or top + height <= y:
            continue
        item = leaf.item
        if isinstance(item, Shape):
            if item.stroke is not None and bad(item.stroke.colour) and _is_crossed(leaf, area, cut):
                return True
            if item.fill is not None and bad(item.fill):
                if leaf.edges.meet(area, cut) or leaf.edges.hold(area):
                    return True
            elif item.fill is not None and not leaf.clips and not leaf.edges.meet(area, cut) and leaf.edges.hold(area):
                return False
        elif isinstance(item, Group | Use) and any(map(bad, leaf.colours)) and _first(area, leaf.parts, bad, cut):
            return True
    return None


def _is_crossed(leaf: Leaf, area: Rect, cut: Cut | None) -> bool:
    """Tell whether the line of a shape may run through an area."""
    reach = leaf.width / 2
    if cut is not None:
        least, most, low, high = cut
        aside = reach * sqrt(2)
        cut = (least - aside, most + aside, low - aside, high + aside)
    return leaf.line.meet(area.grow(reach), cut)


class _Sight:
    """The part of an ink that nothing seen so far lies under; cells are made when something lies under a part of it."""

    def __init__(self, area: Rect, ink: Edges, cell: float) -> None:
        self._area, self._ink, self._cell = area, ink, cell
        self._patch: Patch | None = None
        self._free = self._whole = 1
        self._seen: dict[str, int] = {}

    def shares(self) -> dict[str, float]:
        if self._free:
            self._see(BARE)
        return {colour: count / self._whole for colour, count in self._seen.items()}

    def look(self, leaves: Sequence[Leaf]) -> None:
        x, y, right, bottom = self._area.x, self._area.y, self._area.right, self._area.bottom
        for leaf in reversed(leaves):
            left, top, width, height = leaf.bounds
            if left < right and top < bottom and left + width > x and top + height > y:
                clips = [edges_of(clip) for clip in leaf.clips]
                cutting = [clip for clip in clips if clip.meet(self._area)]
                if all(clip in cutting or clip.hold(self._area) for clip in clips):
                    self._under(leaf, cutting)
            if not self._free:
                return

    def _under(self, leaf: Leaf, clips: Sequence[Edges]) -> None:
        """See one leaf: the line of a shape lies over its fill."""
        item = leaf.item
        if isinstance(item, Group | Use):
            self.look(leaf.parts)
        elif isinstance(item, Picture):
            self._fill(PICTURE, leaf.edges, clips)
        elif isinstance(item, Shape):
            if item.stroke is not None and leaf.line.meet(self._area.grow(leaf.width / 2)):
                self._see(item.stroke.colour, stroked(self._cells, leaf.line, leaf.width), clips)
            if item.fill is not None:
                self._fill(item.fill, leaf.edges, clips)

    def _fill(self, colour: str, edges: Edges, clips: Sequence[Edges]) -> None:
        if edges.meet(self._area):
            self._see(colour, filled(self._cells, edges), clips)
        elif edges.hold(self._area):
            self._see(colour, None, clips)

    @property
    def _cells(self) -> Patch:
        if self._patch is None:
            self._patch = Patch.over(self._area, self._cell)
            self._free = filled(self._patch, self._ink) or self._patch.all
            self._whole = self._free.bit_count()
        return self._patch

    def _see(self, colour: str, cells: int | None = None, clips: Sequence[Edges] = ()) -> None:
        shown = [filled(self._cells, clip) for clip in clips]
        hit = self._free if cells is None else self._free & cells
        for part in shown:
            hit &= part
        if hit:
            self._free ^= hit
            self._seen[colour] = self._seen.get(colour, 0) + hit.bit_count()
