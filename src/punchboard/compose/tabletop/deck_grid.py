"""Grids of faces for virtual tables: how many columns and rows a picture has, how fine it is, and the page of it."""

from collections.abc import Sequence
from itertools import pairwise
from math import ceil
from typing import Final, NamedTuple, TypeVar

from punchboard.geometry import Affine, Rect, Size, rectangle
from punchboard.model.layout.face import Face
from punchboard.scene import Group, Item, Page, Use

T = TypeVar("T")

_INCH: Final = 25.4


class Limits(NamedTuple):
    """What a table takes: the most columns and rows, the longest side of a picture in pixels, the most dots an inch."""

    columns: int
    rows: int
    pixels: int
    dpi: float


class Grid(NamedTuple):
    """A picture of equal cells: columns, rows, and the width and height of a cell in pixels."""

    columns: int
    rows: int
    cell: tuple[int, int]

    @property
    def pixels(self) -> tuple[int, int]:
        """The size of the whole picture."""
        return self.columns * self.cell[0], self.rows * self.cell[1]

    @property
    def last_cell(self) -> int:
        """The number of the last place, counted from 0 along the rows."""
        return self.columns * self.rows - 1


def best_grid(count: int, size: Size, limits: Limits) -> Grid:
    """Return the grid on which so many cells of a size (mm) are largest in pixels.

    Of grids that are as fine, the one with the fewest places to spare, and of those the one nearest to a square. There
    are never more than ``limits.dpi`` pixels an inch.

    Raises:
        ValueError: when no grid has so many cells; `runs` tells how many go on each.
    """
    grids = [
        _grid(columns, ceil(count / columns), size, limits)
        for columns in range(1, min(count, limits.columns) + 1)
        if ceil(count / columns) <= limits.rows
    ]
    if not grids:
        raise ValueError(f"{count} cells are more than {limits.columns} x {limits.rows}")
    return max(grids, key=lambda grid: (grid.cell, -grid.last_cell, -abs(grid.pixels[0] - grid.pixels[1])))


def _grid(columns: int, rows: int, size: Size, limits: Limits) -> Grid:
    dpi = min(limits.dpi, limits.pixels * _INCH / (columns * size.width), limits.pixels * _INCH / (rows * size.height))
    across, down = (max(1, int(length * dpi / _INCH + 1e-6)) for length in size)
    return Grid(columns, rows, (across, down))


def split_evenly(things: Sequence[T], most: int) -> tuple[tuple[T, ...], ...]:
    """Return things in their order, in as few parts of at most so many as there can be, as equal as possible."""
    parts = ceil(len(things) / most)
    ends = [len(things) * part // parts for part in range(parts + 1)] if things else []
    return tuple(tuple(things[start:end]) for start, end in pairwise(ends))


def grid_page(faces: Sequence[Face | None], size: Size, columns: int, rows: int) -> Page:
    """Return a page of faces in rows, each cut off at its cell of a size in mm; a cell without a face stays white."""
    items: list[Item] = []
    for index, face in enumerate(faces):
        if face is not None:
            row, column = divmod(index, columns)
            cell = Rect(column * size.width, row * size.height, *size)
            items.append(Group((Use(face.symbol),), Affine.move(cell.x, cell.y), rectangle(cell)))
    return Page(Size(columns * size.width, rows * size.height), tuple(items))


def cut_out_page(face: Face, label: str = "") -> Page:
    """Return a face alone, cut to its own outline; round it there is nothing."""
    frame = face.trim.frame()
    outline = face.trim.outline(frame)
    # the edge of the page cuts a rectangle, and what pages share beneath is found where nothing is clipped
    clip = None if outline == rectangle(frame) else outline
    return Page(frame.size, (Group((Use(face.symbol),), clip=clip),), label=label)
