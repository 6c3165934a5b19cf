"""What may change in a table, as values. Rows are counted from 0, without the header and blank rows."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from punchboard.load.tables.table import Table
from punchboard.problem import Place, ProblemsFound, fail


class Cell(NamedTuple):
    """A new value of a cell. A column that the table does not have yet is added to it."""

    row: int
    column: str
    value: str


class NewRow(NamedTuple):
    """A new row behind another one, with its values by column; cells without a value are empty.

    With ``like_before`` the row is a copy of the one before it, and the values replace some of the copy's.
    """

    after: int
    values: Mapping[str, str]
    like_before: bool = False


class Format(NamedTuple):
    """How a format is changed: functions of a file's bytes and its table as `read_table_file` returns it.

    ``set_cells`` also returns the cells with the values that will be read, and ``add_row`` the number of the new row,
    as not every format can add one in the middle.
    """

    set_cells: Callable[[bytes, Table, Sequence[Cell]], tuple[bytes, Sequence[Cell]]]
    add_row: Callable[[bytes, Table, NewRow], tuple[bytes, int]]
    delete_rows: Callable[[bytes, Table, Sequence[int]], bytes]


def refused(place: Place, message: str, hint: str = "") -> ProblemsFound:
    """Return the problem of a change that cannot be made here."""
    return fail("EDIT002", place, message, hint or f"change it in the file: {place}")
