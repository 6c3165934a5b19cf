"""Paths of the pictures that imported tables refer to."""

from __future__ import annotations

from collections.abc import Sequence

from punchboard.importer.draft import Draft
from punchboard.load.tables.table import Table


def picture_paths(draft: Draft, tables: Sequence[Table]) -> tuple[str, ...]:
    """Return the picture paths in the tables of a draft, each once, as they are written there."""
    found: dict[str, None] = {}
    for part, table in zip(draft.parts, tables, strict=True):
        fields = (field for kind in part.kinds for field in kind.fields)
        columns = dict.fromkeys(field.column for field in fields if field.type == "picture")
        found |= dict.fromkeys(row[column] for column in columns for row in table.rows if row[column])
    return tuple(found)
