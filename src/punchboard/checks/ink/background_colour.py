"""The colours under an ink, from the topmost leaf down to the paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from typing import Final

from punchboard.checks.ink.cell_grid import CellGrid, filled_cells, stroked_cells
from punchboard.checks.ink.edges import CornerCut, Edges, edges_of
from punchboard.checks.ink.layers import Leaf
from punchboard.geometry import Rect
from punchboard.scene import Group, Picture, Shape, Use

BARE_PAPER: Final = "paper"
"""Stands for the colour where nothing is printed."""

PICTURE: Final = "picture"
"""Stands for the colours of a picture, whose pixels are not read."""


def background_shares(area: Rect, ink: Edges, cell: float, leaves: Sequence[Leaf]) -> Mapping[str, float]:
    """Return, for each colour, the share of an ink that it lies under (or over, if ``leaves`` are those above the ink).

    Args:
        area: the rectangle around the ink, in mm.
        ink: its edges.
        cell: the side of the cells that are counted, in mm.
        leaves: what is painted there, lowest first.
    """
    counter = _ShareCounter(area, ink, cell)
    counter.scan(leaves)
    return counter.shares()


def may_lie_under(
    area: Rect, below: Sequence[Leaf], is_bad: Callable[[str], bool], cut: CornerCut | None = None
) -> bool:
    """Return whether a bad colour may lie under an area. Cells are not counted, so the answer may be wrongly true."""
    hit = _first_hit(area, below, is_bad, cut)
    return is_bad(BARE_PAPER) if hit is None else hit


def may_touch(leaf: Leaf, area: Rect, is_bad: Callable[[str], bool]) -> bool:
    """Return whether a bad colour of a leaf may reach into an area, even if something hides it there."""
    return bool(_first_hit(area, (leaf,), is_bad, None))


def _first_hit(area: Rect, below: Sequence[Leaf], is_bad: Callable[[str], bool], cut: CornerCut | None) -> bool | None:
    """Return True if a bad colour is found first, False if a good one hides all below it, or None."""
    x, y, across, down = area
    right, bottom = x + across, y + down
    for leaf in reversed(below):
        left, top, width, height = leaf.bounds
        if left >= right or top >= bottom or left + width <= x or top + height <= y:
            continue
        item = leaf.item
        if isinstance(item, Shape):
            if item.stroke is not None and is_bad(item.stroke.colour) and _may_stroke_cross(leaf, area, cut):
                return True
            if item.fill is not None and is_bad(item.fill):
                if leaf.edges.may_cross(area, cut) or leaf.edges.contains_centre(area):
                    return True
            elif (
                item.fill is not None
                and not leaf.clips
                and not leaf.edges.may_cross(area, cut)
                and leaf.edges.contains_centre(area)
            ):
                return False
        elif (
            isinstance(item, Group | Use)
            and any(map(is_bad, leaf.colours))
            and _first_hit(area, leaf.parts, is_bad, cut)
        ):
            return True
    return None


def _may_stroke_cross(leaf: Leaf, area: Rect, cut: CornerCut | None) -> bool:
    """Return whether the stroke of a shape may run through an area."""
    reach = leaf.stroke_width / 2
    if cut is not None:
        least, most, low, high = cut
        aside = reach * sqrt(2)
        cut = (least - aside, most + aside, low - aside, high + aside)
    return leaf.stroke_path.may_cross(area.grow(reach), cut)


class _ShareCounter:
    """Counts the uncovered part of an ink while leaves are scanned; cells are created when first needed."""

    def __init__(self, area: Rect, ink: Edges, cell: float) -> None:
        self._area, self._ink, self._cell = area, ink, cell
        self._patch: CellGrid | None = None
        self._free = self._whole = 1
        self._seen: dict[str, int] = {}

    def shares(self) -> dict[str, float]:
        if self._free:
            self._count_cells(BARE_PAPER)
        return {colour: count / self._whole for colour, count in self._seen.items()}

    def scan(self, leaves: Sequence[Leaf]) -> None:
        x, y, right, bottom = self._area.x, self._area.y, self._area.right, self._area.bottom
        for leaf in reversed(leaves):
            left, top, width, height = leaf.bounds
            if left < right and top < bottom and left + width > x and top + height > y:
                clips = [edges_of(clip) for clip in leaf.clips]
                cutting = [clip for clip in clips if clip.may_cross(self._area)]
                if all(clip in cutting or clip.contains_centre(self._area) for clip in clips):
                    self._scan_leaf(leaf, cutting)
            if not self._free:
                return

    def _scan_leaf(self, leaf: Leaf, clips: Sequence[Edges]) -> None:
        """Count one leaf. The stroke of a shape lies over its fill."""
        item = leaf.item
        if isinstance(item, Group | Use):
            self.scan(leaf.parts)
        elif isinstance(item, Picture):
            self._fill(PICTURE, leaf.edges, clips)
        elif isinstance(item, Shape):
            if item.stroke is not None and leaf.stroke_path.may_cross(self._area.grow(leaf.stroke_width / 2)):
                self._count_cells(
                    item.stroke.colour, stroked_cells(self._cells, leaf.stroke_path, leaf.stroke_width), clips
                )
            if item.fill is not None:
                self._fill(item.fill, leaf.edges, clips)

    def _fill(self, colour: str, edges: Edges, clips: Sequence[Edges]) -> None:
        if edges.may_cross(self._area):
            self._count_cells(colour, filled_cells(self._cells, edges), clips)
        elif edges.contains_centre(self._area):
            self._count_cells(colour, None, clips)

    @property
    def _cells(self) -> CellGrid:
        if self._patch is None:
            self._patch = CellGrid.over(self._area, self._cell)
            self._free = filled_cells(self._patch, self._ink) or self._patch.all_cells
            self._whole = self._free.bit_count()
        return self._patch

    def _count_cells(self, colour: str, cells: int | None = None, clips: Sequence[Edges] = ()) -> None:
        clipped = [filled_cells(self._cells, clip) for clip in clips]
        hit = self._free if cells is None else self._free & cells
        for part in clipped:
            hit &= part
        if hit:
            self._free ^= hit
            self._seen[colour] = self._seen.get(colour, 0) + hit.bit_count()
