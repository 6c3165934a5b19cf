"""The file of a kind's rows with cells or rows changed, and a check that nothing else in the table has changed."""

import io
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from pathlib import PurePosixPath
from typing import Final, NamedTuple

from punchboard.edit.game_files import decoded
from punchboard.edit.parts import replaced
from punchboard.edit.tables.records import JSON, YAML, Cell, Format, NewRow, refused
from punchboard.edit.tables.workbook import WORKBOOK
from punchboard.load.kinds import kind_table
from punchboard.load.tables.data_table import Table
from punchboard.load.tables.delimited import detect_delimiter
from punchboard.model.game.game_file_parts import RowsFile
from punchboard.problem import Place

# The cells and rows of CSV and TSV tables, found by their places.


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
    names = (name for name in dict.fromkeys(cell.column for cell in cells) if name not in known)
    added = {name: finder.width(header) + turn for turn, name in enumerate(names)}
    rows: dict[int, dict[int, str]] = {header: {number: name for name, number in added.items()}}
    for cell in cells:
        row, column = finder.cell(cell.row, cell.column) if cell.column in known else (finder.row(cell.row), -1)
        rows.setdefault(row, {})[added.get(cell.column, column)] = cell.value
    separator = detect_delimiter(text.removeprefix("\ufeff"))
    changes = (
        change for row, values in rows.items() for change in _row_changes(text, finder.spans[row], values, separator)
    )
    return file.encoded(replaced(text, changes)), cells


def add_row(data: bytes, table: Table, new: NewRow) -> tuple[bytes, int]:
    """Return the file's bytes with a new row behind another one, and the number of the new row."""
    file = decoded(data)
    text, finder = file.text, _Finder(file.text, table)
    at = finder.row(new.after)
    if new.like_before:
        text = _inserted(text, finder.spans, at, text[finder.spans[at][0].start : finder.spans[at][-1].end])
        number_of = {column.name: column.number for column in table.columns}
        values = sorted(((number_of[name], value) for name, value in new.values.items()), reverse=True)
        for number, value in values:
            text = set_cell(text, at + 1, number, value)
    else:
        cells = [""] * finder.width(finder.row(-1))
        for column in table.columns:
            if column.number < len(cells):  # the others are groups, which come from headings above
                cells[column.number] = new.values.get(column.name, "")
        text = insert_row(text, at, cells)
    return file.encoded(text), new.after + 1


def delete_rows(data: bytes, table: Table, rows: Sequence[int]) -> bytes:
    """Return the file's bytes without some rows."""
    file = decoded(data)
    text, finder = file.text, _Finder(file.text, table)
    return file.encoded(remove_rows(text, map(finder.row, rows)))


_DELIMITED: Final = Format(set_cells, add_row, delete_rows)


_FORMATS: Final[Mapping[str, Format]] = {
    ".csv": _DELIMITED,
    ".tsv": _DELIMITED,
    ".json": JSON,
    ".yaml": YAML,
    ".yml": YAML,
    ".xlsx": WORKBOOK,
}
"""How the formats of tables are changed, by the suffix of the file."""


class TableFile(NamedTuple):
    """The rows of a kind: their file, the kind's id, and how the table is read; None for rows in ``game.yaml``."""

    file: str
    kind: str
    how: RowsFile | None

    def table(self, data: bytes) -> Table:
        """Return the table in the file's bytes.

        Raises:
            ProblemsFound: for an unreadable file, as loading the game does.
        """
        return kind_table(data, self.file, self.kind, self.how)

    @property
    def refusal(self) -> str:
        """Why this file is not changed here; empty if it is."""
        suffix = PurePosixPath(self.file).suffix.lower()
        if suffix in _FORMATS:
            return ""
        program = "your editor of notes" if suffix == ".md" else "your spreadsheet program"
        return f"{suffix} files are not changed here: change {self.file} in {program}, and save it there"

    @property
    def has_rows(self) -> bool:
        """Whether rows of the file are rows of the table, so that they can be added and removed."""
        return self.how is None or self.how.each == "row"


def with_cells(at: TableFile, data: bytes, cells: Sequence[Cell]) -> bytes:
    """Return the file's bytes with cells changed. Values are kept without blanks around them.

    Raises:
        ProblemsFound: EDIT002 for a format or a cell that cannot be changed without changing more.
    """
    table = at.table(data)
    cells = [cell._replace(value=_clean(cell.value)) for cell in cells]
    new, cells = _format(at).set_cells(data, table, cells)
    rows = [dict(row) for row in table.rows]
    for cell in cells:
        rows[cell.row][cell.column] = cell.value
    _prove(at, new, rows, table.places[cells[0].row])
    return new


def with_row(at: TableFile, data: bytes, new: NewRow) -> tuple[bytes, int]:
    """Return the file's bytes with a row added, and the number of the new row.

    Raises:
        ProblemsFound: EDIT002 as `with_cells`.
    """
    table = at.table(data)
    _require_rows(at, table)
    new = new._replace(values={name: _clean(value) for name, value in new.values.items()})
    changed, number = _format(at).add_row(data, table, new)
    rows = [dict(row) for row in table.rows]
    rows.insert(number, {**(rows[new.after] if new.like_before else {}), **new.values})
    _prove(at, changed, rows, table.places[new.after] if rows[1:] else table.place)
    return changed, number


