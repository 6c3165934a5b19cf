"""The file of a kind's rows with cells or rows changed, and a check that nothing else in the table has changed."""

from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import Final, NamedTuple

from punchboard.edit.tables.changes import Cell, Format, NewRow, refused
from punchboard.edit.tables.delimited import DELIMITED
from punchboard.edit.tables.records import JSON, YAML
from punchboard.edit.tables.workbook import WORKBOOK
from punchboard.load.tables.kind_table import kind_table
from punchboard.load.tables.table import Table
from punchboard.model.game.rows_file import RowsFile
from punchboard.problem import Place

_FORMATS: Final[Mapping[str, Format]] = MappingProxyType(
    {".csv": DELIMITED, ".tsv": DELIMITED, ".json": JSON, ".yaml": YAML, ".yml": YAML, ".xlsx": WORKBOOK}
)
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
        return f"{suffix} files are not changed here: change {self.file} in your spreadsheet program, and save it there"

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
    gone = set(numbers)
    rows = [dict(row) for number, row in enumerate(table.rows) if number not in gone]
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
