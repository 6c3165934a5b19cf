"""Lists of different cards that stand side by side in one table, such as prompts and answers: each is a deck."""

from collections.abc import Sequence
from typing import Final

from punchboard.importer.columns.column_names import is_one_of
from punchboard.importer.columns.profile import ColumnProfile
from punchboard.importer.columns.role_tests import is_text
from punchboard.importer.table_analysis import SourceTable, without_rows

MOST_LISTS: Final = 3
"""The highest number of lists in a table."""

LEAST_DIFFERENCE: Final = 2
"""The least number of rows by which one list is longer than another: in a table, one cell may be unfinished."""


def _lists_beside(columns: Sequence[ColumnProfile]) -> tuple[str, ...]:
    """Return the names of the columns if each is a list of its own; none if rows may belong together.

    They have nothing but texts, their names are those of decks, and the shorter ones end before the others. Answers
    that end before their questions are rather not written yet.
    """
    lengths = [len(column.filled) for column in columns]
    is_certain = (
        1 < len(columns) <= MOST_LISTS
        and min(lengths) > 1
        and max(lengths) - min(lengths) >= LEAST_DIFFERENCE
        and all(is_one_of(column.name, "decks") and is_text(column, ()) for column in columns)
        and all(all(column.values[:length]) for column, length in zip(columns, lengths, strict=True))
        and not any(is_one_of(column.name, "answers") and len(column.filled) < max(lengths) for column in columns)
    )
    return tuple(column.name for column in columns) if is_certain else ()


def one_per_list(source: SourceTable) -> list[SourceTable]:
    """Return a table, or one for each of the lists that stand side by side in it."""
    table = source.table
    columns = [ColumnProfile(one.name, one.number, tuple(row[one.name] for row in table.rows)) for one in table.columns]
    names = _lists_beside(columns) if source.orientation.each == "row" else ()
    return [_of_one_list(source, name, [one for one in names if one != name]) for name in names] or [source]


def _of_one_list(source: SourceTable, name: str, others: Sequence[str]) -> SourceTable:
    table = source.table
    own = without_rows(table, [row for row, values in enumerate(table.rows) if not values[name]])
    rows = [{name: values[name]} for values in own.rows]
    columns = tuple(column for column in table.columns if column.name == name)
    return source._replace(
        table=own._replace(header=(name,), rows=rows, columns=columns), list_name=name, others=tuple(others)
    )
