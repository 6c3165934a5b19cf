"""Tables: rows as mappings from column name to text, with the place of every value."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any, Final, NamedTuple, overload

from punchboard.load.tables.delimited import detect_delimiter, read_delimited
from punchboard.load.tables.grid import RULE, Grid, emptied, normalized, transpose
from punchboard.load.tables.groups import filled_down, header_of, with_groups, without_headings
from punchboard.load.tables.uneven_rows import fit_rows
from punchboard.model.game.game_file_parts import RowsFile
from punchboard.problem import Place, Problem, ProblemsFound, Severity, cell_name, fail

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
