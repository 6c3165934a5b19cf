"""Warnings about content of a table that would print wrong, each with a fix."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from punchboard.importer.columns.profile import PICTURE, ColumnProfile
from punchboard.importer.columns.roles import is_count, is_partly_copies
from punchboard.load.tables.table import Table


def table_warnings(table: Table, columns: Sequence[ColumnProfile], copies: ColumnProfile | None) -> Iterator[str]:
    """Yield a line for each suspicious column or row."""
    for column in columns:
        yield from _pictures(column)
        if is_partly_copies(column):
            row = next(number for number, value in enumerate(column.values) if value and not is_count(value))
            wrong = f"{column.values[row]!r} ({table.cell(row, column.name)}) is not a number"
            rows = f"rows: {{table: {table.place.file}, copies: {column.name}}}"
            yield f"{column.name!r} looks like numbers of copies, but {wrong}: fix it, and write `{rows}` in game.yaml"
    yield from _sum_row(table, copies)


def _pictures(column: ColumnProfile) -> Iterator[str]:
    then = "and set its type to 'picture'"
    if column.has_unprintable_pictures:
        yield f"the pictures in {column.name!r} cannot be printed: save them as PNG or JPEG, {then}"
    elif column.has_outside_paths and any(PICTURE.fullmatch(value) for value in column.filled):
        yield f"the pictures in {column.name!r} are in another place: copy them beside the table, {then}"


def _sum_row(table: Table, copies: ColumnProfile | None) -> Iterator[str]:
    """Yield a warning when the last row is the sum of the copies above it."""
    if copies is None or len(copies.values) < 3:
        return
    *others, last = (int(value.strip("xX\u00d7 ") or 1) for value in copies.values)
    if last == sum(others):
        place = table.cell(len(copies.values) - 1, copies.name)
        yield f"{place} is the sum of the rows above, not a component: delete that row, or it is printed {last} times"
