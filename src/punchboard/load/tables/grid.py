"""A grid of cells, read from a table file of any format, before its header is interpreted."""

from collections.abc import Callable, Mapping
from pathlib import PurePosixPath
from typing import Final, NamedTuple

from punchboard.load.tables.encodings import UTF16_MARKS
from punchboard.problem import Place, Problem, ProblemsFound, Severity, fail

RULE: Final = "TABLE001"

LEFT_OUT: Final = "TABLE003"
"""The code of warnings about parts of a table that are left out or repaired."""

MAX_CELLS: Final = 2_000_000
"""Most cells of a table: ten thousand cards with two hundred columns."""


class TableSource(NamedTuple):
    """A table file: its path as messages show it, and its bytes."""

    name: str
    data: bytes

    def text(self) -> str:
        """Return the text without a byte order mark: UTF-8, or UTF-16 with its mark, which Excel calls Unicode text.

        Raises:
            ProblemsFound: FILE002 at the first byte that is not UTF-8.
        """
        if self.data.startswith(UTF16_MARKS):
            return self.data.decode("utf-16", errors="replace")
        try:
            return self.data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise self._not_utf8(error) from error

    def _not_utf8(self, error: UnicodeDecodeError) -> ProblemsFound:
        before = self.data[: error.start].decode(errors="replace").removeprefix("\ufeff")
        at = Place(self.name, before.count("\n") + 1, len(before) - before.rfind("\n"))
        hint = "save the file as UTF-8"
        if PurePosixPath(self.name).suffix.lower() in {".csv", ".tsv"}:
            hint = "save it as 'CSV UTF-8' (a separate format in Excel), or use the .xlsx or .ods file itself"
        return fail("FILE002", at, f"byte 0x{self.data[error.start]:02x} is not UTF-8", hint)


class Grid(NamedTuple):
    """The non-blank rows of a table, each cell stripped. Rows may differ in length."""

    rows: list[list[str]]
    places: list[Place]
    """The place where each row begins."""
    cell: Callable[[int, int], Place]
    """Returns the place of a cell, given its row in ``rows`` and its column, both from 0."""
    allows_uneven_rows: bool = True
    """Whether rows may be shorter or longer than the header."""
    separator: str = ","
    """The separator of cells in a text table."""
    warnings: tuple[Problem, ...] = ()
    """What is left out or repaired: one warning for each cause, with a count."""
    has_keys: bool = False
    """Whether the first row is the keys of objects, which always name the columns."""


Sheets = Mapping[str, Callable[[], Grid]]
"""The sheets of a file by name, each with the function that reads it."""


def left_out(place: Place, message: str, hint: str) -> Problem:
    """Return the warning about a part of a table that is left out or repaired."""
    return Problem(LEFT_OUT, place, message, hint, Severity.WARNING)


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: ``1 row``, ``28 rows``."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def transpose(grid: Grid) -> Grid:
    """Return a grid with rows and columns exchanged. Places still refer to the cells in the file."""
    width = max(map(len, grid.rows), default=0)
    rows = [[row[column] if column < len(row) else "" for row in grid.rows] for column in range(width)]
    filled = [column for column, row in enumerate(rows) if any(row)]

    def cell(row: int, column: int) -> Place:
        return grid.cell(column, filled[row])

    places = [cell(row, 0) for row in range(len(filled))]
    return Grid([rows[column] for column in filled], places, cell, warnings=grid.warnings)
