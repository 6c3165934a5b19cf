"""Tables: rows as mappings from column name to text, with the place of every value.

Rows of a text table may be longer or shorter than its header: texts that separators split, and slips.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any, Final, NamedTuple, overload

from punchboard.load.tables.delimited import DELIMITERS, detect_delimiter, read_delimited
from punchboard.load.tables.grid import RULE, Grid, emptied, have, left_out, normalized, transpose
from punchboard.load.tables.groups import filled_down, header_of, with_groups, without_headings
from punchboard.model.game.game_file_parts import RowsFile
from punchboard.problem import Place, Problem, ProblemsFound, Severity, cell_name, fail

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


__all__ = ["RULE", "Column", "Table", "detect_delimiter", "read_table", "table_from_grid"]


DEFAULT_ROWS_FILE: Final = RowsFile(table="")
"""Settings of a table of which ``game.yaml`` gives only the name."""


class Column(NamedTuple):
    """A column: its unique name, and its header as written, which may be empty or a duplicate."""

    name: str
    header: str
    number: int
    """Its number in the grid, from 0."""

    @property
    def is_clearly_named(self) -> bool:
        """Whether its header is neither empty nor a duplicate."""
        return self.name == self.header


class Table(NamedTuple):
    """Rows by column name. The place of a row is the line that it begins on."""

    header: tuple[str, ...]
    rows: Sequence[dict[str, str]]
    places: list[Place]
    columns: tuple[Column, ...]
    cell: Callable[[int, str], Place]
    """Returns the place of a value, given its row number and column name; row -1 is the header."""
    warnings: tuple[Problem, ...] = ()
    """What is left out or repaired."""
    totals: frozenset[int] = frozenset()
    """The rows with nothing but a name and formulas that sum up the rows above them."""

    @property
    def place(self) -> Place:
        """The place of the header."""
        return self.cell(-1, "")._replace(column=0)


_MAX_HEADING: Final = 20_000
"""A text of more letters is no name: the first row is no header, or a text was pasted into it."""


def read_table(text: str, file: str) -> Table:
    """Return a table read from text with separators. Blank rows are dropped, and cells are stripped.

    Raises:
        ProblemsFound: TABLE001 for an empty or duplicate header, a broken quote, and rows with too many cells or a
            single one.
    """
    table = table_from_grid(read_delimited(text, file), file)
    problems = [
        *(warning._replace(rule=RULE, severity=Severity.ERROR) for warning in table.warnings),
        *(header_problem(column, table) for column in table.columns if not column.is_clearly_named),
    ]
    if problems:
        raise ProblemsFound((problems[0],))
    return table


def header_problem(column: Column, table: Table) -> Problem:
    """Return the problem of a column whose header is empty or a duplicate."""
    place = table.place
    if column.header:
        return Problem(RULE, place, f"duplicate column {column.header!r}", "rename one of the columns")
    filled = [number for number, row in enumerate(table.rows) if row[column.name]]
    if len(filled) == 1 and len(table.rows) > 1:
        hint = "delete the cell; or name its column after a field"
        message = f"column {column.number + 1} has no name, and a value only here"
        return Problem(RULE, table.cell(filled[0], column.name), message, hint)
    return Problem(
        RULE, place, f"column {column.number + 1} has no name", "name it after a field, or delete the column"
    )


def table_from_grid(grid: Grid, file: str, how: RowsFile | None = None) -> Table:
    """Return a grid as a table. Columns without header and values are dropped.

    A column without a header is named ``column C``, as in spreadsheets, and a second ``Name`` is named ``Name (2)``.

    Raises:
        ProblemsFound: TABLE001 for a table without a header.
    """
    how = how or DEFAULT_ROWS_FILE
    if how.each == "column":
        grid = transpose(grid)
    top = _header_row(grid, file, how)
    grid, top, names = _with_groups(grid, top, how)
    body = grid.rows[top + 1 :]
    columns = name_columns(names, body)
    for column in columns:
        if len(column.name) > _MAX_HEADING:
            message = f"the heading of this column has {len(column.name):,} letters"
            raise fail(RULE, grid.cell(top, column.number), message, "write a short name into the first row")
    header = tuple(column.name for column in columns)
    numbers = {column.name: column.number for column in columns}
    find, empty = grid.cell, not grid.rows

    def cell(row: int, name: str) -> Place:
        return Place(file, 1) if empty else find(max(top + 1 + row, 0), numbers.get(name, 0))

    body = emptied(body, {numbers.get(name, -1): values for name, values in how.empty.items()})
    totals = frozenset(row - top - 1 for row in grid.totals)
    return Table(header, TableRows(body, columns), grid.places[top + 1 :], columns, cell, grid.warnings, totals)


def _with_groups(grid: Grid, top: int, how: RowsFile) -> tuple[Grid, int, list[str]]:
    """Return a grid whose rows fit its header and say what group they are of, and the header: its number and cells."""
    if grid.has_keys:
        return grid, top, header_of(grid, top)
    known = {value for values in _normalized_values(how.unless).values() for value in values}
    whole = filled_down(grid, top)
    body, top, groups = without_headings(whole, top, known)
    body = body if body.allows_uneven_rows or top < 0 else fit_rows(body, top, known)
    body = with_groups(body, top, groups, whole)
    return body, top, header_of(body, top, groups.names)


class TableRows(Sequence[dict[str, str]]):
    """Rows as mappings by column name, each created on access and not cached."""

    def __init__(self, body: list[list[str]], columns: tuple[Column, ...]) -> None:
        self._body, self._header = body, tuple([column.name for column in columns])
        self._min_length = max([column.number for column in columns], default=-1) + 1
        plain = all(column.number == at for at, column in enumerate(columns))
        # the extra 0 makes itemgetter return a tuple even for one column
        self._pick: Any = None if plain else itemgetter(*(column.number for column in columns), 0)
        self.is_complete = True
        """Whether `consume` has not been called."""

    def __len__(self) -> int:
        return len(self._body)

    @overload
    def __getitem__(self, at: int) -> dict[str, str]: ...
    @overload
    def __getitem__(self, at: slice) -> list[dict[str, str]]: ...
    def __getitem__(self, at: int | slice) -> dict[str, str] | list[dict[str, str]]:
        return self._row(self._body[at]) if isinstance(at, int) else list(map(self._row, self._body[at]))

    def __iter__(self) -> Iterator[dict[str, str]]:
        return map(self._row, self._body)

    def consume(self) -> Iterator[dict[str, str]]:
        """Yield the rows and free the cells of each, so that no table is in memory twice."""
        self.is_complete = False
        self._body.reverse()
        while self._body:
            yield self._row(self._body.pop())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # as of a list

    def _row(self, cells: list[str]) -> dict[str, str]:
        if len(cells) < self._min_length:
            cells = cells + [""] * (self._min_length - len(cells))
        return dict(zip(self._header, cells if self._pick is None else self._pick(cells), strict=False))


def _header_row(grid: Grid, file: str, how: RowsFile) -> int:
    """Return the index of the header row; -1 when the table has no header."""
    if how.header == "none":
        return -1
    if not grid.rows:
        raise fail(RULE, Place(file, 1), "the table is empty", "write the names of the fields into the first line")
    if how.header is None:
        return 0
    places = [place.column if how.each == "column" else place.line for place in grid.places]
    if how.header not in places:
        noun = "column" if how.each == "column" else "line"
        raise fail(RULE, grid.places[0], f"{noun} {how.header}, which 'header' names, is empty")
    return places.index(how.header)


def name_columns(header: list[str], body: list[list[str]]) -> tuple[Column, ...]:
    """Return the columns of a table with unique names. Columns without header and values are dropped."""
    width = max(map(len, body), default=0)
    written = [" ".join(cell.split()) for cell in header] + [""] * (width - len(header))
    if all(written) and len(set(written)) == len(written):
        return tuple(Column(name, name, number) for number, name in enumerate(written))
    taken, count = set(written), Counter[str]()
    columns = []
    for number, name in enumerate(written):
        count[name] += 1
        if name and count[name] == 1:
            columns.append(Column(name, name, number))
        elif name or any(len(row) > number and row[number] for row in body):
            stem = name or f"column {cell_name(0, number + 1)}"
            unique = _unique_name(stem, count[name] if name else 1, taken)
            columns.append(Column(unique, name, number))
    return tuple(columns)


def _unique_name(stem: str, turn: int, taken: set[str]) -> str:
    """Return a name that no other column has, and add it to ``taken``."""
    name = stem if turn == 1 else f"{stem} ({turn})"
    while name in taken:
        turn += 1
        name = f"{stem} ({turn})"
    taken.add(name)
    return name


def selected_rows(table: Table, how: RowsFile) -> Sequence[int]:
    """Return the numbers of the rows with a value of ``where`` in each of its columns, and none of ``unless``.

    Case is ignored.
    """
    if not how.where and not how.unless:
        return range(len(table.rows))
    accepted, refused = _normalized_values(how.where), _normalized_values(how.unless)
    return [
        number
        for number, row in enumerate(table.rows)
        if all(normalized(row.get(name, "")) in values for name, values in accepted.items())
        and not any(normalized(row.get(name, "")) in values for name, values in refused.items())
    ]


def _normalized_values(by_column: Mapping[str, tuple[Any, ...]]) -> dict[str, set[str]]:
    return {" ".join(name.split()): {normalized(value) for value in values} for name, values in by_column.items()}
