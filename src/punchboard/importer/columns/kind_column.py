"""Detection of the column that divides the rows of a table among kinds of component."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from punchboard.importer.columns.profile import ColumnProfile, fold_case

MAX_KINDS: Final = 8
"""The highest number of kinds; a column with more values is a field."""


class KindSplit(NamedTuple):
    """The column that divides the rows among kinds, the rows of each of its values, and the reason."""

    column: str
    rows: Mapping[str, tuple[int, ...]]
    reason: str


def find_kind_split(columns: Sequence[ColumnProfile], role_of: Mapping[str, str]) -> KindSplit | None:
    """Return how the rows of a table are divided among kinds; None when all rows are of one kind.

    The type column divides them if it has few values, and if another column is filled in all rows of one value but
    empty in all rows of another: then the rows are different things with different fields.
    """
    column = next((column for column in columns if role_of.get(column.name) == "type"), None)
    if column is None or not column.is_complete or not 2 <= len(column.distinct) <= MAX_KINDS:
        return None
    rows = {value: _rows_of(column, value) for value in column.distinct}
    if min(map(len, rows.values())) < 2:
        return None
    for other in columns:
        if other is column or not other.filled:
            continue
        full = next((value for value, numbers in rows.items() if all(other.values[row] for row in numbers)), None)
        empty = next((value for value, numbers in rows.items() if not any(other.values[row] for row in numbers)), None)
        if full is not None and empty is not None:
            because = f"{other.name!r} is filled for every {full!r} and empty for every {empty!r}"
            return KindSplit(column.name, rows, because)
    return None


def _rows_of(column: ColumnProfile, value: str) -> tuple[int, ...]:
    folded = fold_case(value)
    return tuple(row for row, other in enumerate(column.values) if fold_case(other) == folded)
