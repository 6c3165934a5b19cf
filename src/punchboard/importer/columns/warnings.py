"""Warnings about content of a table that would print wrong, each with a fix."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from punchboard.importer.columns.column_names import normalised_name
from punchboard.importer.columns.profile import PICTURE, ColumnProfile
from punchboard.importer.columns.roles import is_count, is_partly_copies
from punchboard.load.tables.table import Table

_TOTALS: Final = frozenset({"total", "totals", "sum", "summe", "gesamt", "totale", "somme", "suma", "insgesamt"})
"""Words in the name of a row of totals."""


def table_warnings(table: Table, columns: Sequence[ColumnProfile], copies: ColumnProfile | None) -> Iterator[str]:
    """Yield a line for each suspicious column or row."""
    for column in columns:
        yield from _pictures(column)
        if is_partly_copies(column):
            row = next(number for number, value in enumerate(column.values) if value and not is_count(value))
            wrong = f"{column.values[row]!r} ({table.cell(row, column.name)}) is not a number"
            rows = f"rows: {{table: {table.place.file}, copies: {column.name}}}"
            yield f"{column.name!r} looks like numbers of copies, but {wrong}: fix it, and write `{rows}` in game.yaml"
    yield from _sum_row(table, columns, copies)


def _pictures(column: ColumnProfile) -> Iterator[str]:
    then = "and set its type to 'picture'"
    if column.has_unprintable_pictures:
        yield f"the pictures in {column.name!r} cannot be printed: save them as PNG or JPEG, {then}"
    elif column.has_outside_paths and any(PICTURE.fullmatch(value) for value in column.filled):
        yield f"the pictures in {column.name!r} are in another place: copy them beside the table, {then}"


def _sum_row(table: Table, columns: Sequence[ColumnProfile], copies: ColumnProfile | None) -> Iterator[str]:
    """Yield a warning when the last row is the sum of the copies above it, and a second sign confirms it."""
    if copies is None or len(copies.values) < 3:
        return
    *others, last = (int(value.strip("xX\u00d7 ") or 1) for value in copies.values)
    if last == sum(others) and _is_total(columns, copies):
        place = table.cell(len(copies.values) - 1, copies.name)
        yield f"{place} is the sum of the rows above, not a component: delete that row, or it is printed {last} times"


def _is_total(columns: Sequence[ColumnProfile], copies: ColumnProfile) -> bool:
    """Return whether a last row has a word for totals, no name, or the sum of another column: 1 + 2 = 3 happens."""
    others = [column for column in columns if column.name != copies.name]
    words = {word for column in others for word in normalised_name(column.values[-1]).split()}
    name = next((column.values[-1] for column in others if not column.is_integer), "")
    return bool(_TOTALS & words) or not name.strip() or any(map(_ends_in_its_sum, others))


def _ends_in_its_sum(column: ColumnProfile) -> bool:
    if not all(value.isdecimal() for value in column.values):
        return False
    *others, last = map(int, column.values)
    return 0 < last == sum(others)
