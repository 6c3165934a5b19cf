"""The raw rows of a kind, from a table or from ``game.yaml``, each with its place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from punchboard.load.rowtypes import EVERY_ROW, is_required
from punchboard.load.tables import Table
from punchboard.load.validate import PlaceMap
from punchboard.load.yaml_places import Path
from punchboard.model.gamefile import KindFile
from punchboard.model.values import did_you_mean
from punchboard.problem import Place, Problem


class Rows(NamedTuple):
    """Raw rows, the place of each, and the places of their values by row number and field."""

    values: list[dict[str, Any]]
    places: list[Place]
    details: Callable[[], PlaceMap]


def from_table(table: Table) -> Rows:
    """Return a table's rows without their empty cells."""
    values = [{name: cell for name, cell in row.items() if cell} for row in table.rows]
    return Rows(values, table.places, lambda: {(row,): place for row, place in enumerate(table.places)})


def from_game(values: tuple[dict[str, Any], ...], path: Path, places: PlaceMap) -> Rows:
    """Return rows that stand in ``game.yaml`` at a path; a null is left out as an empty cell is."""
    depth = len(path)
    rows = [{name: value for name, value in row.items() if value is not None} for row in values]

    def details() -> PlaceMap:
        return {where[depth:]: place for where, place in places.items() if where[:depth] == path and len(where) > depth}

    return Rows(rows, [places.get((*path, row), places[()]) for row in range(len(rows))], details)


def multiplied(rows: Rows, field: str, entries: tuple[str, ...]) -> Rows:
    """Return every row once for each entry of a list, which fills the field."""
    every = len(entries)
    values = [{**row, field: str(entry)} for row in rows.values for entry in entries]
    places = [place for place in rows.places for _ in entries]

    def details() -> PlaceMap:
        return {
            (int(row) * every + turn, *rest): place
            for (row, *rest), place in rows.details().items()
            for turn in range(every)
        }

    return Rows(values, places, details)


def header_problems(table: Table, kind: KindFile, place: Place) -> Iterator[Problem]:
    """Yield a problem for each column that is no field, and for each field that must have a column."""
    filled = {kind.for_each} if kind.for_each else set()
    known = (kind.fields.keys() | EVERY_ROW.keys()) - filled
    for name in table.header:
        if name in filled:
            yield Problem("KEY001", place, f"the column {name!r} is filled by 'for each'", "delete the column")
        elif name not in known:
            yield Problem("KEY001", place, f"unknown column {name!r}", did_you_mean(name, known))
    for name, field in kind.fields.items():
        if is_required(field) and name not in table.header and name not in filled:
            hint = "add the column, or give the field a default"
            yield Problem("VALUE001", place, f"there is no column for the field {name!r}", hint)
