"""Cells that are read as empty: what programs write for nothing, such as ``undefined``, and odd numbers of copies."""

from collections.abc import Mapping, Sequence
from typing import Final

from punchboard.importer.columns.profile import ColumnProfile, is_count
from punchboard.importer.columns.role_tests import is_partly_copies
from punchboard.importer.columns.roles import Role

FOR_NOTHING: Final = frozenset(
    {
        *("undefined", "null", "NULL", "None", "nil", "NaN", "nan", "<NA>", "N/A", "n/a", "#N/A"),
        *("[object Object]", "(null)", "(none)", "(undefined)"),
    }
)
"""What programs write for nothing, as they write it."""


def values_for_nothing(columns: Sequence[ColumnProfile], roles: Mapping[str, Role]) -> Mapping[str, tuple[str, ...]]:
    """Return the values that stand for nothing in each column, but in that of the names: a card may be called Null.

    In a column of numbers of copies they are all that is no such number: without one, a card is printed once.
    """
    found = (
        (column.name, tuple(value for value in dict.fromkeys(column.raw or column.values) if value in FOR_NOTHING))
        for column in columns
        if column.name not in roles or roles[column.name].name != "title"
    )
    odd = {
        column.name: tuple(value for value in dict.fromkeys(column.values) if value and not is_count(value))
        for column in columns
        if is_partly_copies(column)
    }
    return {name: values for name, values in found if values} | odd


def emptied(rows: Sequence[Mapping[str, str]], empty: Mapping[str, tuple[str, ...]]) -> list[dict[str, str]]:
    """Return rows whose cells are empty where they have one of the values that stand for nothing in their column."""
    return [{name: "" if cell in empty.get(name, ()) else cell for name, cell in row.items()} for row in rows]
