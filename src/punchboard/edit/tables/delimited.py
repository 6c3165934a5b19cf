"""The cells and rows of CSV and TSV tables, found by their places."""

import io
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Final

from punchboard.edit.tables.changes import Cell, Format, NewRow
from punchboard.edit.tables.delimited_edit import cell_spans, copy_row, insert_row, remove_rows, set_cell
from punchboard.edit.text_file import decoded
from punchboard.load.tables.table import Table


class _Finder:
    """Finds places among the spans of a text table."""

    def __init__(self, text: str, table: Table) -> None:
        self._table, self.spans = table, cell_spans(text)
        self._lines = list(accumulate(map(len, io.StringIO(text, newline="")), initial=0))
        self._starts = [cells[0].start for cells in self.spans]
        self._numbers = {column.name: column.number for column in table.columns}

    def row(self, number: int) -> int:
        """Return the row of the text that has a row of the table; -1 for the header."""
        place = self._table.places[number] if number >= 0 else self._table.place
        return self._row(self._lines[place.line - 1])

    def cell(self, row: int, column: str) -> tuple[int, int]:
        """Return the row and the number of a cell in the text, which may be behind the end of the row."""
        place = self._table.cell(row, column)
        if place.column == 0:
            return self.row(row), self._numbers[column]
        start = self._lines[place.line - 1] + place.column - 1
        at = self._row(start)
        return at, next((number for number, cell in enumerate(self.spans[at]) if start <= cell.end), 0)

    def _row(self, start: int) -> int:
        return max(bisect_right(self._starts, start) - 1, 0)

    def width(self, row: int) -> int:
        """Return the number of cells of a row of the text."""
        return len(self.spans[row])


def set_cells(data: bytes, table: Table, cells: Sequence[Cell]) -> tuple[bytes, Sequence[Cell]]:
    """Return the file's bytes with cells changed; a new column is added behind the header's last cell."""
    file = decoded(data)
    text, finder = file.text, _Finder(file.text, table)
    header, known = finder.row(-1), {column.name for column in table.columns}
    added = {name: finder.width(header) + turn for turn, name in enumerate(_new_columns(cells, known))}
    found = [
        (*((finder.row(cell.row), added[cell.column]) if cell.column in added else finder.cell(*cell[:2])), cell.value)
        for cell in cells
    ]
    found += [(header, number, name) for name, number in added.items()]
    for row, column, value in sorted(found, reverse=True):  # from the end, so that the spans before stay true
        text = set_cell(text, row, column, value)
    return file.encoded(text), cells


def _new_columns(cells: Sequence[Cell], known: set[str]) -> list[str]:
    return [name for name in dict.fromkeys(cell.column for cell in cells) if name not in known]


def add_row(data: bytes, table: Table, new: NewRow) -> tuple[bytes, int]:
    """Return the file's bytes with a new row behind another one, and the number of the new row."""
    file = decoded(data)
    text, finder = file.text, _Finder(file.text, table)
    at = finder.row(new.after)
    if new.like_before:
        text = copy_row(text, at)
        number_of = {column.name: column.number for column in table.columns}
        values = sorted(((number_of[name], value) for name, value in new.values.items()), reverse=True)
        for number, value in values:
            text = set_cell(text, at + 1, number, value)
    else:
        cells = [""] * finder.width(finder.row(-1))
        for column in table.columns:
            cells[column.number] = new.values.get(column.name, "")
        text = insert_row(text, at, cells)
    return file.encoded(text), new.after + 1


def delete_rows(data: bytes, table: Table, rows: Sequence[int]) -> bytes:
    """Return the file's bytes without some rows."""
    file = decoded(data)
    text, finder = file.text, _Finder(file.text, table)
    return file.encoded(remove_rows(text, map(finder.row, rows)))


DELIMITED: Final = Format(set_cells, add_row, delete_rows)
