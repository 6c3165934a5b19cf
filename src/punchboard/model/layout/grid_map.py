"""Maps of hexagons or squares: the grid that a kind describes, its geometry in mm, and a map as its face draws it."""

import re
from collections.abc import Iterator
from math import sqrt
from string import ascii_uppercase
from typing import Annotated, Final, Literal, NamedTuple, Self

from pydantic import Field, model_validator

from punchboard.geometry import Outline, Rect, Size, hexagon, rectangle
from punchboard.model.values import MAX_MM, Measure, Model, Slug

MARGIN: Final = 8.0
"""Mm between the cells of a map and its edges."""

LEGEND_LINE: Final = 12.0
"""Height in mm of a line of the legend."""

LEAST_WITH_COORDINATES: Final = 9.0
"""The smallest cell, in mm, in which coordinates can be read."""

_TALL: Final = 2 / sqrt(3)
"""The height of a hexagon with a point at the top, as a multiple of its width."""

_NAMES: Final = re.compile(r"([A-Za-z]{1,2})(\d{1,2})")
_NUMBERS: Final = re.compile(r"(\d{1,2})(\d{2})")

MAP_VALUE: Final = "map_cells"
"""The value of a map that its face draws: a `GridMap` as JSON."""

CELL_FIELDS: Final = {
    "cell": {"type": "text"},
    "terrain": {"one of": "terrain"},
    "label": {"type": "text", "optional": True},
    "icon": {"type": "text", "optional": True},
}
"""The fields of the rows of a map, one row for each cell."""


class Cell(NamedTuple):
    """A cell of a grid: its column and row, counted from 0."""

    column: int
    row: int


class Grid(Model):
    """Cells of one form and size, and where they lie."""

    grid: Literal["hex", "flat hex", "square"] = "hex"
    """The form of a cell: a hexagon with a point at the top, one with a flat top, or a square."""
    size: Measure
    """The length of a cell from one flat side to the opposite one."""

    @property
    def shape_of_cell(self) -> float:
        """The width of a cell as a multiple of its height."""
        return {"hex": 1 / _TALL, "flat hex": _TALL}.get(self.grid, 1.0)

    @property
    def is_flat(self) -> bool:
        """Whether the hexagons have a flat top, so that every second column lies lower."""
        return self.grid == "flat hex"

    def area(self, cell: Cell) -> Rect:
        """Return the frame around a cell; the first cell begins at 0, 0."""
        column, row, size = *cell, self.size
        if self.grid == "square":
            return Rect(column * size, row * size, size, size)
        if self.is_flat:
            return Rect(column * size * _TALL * 0.75, (row + 0.5 * (column % 2)) * size, size * _TALL, size)
        return Rect((column + 0.5 * (row % 2)) * size, row * size * _TALL * 0.75, size, size * _TALL)

    def outline(self, area: Rect) -> Outline:
        """Return the outline of a cell that fills an area."""
        return rectangle(area) if self.grid == "square" else hexagon(area)

    def cell(self, name: str) -> Cell | None:
        """Return the cell with these coordinates, a letter and a number; None if they are none."""
        match = _NAMES.fullmatch(name.strip())
        if match is None:
            return None
        column = 0
        for letter in match[1].upper():
            column = column * len(ascii_uppercase) + ascii_uppercase.index(letter) + 1
        return Cell(column - 1, int(match[2]) - 1)


class GridFile(Grid):
    """The grid of a map: the form, size and number of its cells, and what is printed in and below them."""

    size: Annotated[Measure, Field(ge=4, le=200)]
    columns: Annotated[int, Field(ge=1, le=99)]
    rows: Annotated[int, Field(ge=1, le=99)]
    coordinates: Literal["letters", "numbers", "none"] = "letters"
    """What is printed in each cell: ``A1``, ``0101`` or nothing."""
    fill: Slug | None = None
    """The terrain of all cells without a row; without it, they are not part of the map."""
    legend: Annotated[int, Field(ge=0, le=9)] = 1
    """The number of lines for the names of the kinds of terrain; 0 for none."""

    @model_validator(mode="after")
    def _can_be_printed(self) -> Self:
        if max(self.size_of_map) > MAX_MM:
            width, height = self.size_of_map
            raise ValueError(f"the map would be {width:.0f} x {height:.0f} mm; make its cells smaller or fewer")
        if self.coordinates != "none" and self.size < LEAST_WITH_COORDINATES:
            size = f"{LEAST_WITH_COORDINATES:g}mm"
            message = f"cells of {self.size:g} mm have no room for coordinates"
            raise ValueError(f"{message}; write 'coordinates: none', or 'size: {size}'")
        return self

    @property
    def extent(self) -> Size:
        """The width and height of all cells in mm."""
        areas = [self.area(Cell(column, row)) for column in self._ends(self.columns) for row in self._ends(self.rows)]
        return Size(max(area.right for area in areas), max(area.bottom for area in areas))

    @property
    def size_of_map(self) -> Size:
        """The width and height in mm of the whole map, with its margins and legend."""
        width, height = self.extent
        return Size(width + 2 * MARGIN, height + 2 * MARGIN + self.legend * LEGEND_LINE)

    @staticmethod
    def _ends(count: int) -> range:
        return range(max(0, count - 2), count)

    def name(self, cell: Cell) -> str:
        """Return the coordinates of a cell."""
        if self.coordinates == "numbers":
            return f"{cell.column + 1:02}{cell.row + 1:02}"
        before, letter = divmod(cell.column, len(ascii_uppercase))
        return f"{ascii_uppercase[before - 1] if before else ''}{ascii_uppercase[letter]}{cell.row + 1}"

    def cell(self, name: str) -> Cell | None:
        """Return the cell with these coordinates, inside the grid or not; None if they are none.

        Spreadsheets drop the first zero of 0101, so 101 is the same.
        """
        if self.coordinates != "numbers":
            return super().cell(name)
        match = _NUMBERS.fullmatch(name.strip())
        return None if match is None else Cell(int(match[1]) - 1, int(match[2]) - 1)

    def has(self, cell: Cell) -> bool:
        """Tell whether a cell lies inside the grid."""
        return 0 <= cell.column < self.columns and 0 <= cell.row < self.rows

    def cells(self) -> Iterator[Cell]:
        """Yield all cells, row by row."""
        yield from (Cell(column, row) for row in range(self.rows) for column in range(self.columns))


class Terrain(NamedTuple):
    """A kind of terrain on a map: its id, its printed name, its colour, and its icon between colons; empty for none."""

    id: str
    name: str
    colour: str
    icon: str


class DrawnCell(NamedTuple):
    """A cell as it is drawn: where it is, the number of its terrain, its label, and its icon between colons."""

    cell: Cell
    terrain: int
    label: str
    icon: str


class GridMap(Model):
    """A map as its face draws it. As JSON it is the value `MAP_VALUE` of its component."""

    name: str
    grid: GridFile
    terrain: tuple[Terrain, ...]
    cells: tuple[DrawnCell, ...]

    @property
    def labels(self) -> dict[str, str]:
        """The labels of cells by what they are called where they are translated, such as ``label B3``."""
        return {f"label {self.grid.name(one.cell)}": one.label for one in self.cells if one.label}
