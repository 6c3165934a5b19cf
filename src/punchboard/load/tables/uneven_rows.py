"""Rows of a text table that are longer or shorter than its header: texts that separators split, and slips."""

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from punchboard.load.tables.delimited import DELIMITERS
from punchboard.load.tables.grid import RULE, Grid, have, left_out, normalized
from punchboard.problem import Place, Problem, fail

_MIN_UNNAMED: Final = 3
"""Fewest rows with cells beyond the header that show that it lacks names."""

_MIN_COLUMNS: Final = 3
"""Fewest columns with which a row that has the cells of two differs from a text with separators."""

_NUMBER: Final = re.compile(r"[-+]?\d+(?:[.,]\d+)?")

_TYPED: Final = ",;\t|"
"""Separators that are typed for one another."""


def fit_rows(grid: Grid, top: int, known: Collection[str]) -> Grid:
    """Return a grid whose rows have at most as many filled cells as the header in row ``top``.

    A text that an unquoted separator splits is joined again: in the column with the longest texts that leaves numbers
    below numbers. If there is no such column, cells beyond the header are left out. If most rows are longer by the same
    number of cells, the header lacks names, and the grid stays as it is.

    Short rows are allowed, since spreadsheets omit separators of empty cells at the end of a row. A row of a single
    cell may be a heading or the rest of a broken row, so it gets a warning unless it is left out.
    """
    width, numbers = len(grid.rows[top]), range(top + 1, len(grid.rows))
    long = [number for number in numbers if any(grid.rows[number][width:])]
    lone = [number for number in numbers if len(grid.rows[number]) == 1 < width]
    single = [number for number in lone if normalized(grid.rows[number][0]) not in known]
    _refuse_another_separator(grid, top, max((_length(grid.rows[number]) for number in long), default=0))
    if len(long) >= _MIN_UNNAMED and len(long) * 2 > len(numbers) and len({_length(grid.rows[at]) for at in long}) == 1:
        long = []  # the header lacks names of columns
    others = [grid.rows[number] for number in numbers if len(grid.rows[number]) == width]
    _refuse_joined_rows(grid, long, others)
    columns = _Columns(others, width)
    if 2 * len(others) >= len(numbers):
        _refuse_joined_cells(grid, [number for number in numbers if len(grid.rows[number]) < width], columns)
    if not long and not single:
        return grid
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


def _refuse_another_separator(grid: Grid, top: int, longest: int) -> None:
    """Refuse a heading with the separator of another table, which makes all rows longer than the header.

    Raises:
        ProblemsFound: TABLE001 at the heading.
    """
    for column, heading in enumerate(grid.rows[top] if grid.separator else ()):
        for other in DELIMITERS.replace(grid.separator, ""):
            parts = heading.split(other)
            if len(parts) > 1 and all(parts) and longest == len(grid.rows[top]) + len(parts) - 1:
                message = f"the heading {heading!r} has {other!r} where the others have {grid.separator!r}"
                raise fail(RULE, grid.cell(top, column), message, f"write {grid.separator.join(parts)!r}")


def _refuse_joined_rows(grid: Grid, long: Sequence[int], others: Sequence[Sequence[str]]) -> None:
    """Refuse a row that has the cells of two: half of those of the second have values of their columns.

    Raises:
        ProblemsFound: TABLE001 at the cell in which the line break is missing.
    """
    width = len(others[0]) if others else 0
    for number in long if width >= _MIN_COLUMNS else ():
        row = grid.rows[number]
        second = [(column, cell) for column, cell in enumerate(row[1 - width :], 1) if cell]
        known = sum(any(other[column] == cell for other in others) for column, cell in second)
        if len(row) in {2 * width - 1, 2 * width} and known * 2 >= max(len(second), 1):
            where = f"in {row[width - 1]!r}" if len(row) < 2 * width else f"before {row[width]!r}"
            message = f"this row has the cells of two: a line break is missing {where}"
            raise fail(RULE, grid.cell(number, width - 1), message, f"a row ends after {width} cells")


def _refuse_joined_cells(grid: Grid, short: Sequence[int], columns: "_Columns") -> None:
    """Refuse a row in which another separator was typed for one: with it, all cells are there and fit their columns.

    Raises:
        ProblemsFound: TABLE001 at the cell that has the other separator.
    """
    typed = _TYPED.replace(grid.separator, "")
    cells = ((at, column, cell) for at in short for column, cell in enumerate(grid.rows[at]))
    for number, column, cell in cells:
        row, others = grid.rows[number], [other for other in typed if all(cell.split(other)) and other in cell]
        for parts in map(cell.split, others):
            if columns.fit_split(row, [*row[:column], *parts, *row[column + 1 :]]):
                message = f"the cell {cell!r} has another separator than {grid.separator!r}"
                raise fail(RULE, grid.cell(number, column), message, f"write {grid.separator.join(parts)!r}")


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

    def fit_split(self, row: Sequence[str], split: Sequence[str]) -> bool:
        """Return whether a row that is split once more has all cells, and numbers where there were none before."""
        if len(split) != len(self._lengths) or not all(_NUMBER.fullmatch(split[column]) for column in self._numbers):
            return False
        return any(column >= len(row) or not _NUMBER.fullmatch(row[column]) for column in self._numbers)

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
    for rows, what in (
        (joined_rows, "the text that a separator splits is joined again"),
        (cut, "the rest is left out"),
    ):
        if rows:
            message = f"{have(len(rows), 'row')} more cells than the header, which has {width}: {what}"
            yield left_out(places[rows[0]], message, "put cells that contain the separator in quotes")
    if single:
        message = f"{have(len(single), 'row')} a single cell, but the header has {width}: the others are empty"
        yield left_out(places[single[0]], message, "delete the row if it is a heading, or fill in its cells")
