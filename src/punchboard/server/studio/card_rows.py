"""The rows of a kind as the page's table needs them, and the rows of a request in the table as it is now."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from pathlib import PurePosixPath
from typing import Any, Final, NamedTuple

from punchboard.edit.tables.table_file import TableFile
from punchboard.expression import ExpressionError
from punchboard.load.kinds import rows_spec
from punchboard.load.tables.data_table import Table, selected_rows
from punchboard.load.tables.rows import COPIES, EVERY_ROW, field_columns, is_required, name_with_copies
from punchboard.model.game.game import Game
from punchboard.model.game.game_file import FieldFile, KindFile
from punchboard.problem import Place, fail
from punchboard.server.game_snapshot import Snapshot
from punchboard.server.studio.boxes import outdated_error
from punchboard.server.studio.requests import MAX_PICTURE_BYTES, CellValue, ShownRow
from punchboard.server.studio.seen import changed_error


def id_columns(kind: KindFile, table: Table) -> tuple[str, ...]:
    """Return the columns of the fields that a kind's ids are made of; of a map, that of the cells."""
    columns = field_columns(kind, table)
    if kind.map is not None:
        return (columns["cell"],) if "cell" in columns else ()
    return tuple(columns[name] for name in columns if re.search(rf"\b{re.escape(name)}\b", kind.id))


def shown_row(number: int, row: Mapping[str, str], ids: Sequence[str]) -> dict[str, Any]:
    """Return a row's number, the fingerprint of its cells and the values of its id, as a request names it."""
    filled = sorted((name, value) for name, value in row.items() if value)
    key = "\n".join(row.get(name, "") for name in ids).strip()
    return {"row": number, "mark": sha256(repr(filled).encode("utf-8", "surrogatepass")).hexdigest()[:32], "id": key}


class RowFinder(NamedTuple):
    """The rows of a kind in its table as it is now."""

    file: str
    table: Table
    rows: Sequence[ShownRow]

    def numbers(self, shown: Iterable[ShownRow]) -> Mapping[int, int]:
        """Return the present number of each shown row, by its number there.

        A row is known by its cells, wherever it lies now; one whose cells have changed by the values of its id.

        Raises:
            ProblemsFound: EDIT001 for a row that is not there any more.
        """
        present, free = dict[int, int](), {one.row: one.mark for one in self.rows}
        by_mark, by_id = dict[str, list[int]](), dict[str, list[int]]()
        for entry in self.rows:
            by_mark.setdefault(entry.mark, []).append(entry.row)
            by_id.setdefault(entry.id, []).append(entry.row)
        wanted = {one.row: one for one in shown}.values()
        for entry in sorted(wanted, key=lambda one: free.get(one.row) != one.mark):  # those that stayed come first
            same_id = by_id.get(entry.id, []) if entry.id else []
            same = by_mark.get(entry.mark) or (same_id if len(same_id) == 1 else [])
            here = entry.row if free.get(entry.row) == entry.mark else next((row for row in same if row in free), -1)
            if here < 0:
                raise outdated_error(
                    f"{_name(entry)} is not in {self.file} any more, or has changed; nothing is written", self.file
                )
            present[entry.row] = here
            del free[here]
        return present

    def refuse_changed(self, cells: Iterable[CellValue], numbers: Mapping[int, int]) -> None:
        """Refuse to write a cell that has another text now than the page has shown.

        Raises:
            ProblemsFound: EDIT001 with both texts.
        """
        for cell in cells:
            now = self.table.rows[numbers[cell.row]].get(cell.column, "")
            if now not in {cell.was, cell.value.strip()}:
                place = self.table.places[numbers[cell.row]]
                raise changed_error(repr(cell.column), cell.was, now, place)

    def refuse_other(self, shown: Iterable[ShownRow], numbers: Mapping[int, int]) -> None:
        """Refuse to remove a row that has other cells now than the page has shown.

        Raises:
            ProblemsFound: EDIT001.
        """
        marks = {one.row: one.mark for one in self.rows}
        for entry in shown:
            if marks[numbers[entry.row]] != entry.mark:
                place = self.table.places[numbers[entry.row]]
                message = f"{_name(entry)} has other cells in the file now; nothing is written"
                raise fail("EDIT001", place, message, "do it again to replace what is in the file")


def _name(row: ShownRow) -> str:
    return repr(row.id.replace("\n", " ")) if row.id else f"row {row.row + 1}"


_COPIES_HELP: Final = "how many copies of the card are printed; 1 if empty"

_BOTH_HELP: Final = "the number of copies, and the name: 3x Sword"


def table_file(game: Game, kind: str) -> TableFile:
    """Return where the rows of a kind are."""
    return rows_file(game.place.file, game.file.kinds, kind)


def rows_file(game_file: str, kinds: Mapping[str, KindFile], kind: str) -> TableFile:
    """Return where the rows of a kind are, from the path of ``game.yaml`` and its kinds."""
    how = rows_spec(kinds[kind])
    return TableFile(game_file if how is None else str(PurePosixPath(game_file).parent / how.table), kind, how)


def kind_rows(kind: KindFile, table: Table) -> Sequence[int]:
    """Return the numbers of the rows that a kind has in its table."""
    how = rows_spec(kind)
    return selected_rows(table, how) if how is not None else range(len(table.rows))