def without_rows(at: TableFile, data: bytes, numbers: Sequence[int]) -> bytes:
    """Return the file's bytes without some rows.

    Raises:
        ProblemsFound: EDIT002 as `with_cells`.
    """
    table = at.table(data)
    _require_rows(at, table)
    new = _format(at).delete_rows(data, table, numbers)
    deleted = set(numbers)
    rows = [dict(row) for number, row in enumerate(table.rows) if number not in deleted]
    _prove(at, new, rows, table.places[numbers[0]])
    return new


def _format(at: TableFile) -> Format:
    if at.refusal:
        raise refused(Place(at.file), at.refusal, "or export it as .csv or .xlsx, and name that file in game.yaml")
    return _FORMATS[PurePosixPath(at.file).suffix.lower()]


def _require_rows(at: TableFile, table: Table) -> None:
    if not at.has_rows:
        raise refused(table.place, "each column of this table is a component: add and remove columns in the file")


def _clean(value: str) -> str:
    return value.replace("\r\n", "\n").strip()


def _prove(at: TableFile, new: bytes, rows: Sequence[Mapping[str, str]], place: Place) -> None:
    """Read the changed file again, and refuse the change if it would change more or less than it should."""
    if [_filled(row) for row in at.table(new).rows] != [_filled(row) for row in rows]:
        raise refused(place, "this table is written in a way that does not allow this change here")


def _filled(row: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in row.items() if value}


# The text of a CSV or TSV table with one cell or row changed, and everything else as it was.
#
# Rows are counted from 0 without blank lines and without a line such as `sep=;`, so the header is row 0; columns from
# 0. The quotes of a changed cell are kept, or added where the text needs them.

_EXCEL_SEPARATOR: Final = re.compile(r"\ufeff?sep=.\r?\n?", re.IGNORECASE)
_QUOTED: Final = re.compile(r' *"(?:[^"]|"")*"?')


class Span(NamedTuple):
    """A part of a text, by its first position and the one behind its last."""

    start: int
    end: int


def cell_spans(text: str) -> list[list[Span]]:
    """Return where the cells of each row are, with their quotes and the spaces around them."""
    separator = detect_delimiter(text.removeprefix("\ufeff"))
    plain = re.compile(rf"[^{re.escape(separator)}\r\n]*")
    excel = _EXCEL_SEPARATOR.match(text)
    at = excel.end() if excel else len(text) - len(text.removeprefix("\ufeff"))
    rows, row = list[list[Span]](), list[Span]()
    while at < len(text) or row:
        start = at
        quoted = _QUOTED.match(text, at) if text[at : at + 1] in {'"', " "} else None
        rest = plain.match(text, quoted.end() if quoted else at)
        at = rest.end() if rest else at
        row.append(Span(start, at))
        if text.startswith(separator, at):
            at += len(separator)
            continue
        if any(text[span.start : span.end].strip().strip('"') for span in row):
            rows.append(row)
        at, row = at + len(_line_break(text, at)), []
    return rows


def set_cell(text: str, row: int, column: int, value: str) -> str:
    """Return the text with a cell changed; a row that is too short gets empty cells up to it."""
    separator, cells = detect_delimiter(text.removeprefix("\ufeff")), cell_spans(text)[row]
    return replaced(text, _row_changes(text, cells, {column: value}, separator))


def _row_changes(
    text: str, cells: Sequence[Span], values: Mapping[int, str], separator: str
) -> Iterator[tuple[int, int, str]]:
    """Yield what is replaced in a row that gets values; a row that is too short gets empty cells up to the last."""
    for column, value in values.items():
        if column < len(cells):
            start, end = cells[column]
            yield start, end, _cell_like(text[start:end], value, separator)
    more = [values.get(column, "") for column in range(len(cells), max(values, default=-1) + 1)]
    if more:
        end = cells[-1].end
        yield end, end, "".join(separator + _cell(value, separator) for value in more)


def _cell_like(was: str, value: str, separator: str) -> str:
    """Return a cell with a value; the quotes of the old one and the spaces around it stay."""
    if not was.strip():
        return _cell(value, separator)
    lead = was[: len(was) - len(was.lstrip(" "))]
    return lead + _cell(value, separator, quoted=was.lstrip().startswith('"'))


def insert_row(text: str, after: int, cells: Sequence[str]) -> str:
    """Return the text with a new row behind a row."""
    separator, spans = detect_delimiter(text.removeprefix("\ufeff")), cell_spans(text)
    return _inserted(text, spans, after, separator.join(_cell(cell, separator) for cell in cells))


def _inserted(text: str, spans: Sequence[Sequence[Span]], after: int, line: str) -> str:
    at = spans[after][-1].end
    return text[:at] + (_line_break(text, spans[0][-1].end) or "\n") + line + text[at:]


def remove_rows(text: str, rows: Iterable[int]) -> str:
    """Return the text without some rows."""
    spans = cell_spans(text)
    for row in sorted(set(rows), reverse=True):
        start, end = spans[row][0].start, spans[row][-1].end
        end += len(_line_break(text, end))
        text = text[:start] + text[end:]
    return text


def _line_break(text: str, at: int) -> str:
    return "\r\n" if text.startswith("\r\n", at) else text[at : at + 1]


def _cell(value: str, separator: str, *, quoted: bool = False) -> str:
    is_plain = value == value.strip() and not value.startswith('"') and {separator, "\n", "\r"}.isdisjoint(value)
    return value if is_plain and not quoted else '"' + value.replace('"', '""') + '"'
