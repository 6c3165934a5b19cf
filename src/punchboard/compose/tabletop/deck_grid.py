"""Grids of faces for virtual tabletops: columns, rows and resolution of the picture of a deck, and its page."""

from collections.abc import Sequence
from itertools import pairwise
from math import ceil
from typing import NamedTuple, TypeVar

from punchboard.geometry import Affine, Rect, Size, rectangle
from punchboard.model.layout.face import Face
from punchboard.scene import Group, Item, Page, Use
from punchboard.units import MM_PER_INCH

T = TypeVar("T")


class Limits(NamedTuple):
    """The limits of a virtual tabletop: columns, rows, pixels along a picture's longest side, and dots per inch."""

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
        """Width and height of the whole picture in pixels."""
        return self.columns * self.cell[0], self.rows * self.cell[1]

    @property
    def last_cell(self) -> int:
        """The number of the last cell, counted from 0 along the rows."""
        return self.columns * self.rows - 1


def best_grid(count: int, size: Size, limits: Limits) -> Grid:
    """Return the grid for ``count`` cells of a size in mm that gives each cell the most pixels.

    Of equally fine grids, it is the one with the fewest empty cells, and of those the one closest to a square. The
    resolution never exceeds ``limits.dpi``.

    Raises:
        ValueError: when ``count`` is over the limits; `split_evenly` divides cells among several grids.
    """
    grids = [
        _grid(columns, ceil(count / columns), size, limits)
        for columns in range(1, min(count, limits.columns) + 1)
        if ceil(count / columns) <= limits.rows
    ]
    if not grids:
        raise ValueError(f"{count} cells do not fit in a grid of {limits.columns} x {limits.rows}")
    return max(grids, key=lambda grid: (grid.cell, -grid.last_cell, -abs(grid.pixels[0] - grid.pixels[1])))


def _grid(columns: int, rows: int, size: Size, limits: Limits) -> Grid:
    dpi = min(
        limits.dpi,
        limits.pixels * MM_PER_INCH / (columns * size.width),
        limits.pixels * MM_PER_INCH / (rows * size.height),
    )
    across, down = (max(1, int(length * dpi / MM_PER_INCH + 1e-6)) for length in size)
    return Grid(columns, rows, (across, down))


def split_evenly(items: Sequence[T], most: int) -> tuple[tuple[T, ...], ...]:
    """Return items in order, split into the fewest parts of at most ``most`` items; lengths differ by at most one."""
    parts = ceil(len(items) / most)
    ends = [len(items) * part // parts for part in range(parts + 1)] if items else []
    return tuple(tuple(items[start:end]) for start, end in pairwise(ends))


def grid_page(faces: Sequence[Face | None], size: Size, columns: int, rows: int) -> Page:
    """Return a page of faces in rows, each clipped to its cell of a size in mm; a cell without a face stays white."""
    items: list[Item] = []
    for index, face in enumerate(faces):
        if face is not None:
            row, column = divmod(index, columns)
            cell = Rect(column * size.width, row * size.height, *size)
            items.append(Group((Use(face.symbol),), Affine.move(cell.x, cell.y), rectangle(cell)))
    return Page(Size(columns * size.width, rows * size.height), tuple(items))


def cut_out_page(face: Face, label: str = "") -> Page:
    """Return a page of the trim's size with one face, clipped to its outline; outside the outline nothing is drawn."""
    frame = face.trim.frame()
    outline = face.trim.outline(frame)
    # a rectangle needs no clip, as the page ends there; and renderers share backgrounds of pages only without clips
    clip = None if outline == rectangle(frame) else outline
    return Page(frame.size, (Group((Use(face.symbol),), clip=clip),), label=label)
