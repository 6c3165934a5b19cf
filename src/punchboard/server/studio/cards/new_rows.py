"""New rows and copies of rows that the game accepts at once: required values filled in, and ids of their own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from punchboard.load.kinds import rows_spec
from punchboard.load.tables.row_types import is_required
from punchboard.load.tables.rows import field_columns
from punchboard.load.tables.table import Table
from punchboard.model.game.game import Game
from punchboard.model.game.game_file import FieldFile, KindFile
from punchboard.server.studio.cards.rows import choices

_TRIES: Final = 20
"""How many numbers are tried for a name that no other row has."""

_NUMBER_AT_END: Final = re.compile(r"[ -]?\d+\Z")
_NUMBERS: Final = frozenset({"integer", "number"})


def first_values(game: Game, kind: KindFile, table: Table, like: int) -> dict[str, str]:
    """Return the values of a new row by column: only those that a row must have.

    Args:
        game: the game.
        kind: the kind.
        table: its table.
        like: the row that gives a required picture, which cannot be made up.
    """
    columns = field_columns(kind, table)
    values = {
        columns[name]: _first(game, kind, field, table.rows[like].get(columns[name], "") if table.rows else "")
        for name, field in kind.fields.items()
        if name in columns and name != kind.for_each and is_required(field)
    }
    titles = [columns[name] for name, field in kind.fields.items() if name in columns and field.type == "text"]
    title = next((name for name in ("name", "title") if columns.get(name) in titles), None)
    if title is not None or (titles and not values):
        values[columns[title] if title is not None else titles[0]] = f"New {kind.name.lower()}"
    how = rows_spec(kind)
    selected = how.where if how is not None else {}
    return {**values, **{" ".join(name.split()): str(accepted[0]) for name, accepted in selected.items()}}


def _first(game: Game, kind: KindFile, field: FieldFile, like: str) -> str:
    if field.one_of is not None:
        return choices(game, field)[0]["value"]
    if field.type in _NUMBERS:
        return f"{field.min or 0:g}"
    return {"boolean": "false", "picture": like}.get(str(field.type), f"New {kind.name.lower()}")


def own_values(kind: KindFile, table: Table, row: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """Yield changes of a row that may give it an id of its own: none, then a number behind its name or a higher number.

    Args:
        kind: the kind, whose ``id`` names the fields that count.
        table: its table.
        row: the values of the row.
    """
    yield {}
    columns = field_columns(kind, table)
    for name, field in kind.fields.items():
        if name not in columns or not re.search(rf"\b{re.escape(name)}\b", kind.id) or field.one_of is not None:
            continue
        column = columns[name]
        taken, value = {one[column] for one in table.rows}, row.get(column, "")
        if field.type in _NUMBERS:
            numbers = [int(one) for one in taken if one.removeprefix("-").isdecimal()]
            yield {column: str(max(numbers, default=0) + 1)}
            continue
        stem = _NUMBER_AT_END.sub("", value) or value
        gap = "-" if value == value.lower() and " " not in value else " "
        for number in range(2, 2 + len(table.rows) + _TRIES):
            if (new := f"{stem}{gap}{number}") not in taken:
                yield {column: new}
                break
