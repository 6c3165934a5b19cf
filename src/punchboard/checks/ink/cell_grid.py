"""A rectangle of paper as a grid of cells: the cells that areas and strokes cover, as the bits of one number."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from math import ceil, hypot
from typing import Final, NamedTuple, Self

from punchboard.checks.ink.edges import Band, Edges
from punchboard.checks.ink.outline_parts import Edge
from punchboard.geometry import Rect

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
    found = 0
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
        found |= line << row * columns
    return found


def _crossings(grid: CellGrid, bands: Iterable[Band]) -> list[list[tuple[float, int]]]:
    """Return where edges cross the centre line of each row, and in which direction."""
    top, cell, rows = grid.area.y + grid.cell / 2, grid.cell, grid.rows
    found: list[list[tuple[float, int]]] = [[] for _ in range(rows)]
    for start, end, edges in bands:
        least, most = max(0, ceil((start - top) / cell)), min(rows, ceil((end - top) / cell))
        for x0, y0, x1, y1, sign in edges:
            if sign and y0 < end and y1 > start:
                first, last = ceil((y0 - top) / cell), ceil((y1 - top) / cell)
                if first < last:
                    slope = (x1 - x0) / (y1 - y0)
                    for row in range(max(first, least), min(last, most)):
                        found[row].append((x0 + (top + row * cell - y0) * slope, sign))
    return found
