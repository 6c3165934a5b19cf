"""Whether a column shares the table out among kinds of component, or is a field of one kind."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from punchboard.importer.columns.profile import ColumnProfile, fold_case

MAX_KINDS: Final = 8
"""More kinds than these are no kinds."""


class KindSplit(NamedTuple):
    """A column by whose values the rows are shared out: the rows of each value, and why; or why they are not."""

    column: str
    rows: Mapping[str, tuple[int, ...]]
    reason: str


def find_kind_split(columns: Sequence[ColumnProfile], role_of: Mapping[str, str]) -> KindSplit | None:
    """Return how a table is shared out among kinds; None when all its rows are of one kind.

    It is when its type column has few values and some other column is filled for one value and always empty for
    another: then these are different things, each with fields of its own.
    """
    column = next((one for one in columns if role_of.get(one.name) == "type"), None)
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
    wanted = fold_case(value)
    return tuple(row for row, one in enumerate(column.values) if fold_case(one) == wanted)
