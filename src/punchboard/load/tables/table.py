"""Tables of rows by the names of their columns, with the place of every value."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any, NamedTuple, overload

from punchboard.load.tables.delimited import detect_delimiter, read_delimited
from punchboard.load.tables.grid import RULE, Grid, transpose
from punchboard.model.game.rows_file import RowsFile
from punchboard.problem import Place, Problem, ProblemsFound, cell_name, fail

__all__ = ["RULE", "Column", "Table", "detect_delimiter", "read_table", "table_from_grid"]


class Column(NamedTuple):
    """A column: the name that it goes by, and what its head says, which may be nothing or the name of another."""

    name: str
    header: str
    number: int
    """Its number in the grid, from 0."""

    @property
    def is_clearly_named(self) -> bool:
        """Whether its head alone tells which it is."""
        return self.name == self.header


class Table(NamedTuple):
    """Rows by the names of the header; the place of a row is the line that it begins on."""

    header: tuple[str, ...]
    rows: Sequence[dict[str, str]]
    places: list[Place]
    columns: tuple[Column, ...]
    cell: Callable[[int, str], Place]
    """The place of a value, by the number of its row and the name of its column; of a head for row -1."""

    @property
    def place(self) -> Place:
        """Where the header stands."""
        return self.cell(-1, "")._replace(column=0)


def read_table(text: str, file: str) -> Table:
    """Return the rows of a table; blank rows are left out, blanks round a cell do not count.

    Raises:
        ProblemsFound: TABLE001 for an empty or repeated header, and for every row that is longer or shorter than it.
    """
    table = table_from_grid(read_delimited(text, file), file)
    problems = [header_problem(column, table) for column in table.columns if not column.is_clearly_named]
    if problems:
        raise ProblemsFound((problems[0],))
    return table


def header_problem(column: Column, table: Table) -> Problem:
    """Return the problem of a column whose head does not tell which it is."""
    place = table.place
    if column.header:
        return Problem(RULE, place, f"two columns are called {column.header!r}", "give each column a name of its own")
    hint = "name it after a field, or delete the column"
    return Problem(RULE, place, f"column {column.number + 1} has no name", hint)


def table_from_grid(grid: Grid, file: str, how: RowsFile | None = None) -> Table:
    """Return the table that a grid holds. Columns without a head and without a value are left out.

    A column without a head is called ``column C``, as spreadsheets call it, and the second of two ``Name`` is called
    ``Name (2)``.

    Raises:
        ProblemsFound: TABLE001 for a table without a header, and for every row that is longer or shorter than it.
    """
    if how is not None and how.each == "column":
        grid = transpose(grid)
    top = _top(grid, file, how)
    body = grid.rows[top + 1 :]
    if not grid.allows_uneven_rows and top >= 0:
        _check_lengths(grid, top)
    columns = name_columns(grid.rows[top] if top >= 0 else [], body)
    header = tuple(column.name for column in columns)
    numbers = {column.name: column.number for column in columns}
    find, empty = grid.cell, not grid.rows

    def cell(row: int, name: str) -> Place:
        return Place(file, 1) if empty else find(max(top + 1 + row, 0), numbers.get(name, 0))

    return Table(header, TableRows(body, columns), grid.places[top + 1 :], columns, cell)


class TableRows(Sequence[dict[str, str]]):
    """Rows of cells by the names of their columns; each is made when it is asked for, and not kept."""

    def __init__(self, body: list[list[str]], columns: tuple[Column, ...]) -> None:
        self._body, self._header = body, tuple([column.name for column in columns])
        self._deep = max([column.number for column in columns], default=-1) + 1
        plain = all(column.number == at for at, column in enumerate(columns))
        # of one column alone it would give no tuple
        self._pick: Any = None if plain else itemgetter(*(column.number for column in columns), 0)
        self.is_whole = True
        """Whether no row was let go."""

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

    def taken(self) -> Iterator[dict[str, str]]:
        """Yield the rows, and let each go: what it held is not held twice."""
        self.is_whole = False
        self._body.reverse()
        while self._body:
            yield self._row(self._body.pop())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # as of a list

    def _row(self, cells: list[str]) -> dict[str, str]:
        if len(cells) < self._deep:
            cells = cells + [""] * (self._deep - len(cells))
        return dict(zip(self._header, cells if self._pick is None else self._pick(cells), strict=False))


def _top(grid: Grid, file: str, how: RowsFile | None) -> int:
    """Return the number of the row that is the header; -1 for none."""
    wanted = how.header if how is not None else None
    if wanted == "none":
        return -1
    if not grid.rows:
        raise fail(RULE, Place(file, 1), "the table is empty", "write the names of the fields into the first line")
    if wanted is None:
        return 0
    by_column = how is not None and how.each == "column"
    found = [
        number for number, place in enumerate(grid.places) if (place.column if by_column else place.line) == wanted
    ]
    if not found:
        noun = "column" if by_column else "line"
        raise fail(RULE, grid.places[0], f"nothing stands in {noun} {wanted}, where the header is said to be")
    return found[0]


def _check_lengths(grid: Grid, top: int) -> None:
    """Refuse rows with more cells than the header, and those of one alone: a row torn in two, or a heading.

    Excel leaves out the separators of empty cells at the end of a row, below the first rows of a table; empty cells
    after the last name do not count either.
    """
    width = len(grid.rows[top])
    wrong = [
        _uneven(row, place, width)
        for row, place in zip(grid.rows[top + 1 :], grid.places[top + 1 :], strict=True)
        if any(row[width:]) or len(row) == 1 < width
    ]
    if wrong:
        raise ProblemsFound(tuple(wrong))


def _uneven(row: list[str], place: Place, width: int) -> Problem:
    few = width - len(row)
    message = f"the row has {len(row)} {'cell' if len(row) == 1 else 'cells'} where the header has {width}"
    end = f"add {few} at its end" if few > 1 else "add one at its end"
    hint = "put cells that hold the separator in quotes" if few < 0 else f"empty cells have a separator too: {end}"
    return Problem(RULE, place, message, hint)


def name_columns(heads: list[str], body: list[list[str]]) -> tuple[Column, ...]:
    """Return the columns of a table with names that differ; those without head and values are left out."""
    width = max(map(len, body), default=0)
    plain = [" ".join(head.split()) for head in heads] + [""] * (width - len(heads))
    if all(plain) and len(set(plain)) == len(plain):
        return tuple(Column(head, head, number) for number, head in enumerate(plain))
    taken, count = set(plain), Counter[str]()
    found = []
    for number, head in enumerate(plain):
        count[head] += 1
        if head and count[head] == 1:
            found.append(Column(head, head, number))
        elif head or any(len(row) > number and row[number] for row in body):
            stem = head or f"column {cell_name(0, number + 1)}"
            name = _free(stem, count[head] if head else 1, taken)
            found.append(Column(name, head, number))
    return tuple(found)


def _free(stem: str, turn: int, taken: set[str]) -> str:
    """Return a name that no other column has, and take it."""
    name = stem if turn == 1 else f"{stem} ({turn})"
    while name in taken:
        turn += 1
        name = f"{stem} ({turn})"
    taken.add(name)
    return name


def matching_rows(table: Table, where: Mapping[str, tuple[Any, ...]]) -> list[int]:
    """Return the numbers of the rows that have one of some values in each of some columns; case does not count."""
    wanted = {" ".join(name.split()): {normalized(value) for value in values} for name, values in where.items()}
    return [
        number
        for number, row in enumerate(table.rows)
        if all(normalized(row.get(name, "")) in values for name, values in wanted.items())
    ]


def normalized(value: Any) -> str:
    """Return what a value says, whatever its case and its blanks."""
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return " ".join(text.casefold().split())
