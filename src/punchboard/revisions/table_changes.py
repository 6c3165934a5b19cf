"""Comparison of two states of one table: rows that are new, changed or gone, and columns that are new or gone."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from punchboard.load.sources import LinkedSheet
from punchboard.load.tables.rows import field_columns
from punchboard.load.tables.table import Table
from punchboard.model.snapshot import Change, FieldChange
from punchboard.problem import Place, Problem, Severity

COLUMNS: Final = "LINK004"
"""The code of columns that are new or gone."""

_WORD: Final = re.compile(r"[a-z_][a-z0-9_]*")


class SheetDifference(NamedTuple):
    """How the rows of one sheet differ between two states of its table."""

    sheet: str
    """The name of the sheet; empty for the only table of a file."""
    changes: tuple[Change, ...] = ()
    """Each with the name of its card as id, and columns as fields."""
    is_reordered: bool = False
    """Whether the rows that both states have are in another order."""
    problems: tuple[Problem, ...] = ()
    """Warnings about columns."""

    @property
    def is_empty(self) -> bool:
        """Whether both states give the same components."""
        return not self.changes and not self.is_reordered and not self.problems


def compare_sheets(old: Sequence[LinkedSheet], new: Sequence[LinkedSheet]) -> tuple[SheetDifference, ...]:
    """Return the differences of each sheet. Sheets that ``old`` lacks are new with all their rows.

    Args:
        old: the sheets of the older state; empty when there is none.
        new: the same sheets of the newer state.
    """
    before = {sheet.kinds[0][0]: sheet for sheet in old}
    return tuple(_difference(before.get(sheet.kinds[0][0]), sheet) for sheet in new)


def _difference(old: LinkedSheet | None, new: LinkedSheet) -> SheetDifference:
    name = new.how.sheet or ""
    if old is None:
        rows = _named_rows(new.table, _name_columns(new, new.table))
        return SheetDifference(name, tuple(Change(key, "", "new", (0, 1)) for key in rows))
    columns = _name_columns(new, old.table)
    before, after = _named_rows(old.table, columns), _named_rows(new.table, columns)
    common = [key for key in after if key in before]
    return SheetDifference(
        name,
        tuple(_changes(before, after)),
        common != [key for key in before if key in after],
        tuple(_column_problems(old, new)),
    )


def _changes(before: Mapping[str, dict[str, str]], after: Mapping[str, dict[str, str]]) -> Iterator[Change]:
    for key, row in after.items():
        if key not in before:
            yield Change(key, "", "new", (0, 1))
            continue
        was = before[key]
        fields = [(name, was[name], row[name]) for name in row if name in was]  # `_column_problems` names the others
        differing = tuple(FieldChange(name, old or None, new or None) for name, old, new in fields if old != new)
        if differing:
            yield Change(key, "", "changed", (1, 1), differing)
    yield from (Change(key, "", "gone", (1, 0)) for key in before if key not in after)


def _name_columns(sheet: LinkedSheet, old: Table) -> tuple[str, ...]:
    """Return the columns that name a row: those of the first id template whose columns both tables have.

    Without one, the column with the most different values.
    """
    both = [name for name in sheet.table.header if name in old.header]
    for _, kind in sheet.kinds:
        columns = field_columns(kind, sheet.table)
        found = [columns.get(word, word) for word in _WORD.findall(kind.id) if word in kind.fields]
        if found and all(column in both for column in found):
            return tuple(dict.fromkeys(found))
    counts = {name: len({row[name] for row in sheet.table.rows}) for name in both}
    return (max(counts, key=counts.__getitem__),) if counts else ()


def _named_rows(table: Table, columns: Sequence[str]) -> dict[str, dict[str, str]]:
    """Return rows by name: the values of some columns; a second ``Owl`` is called ``Owl (2)``."""
    found, count = {}, Counter[str]()
    for number, row in enumerate(table.rows, start=1):
        name = " / ".join(row[column] for column in columns if row[column]) or f"row {number}"
        count[name] += 1
        key = name if count[name] == 1 else f"{name} ({count[name]})"
        while key in found:
            count[name] += 1
            key = f"{name} ({count[name]})"
        found[key] = row
    return found


def _column_problems(old: LinkedSheet, new: LinkedSheet) -> Iterator[Problem]:
    """Yield a warning for each column that is gone or new, with the fields that read it."""
    place = Place(new.table.place.file, sheet=new.how.sheet or "")
    for column in old.table.header:
        if column not in new.table.header:
            users = _users(old, column)
            what = f"; it fills {', '.join(users)}" if users else "; no field reads it"
            hint = "give the column its old name again, or change the field and then answer yes" if users else ""
            yield Problem(COLUMNS, place, f"the column {column!r} is gone{what}", hint, Severity.WARNING)
    for column in new.table.header:
        if column not in old.table.header:
            users = _users(new, column)
            what = f"; it fills {', '.join(users)}" if users else "; no field reads it"
            hint = "" if users else "add a field for it, or list the column under 'ignore'"
            yield Problem(COLUMNS, place, f"the column {column!r} is new{what}", hint, Severity.WARNING)


def _users(sheet: LinkedSheet, column: str) -> tuple[str, ...]:
    """Return what uses a column: fields, copies and filters of kinds."""
    found = []
    for key, kind in sheet.kinds:
        fields = [field for field, name in field_columns(kind, sheet.table).items() if name == column]
        found += [f"{field!r} of {key!r}" for field in fields]
        where = kind.rows.where if not isinstance(kind.rows, str | tuple) else {}
        if column in {" ".join(name.split()) for name in where}:
            found.append(f"'where' of {key!r}")
        elif column == "copies" and not fields:
            found.append(f"the copies of {key!r}")
    return tuple(found)
