"""Tables of rows with places: comma, semicolon or tab between the cells, as spreadsheets write them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Final, NamedTuple

from punchboard.problem import Place, Problem, ProblemsFound, fail

DELIMITERS: Final = ",;\t"
RULE: Final = "TABLE001"


class Table(NamedTuple):
    """Rows by the names of the header; the place of a row is the line that it begins on."""

    header: tuple[str, ...]
    rows: list[dict[str, str]]
    places: list[Place]


def read_table(text: str, file: str) -> Table:
    """Return the rows of a table; blank rows are left out, blanks round a cell do not count.

    Raises:
        ProblemsFound: TABLE001 for an empty or repeated header, and for every row that is longer or shorter than it.
    """
    lines = _lines(text.removeprefix("\ufeff"), file)
    top, header = next(lines, (Place(file, 1), []))
    _check_header(header, top)
    table = Table(tuple(header), [], [])
    problems = [problem for place, cells in lines if (problem := _add(table, cells, place))]
    if problems:
        raise ProblemsFound(tuple(problems))
    return table


def _lines(text: str, file: str) -> Iterator[tuple[Place, list[str]]]:
    """Yield the cells of each row that is not blank, with the place of its first line."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter(text), strict=True, skipinitialspace=True)
    line = 1
    try:
        for cells in reader:
            if any(cells):
                yield Place(file, line), list(map(str.strip, cells))
            line = reader.line_num + 1
    except csv.Error as error:
        hint = "a quote inside a quoted cell is written twice"
        raise fail(RULE, Place(file, line), f"the row that begins here cannot be read: {error}", hint) from error


def delimiter(text: str) -> str:
    """Return what stands between the cells of a table: what its first line has most of."""
    header = text.lstrip().partition("\n")[0]
    return max(DELIMITERS, key=header.count)


def _check_header(header: list[str], place: Place) -> None:
    if not any(header):
        raise fail(RULE, place, "the table is empty", "write the names of the fields into the first line")
    for column, name in enumerate(header, 1):
        if not name:
            raise fail(RULE, place, f"column {column} has no name", "name it after a field, or delete the column")
        if name in header[: column - 1]:
            raise fail(RULE, place, f"two columns are called {name!r}", "give each column a name of its own")


def _add(table: Table, cells: list[str], place: Place) -> Problem | None:
    """Add a row to the table, or return what is wrong with it."""
    if len(cells) != len(table.header):
        hint = "put cells that hold the separator in quotes"
        message = f"the row has {len(cells)} cells where the header has {len(table.header)}"
        return Problem(RULE, place, message, hint)
    table.rows.append(dict(zip(table.header, cells, strict=True)))
    table.places.append(place)
    return None
