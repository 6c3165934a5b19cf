"""Rows of a text table that are longer or shorter than its header."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from punchboard.load.tables.grid import Grid, counted, left_out
from punchboard.problem import Place, Problem

MIN_UNNAMED: Final = 3
"""Fewest rows with cells beyond the header that show that it lacks names."""

_NUMBER: Final = re.compile(r"[-+]?\d+(?:[.,]\d+)?")


def fit_rows(grid: Grid, top: int) -> Grid:
    """Return a grid whose rows have at most as many filled cells as the header in row ``top``.

    A text that an unquoted separator splits is joined again: in the column with the longest texts that leaves numbers
    below numbers. If there is no such column, cells beyond the header are left out. If most rows are longer by the same
    number of cells, the header lacks names, and the grid stays as it is.

    Short rows are allowed, since spreadsheets omit separators of empty cells at the end of a row. A row of a single
    cell may be a heading or the rest of a broken row, so it gets a warning.
    """
    width, numbers = len(grid.rows[top]), range(top + 1, len(grid.rows))
    long = [number for number in numbers if any(grid.rows[number][width:])]
    single = [number for number in numbers if len(grid.rows[number]) == 1 < width]
    if len(long) >= MIN_UNNAMED and len(long) * 2 > len(numbers) and len({_length(grid.rows[at]) for at in long}) == 1:
        long = []
    if not long and not single:
        return grid
    columns = _Columns([grid.rows[number] for number in numbers if len(grid.rows[number]) == width], width)
    rows, moved, cut = list(grid.rows), dict[int, tuple[int, int]](), list[int]()
    for number in long:
        row, surplus = grid.rows[number], _length(grid.rows[number]) - width
        column = columns.split_text(row, surplus)
        if column is None:
            rows[number] = row[:width]
            cut.append(number)
        else:
            rows[number] = joined(row, column, surplus, grid.separator)
            moved[number] = column, surplus

    def cell(row: int, column: int) -> Place:
        at, surplus = moved.get(row, (width, 0))
        return grid.cell(row, column + surplus if column > at else column)

    warnings = _warnings(grid.places, width, tuple(moved), cut, single)
    return grid._replace(rows=rows, cell=cell, warnings=(*grid.warnings, *warnings))


def joined(row: Sequence[str], column: int, surplus: int, separator: str) -> list[str]:
    """Return a row with a cell and the ``surplus`` cells after it as one."""
    end = column + surplus + 1
    return [*row[:column], f"{separator.strip()} ".join(row[column:end]), *row[end:]]


class _Columns:
    """The columns of the rows that are as long as the header."""

    def __init__(self, rows: Sequence[Sequence[str]], width: int) -> None:
        cells = [[row[column] for row in rows if row[column]] for column in range(width)]
        self._lengths = [sum(map(len, each)) / len(each) if each else 0.0 for each in cells]
        self._numbers = [column for column, each in enumerate(cells) if each and all(map(_NUMBER.fullmatch, each))]

    def split_text(self, row: Sequence[str], surplus: int) -> int | None:
        """Return the column whose text continues in the ``surplus`` cells after it; None if none is likely."""
        fitting = [
            column
            for column in range(len(self._lengths))
            if column not in self._numbers and self._fits(joined(row, column, surplus, ","))
        ]
        return max(fitting, key=lambda column: (self._lengths[column], column), default=None)

    def _fits(self, row: Sequence[str]) -> bool:
        return all(not row[column] or _NUMBER.fullmatch(row[column]) for column in self._numbers)


def _length(row: Sequence[str]) -> int:
    """Return the number of cells up to the last one that is not empty."""
    return max(number for number, cell in enumerate(row, 1) if cell)


def _warnings(
    places: Sequence[Place], width: int, joined_rows: Sequence[int], cut: Sequence[int], single: Sequence[int]
) -> Iterator[Problem]:
    hint = "put cells that contain the separator in quotes"
    for rows, what in (
        (joined_rows, "the text that a separator splits is joined again"),
        (cut, "the rest is left out"),
    ):
        if rows:
            verb = "has" if len(rows) == 1 else "have"
            message = f"{counted(len(rows), 'row')} {verb} more cells than the header, which has {width}: {what}"
            yield left_out(places[rows[0]], message, hint)
    if single:
        verb = "has" if len(single) == 1 else "have"
        message = (
            f"{counted(len(single), 'row')} {verb} a single cell, but the header has {width}: the others are empty"
        )
        yield left_out(places[single[0]], message, "delete the row if it is a heading, or fill in its cells")
