"""The colours under an ink, from the topmost leaf down to the paper."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from itertools import pairwise
from math import ceil, hypot, sqrt
from typing import Final, NamedTuple, Self

from punchboard.checks.ink.painted_areas import Band, CornerCut, Edge, Edges, Leaf, edges_of
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


class Under(Enum):
    """What lies under an area, as far as some leaves tell from the topmost down."""

    BAD = "a bad colour may reach into the area"
    HIDDEN = "a good colour fills the whole area, and hides all that is below"
    OPEN = "neither: what is below may show"


def may_lie_under(
    area: Rect, below: Sequence[Leaf], is_bad: Callable[[str], bool], cut: CornerCut | None = None
) -> bool:
    """Return whether a bad colour may lie under an area. Cells are not counted, so the answer may be wrongly true."""
    under = _under(area, below, is_bad, cut)
    return under is Under.BAD or (under is Under.OPEN and is_bad(BARE_PAPER))


def may_touch(leaf: Leaf, area: Rect, is_bad: Callable[[str], bool]) -> bool:
    """Return whether a bad colour of a leaf may reach into an area, even if something hides it there."""
    return _under(area, (leaf,), is_bad, None) is Under.BAD


def _under(area: Rect, leaves: Sequence[Leaf], is_bad: Callable[[str], bool], cut: CornerCut | None) -> Under:
    """Return what the topmost leaf says that is bad or hides the others."""
    for leaf in _reaching(area, leaves):
        under = _under_leaf(area, leaf, is_bad, cut)
        if under is not Under.OPEN:
            return under
    return Under.OPEN


def _reaching(area: Rect, leaves: Sequence[Leaf]) -> Iterator[Leaf]:
    """Yield the leaves whose bounds reach into an area, topmost first."""
    x, y, right, bottom = area.x, area.y, area.right, area.bottom
    for leaf in reversed(leaves):
        left, top, width, height = leaf.bounds
        if left < right and top < bottom and left + width > x and top + height > y:
            yield leaf


def _under_leaf(area: Rect, leaf: Leaf, is_bad: Callable[[str], bool], cut: CornerCut | None) -> Under:
    item = leaf.item
    if isinstance(item, Group | Use):
        # a drawing may have gaps, so it hides nothing
        has_bad = any(map(is_bad, leaf.colours)) and _under(area, leaf.parts, is_bad, cut) is Under.BAD
        return Under.BAD if has_bad else Under.OPEN
    if not isinstance(item, Shape):
        return Under.OPEN
    if item.stroke is not None and is_bad(item.stroke.colour) and _may_stroke_cross(leaf, area, cut):
        return Under.BAD
    if item.fill is None:
        return Under.OPEN
    if is_bad(item.fill):
        reaches = leaf.edges.may_cross(area, cut) or leaf.edges.contains_centre(area)
        return Under.BAD if reaches else Under.OPEN
    hides = not leaf.clips and not leaf.edges.may_cross(area, cut) and leaf.edges.contains_centre(area)
    return Under.HIDDEN if hides else Under.OPEN


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
        """Count leaves from the topmost down, until nothing of the ink is uncovered."""
        for leaf in _reaching(self._area, leaves):
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
    def _cells(self) -> "CellGrid":
        if self._patch is None:
            self._patch = CellGrid.over(self._area, self._cell)
            self._free = filled_cells(self._patch, self._ink) or self._patch.all_cells
            self._whole = self._free.bit_count()
        return self._patch

    def _count_cells(self, colour: str, cells: int | None = None, clips: Sequence[Edges] = ()) -> None:
        masks = [filled_cells(self._cells, clip) for clip in clips]  # first: it makes the grid that ``_free`` is in
        hit = self._free if cells is None else self._free & cells
        for mask in masks:
            hit &= mask
        if hit:
            self._free ^= hit
            self._seen[colour] = self._seen.get(colour, 0) + hit.bit_count()


# A rectangle of paper as a grid of cells: the cells that areas and strokes cover, as the bits of one number.

_MAX_CELLS: Final = 400
"""The maximum number of cells along a side."""


class CellGrid(NamedTuple):
    """A rectangle of square cells. A cell is set if its centre is covered."""

    area: Rect
    cell: float
    columns: int
    rows: int

    @classmethod
    def over(cls, area: Rect, cell: float) -> Self:
        """Return a grid with cells of at least the given size, in mm."""
        side = max(cell, max(area.width, area.height) / _MAX_CELLS, 1e-6)
        return cls(area, side, *(max(1, ceil(length / side)) for length in area.size))

    @property
    def all_cells(self) -> int:
        """The grid with every cell set."""
        return (1 << self.columns * self.rows) - 1


@lru_cache(maxsize=1024)
def filled_cells(grid: CellGrid, edges: Edges) -> int:
    """Return the cells inside edges. They are cached: many faces have the same icon at the same place."""
    top, bottom = grid.area.y, grid.area.bottom
    return _cells(grid, edges.bands(top, bottom), even_odd=edges.even_odd)


def stroked_cells(grid: CellGrid, line: Edges, width: float) -> int:
    """Return the cells that a stroke of a given width covers."""
    left, top, across, down = grid.area.grow(width / 2)
    right, bottom = left + across, top + down
    near = {
        edge: None
        for _, _, edges in line.bands(top, bottom)
        for edge in edges
        if edge[1] < bottom
        and edge[3] > top
        and (edge[0] < right or edge[2] < right)
        and (edge[0] > left or edge[2] > left)
    }
    sides = [side for edge in near for side in _stroke_sides(*edge[:4], width / 2)]
    return _cells(grid, ((grid.area.y, grid.area.bottom, sides),)) if sides else 0


def _stroke_sides(x0: float, y0: float, x1: float, y1: float, reach: float) -> Iterator[Edge]:
    """Yield the sides of a straight stroke. The sides of all strokes have the same direction."""
    length = hypot(x1 - x0, y1 - y0) or 1.0
    dx, dy = (y0 - y1) / length * reach, (x1 - x0) / length * reach
    corners = ((x0 + dx, y0 + dy), (x1 + dx, y1 + dy), (x1 - dx, y1 - dy), (x0 - dx, y0 - dy))
    ax, ay = corners[-1]
    for bx, by in corners:
        if ay < by:
            yield ax, ay, bx, by, 1
        elif by < ay:
            yield bx, by, ax, ay, -1
        ax, ay = bx, by


def _cells(grid: CellGrid, bands: Iterable[Band], *, even_odd: bool = False) -> int:
    """Return the cells inside edges that are given in bands of height."""
    left, cell, columns = grid.area.x + grid.cell / 2, grid.cell, grid.columns
    cells = 0
    for row, crossings in enumerate(_crossings(grid, bands)):
        if not crossings:
            continue
        crossings.sort()
        winding = line = 0
        for (start, sign), (end, _) in pairwise(crossings):
            winding += sign
            if winding & 1 if even_odd else winding:
                first, last = max(0, ceil((start - left) / cell)), min(columns, ceil((end - left) / cell))
                if first < last:
                    line |= (1 << last) - (1 << first)
        cells |= line << row * columns
    return cells


def _crossings(grid: CellGrid, bands: Iterable[Band]) -> list[list[tuple[float, int]]]:
    """Return where edges cross the centre line of each row, and in which direction."""
    top, cell, rows = grid.area.y + grid.cell / 2, grid.cell, grid.rows
    crossings: list[list[tuple[float, int]]] = [[] for _ in range(rows)]
    for start, end, edges in bands:
        least, most = max(0, ceil((start - top) / cell)), min(rows, ceil((end - top) / cell))
        for x0, y0, x1, y1, sign in edges:
            if sign and y0 < end and y1 > start:
                first, last = ceil((y0 - top) / cell), ceil((y1 - top) / cell)
                if first < last:
                    slope = (x1 - x0) / (y1 - y0)
                    for row in range(max(first, least), min(last, most)):
                        crossings[row].append((x0 + (top + row * cell - y0) * slope, sign))
    return crossings