def cards_view(
    game: Game, kind: str, data: bytes, cards_of: Callable[[Mapping[str, Any], Place], Sequence[str]]
) -> dict[str, Any]:
    """Return the rows of a kind as plain data for the page.

    Args:
        game: the game.
        kind: the kind's id.
        data: the bytes of the file with its rows.
        cards_of: returns the ids of the cards of a row, as `shown_row` describes it, at its place in these bytes.
    """
    at, model = table_file(game, kind), game.file.kinds[kind]
    table = at.table(data)
    columns = [*_columns(game, model, table)]
    rows, ids = [], id_columns(model, table)
    for number in kind_rows(model, table):
        row, place = table.rows[number], table.places[number]
        cells = [row.get(column["column"], "") for column in columns]
        shown = shown_row(number, row, ids)
        rows.append({**shown, "cells": cells, "cards": cards_of(shown, place), "place": str(place)})
    return {
        "kind": kind,
        "file": at.file,
        "refusal": at.refusal,
        "hasRows": at.has_rows,
        "pictureBytes": MAX_PICTURE_BYTES,
        "columns": columns,
        "rows": rows,
    }


def _columns(game: Game, kind: KindFile, table: Table) -> list[dict[str, Any]]:
    """Return the columns in the order of the table, then the fields that it has no column for yet."""
    how = rows_spec(kind)
    own = field_columns(kind, table)
    field_of = {column: name for name, column in reversed(own.items())}  # a name comes before its copies
    where = {" ".join(name.split()) for name in how.where} if how is not None else set()
    shown = [name for name in table.header if name in field_of or name in EVERY_ROW or name in where]
    copies = " ".join(how.copies.split()) if how is not None and how.copies else COPIES
    wanted = {name: " ".join((field.column or name).split()) for name, field in kind.fields.items()}
    every = wanted if kind.map is not None else {**wanted, COPIES: copies}
    missing = [column for name, column in every.items() if name not in own and column not in shown]
    if kind.for_each is not None:
        missing = [column for column in missing if column != wanted.get(kind.for_each)]
    name_of = {column: name for name, column in wanted.items()}
    columns = []
    for column in (*shown, *missing):
        field = field_of.get(column) or name_of.get(column, "")
        described = {"field": field, **_described(game, kind.fields.get(field))}
        if column == copies and name_with_copies(own):
            described |= {"help": _BOTH_HELP}
        elif column == copies:
            described |= {"type": "integer", "help": _COPIES_HELP, "copies": True}
        columns.append({"column": column, "known": column in table.header, **described})
    return columns


def _described(game: Game, field: FieldFile | None) -> dict[str, Any]:
    """Return the type, the choices and the limits of a field."""
    if field is None:
        return {"type": "text", "choices": [], "required": False, "help": ""}
    words = [
        field.type or "one of the choices",
        "" if field.min is None else f"at least {field.min:g}",
        "" if field.max is None else f"at most {field.max:g}",
        "" if field.default is None else f"{field.default} if empty",
        "may be empty" if field.optional and field.default is None else "",
    ]
    return {
        "type": "choice" if field.one_of is not None else str(field.type),
        "choices": choices(game, field),
        "required": is_required(field),
        "help": ", ".join(filter(None, words)),
    }


def choices(game: Game, field: FieldFile) -> list[dict[str, str]]:
    """Return what a field may hold: the values and their printed names."""
    if isinstance(field.one_of, str):
        return [{"value": str(one), "name": str(one.properties["name"])} for one in game.lists[field.one_of]]
    return [{"value": value, "name": value} for value in field.one_of or ()]


def map_view(snapshot: Snapshot, kind: str) -> dict[str, Any] | None:
    """Return the cells of a map and the kinds of terrain to paint with, as plain data for the page.

    Each cell has its name, its column and row, and its corners in mm from the corner of the box that draws the map.
    Returns None for a kind that is no map.
    """
    file = snapshot.game.file.kinds[kind]
    grid = file.map
    if grid is None:
        return None
    terrain = file.fields["terrain"]
    cells = []
    for cell in grid.cells():
        points = [numbers for _, numbers in grid.outline(grid.area(cell)).segments if numbers]
        text = " ".join(f"{x:g},{y:g}" for x, y in points)
        cells.append({"name": grid.name(cell), "at": cell, "points": text})
    return {
        "cells": cells,
        "size": grid.extent,
        "columns": {name: file.fields[name].column or name for name in ("cell", "terrain")},
        "terrain": [
            {**one, "colour": _colour(snapshot, terrain.one_of, one["value"])}
            for one in choices(snapshot.game, terrain)
        ],
        "fill": grid.fill or "",
    }


def _colour(snapshot: Snapshot, of: object, entry: str) -> str:
    """Return the colour of a terrain as ``#rrggbb``; empty for one that the theme lacks."""
    entries = snapshot.game.lists.get(str(of), ())
    paint = next((str(one.properties.get("colour", "")) for one in entries if one == entry), "")
    try:
        return snapshot.composed.composer.tools.palette.fill(paint)
    except ExpressionError:
        return ""
