"""Requests of the page's table as new bytes of the file of a kind's rows, and which cards the rows have."""

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from punchboard.edit.game_files import fingerprint
from punchboard.edit.tables.records import Cell, NewRow
from punchboard.edit.tables.table_file import TableFile, with_cells, with_row, without_rows
from punchboard.load.kinds import rows_spec, unsaved_components
from punchboard.load.tables.copies import split_copies
from punchboard.load.tables.data_table import Table
from punchboard.load.tables.grid import normalized
from punchboard.load.tables.rows import field_columns, is_required, name_with_copies
from punchboard.model.game.game import Game
from punchboard.model.game.game_file import FieldFile, KindFile
from punchboard.problem import Place, ProblemsFound
from punchboard.server.studio import requests
from punchboard.server.studio.boxes import outdated_error
from punchboard.server.studio.card_rows import RowFinder, choices, id_columns, kind_rows, shown_row, table_file


class Deck(NamedTuple):
    """The rows of one kind of a game: where they are, and a check of new bytes of their file."""

    game: Game
    workspace: Path
    kind: str

    @property
    def at(self) -> TableFile:
        """Where the rows are."""
        return table_file(self.game, self.kind)

    def finder(self, data: bytes) -> RowFinder:
        """Return the rows of the kind in bytes of their file."""
        kind, table = self.game.file.kinds[self.kind], self.at.table(data)
        ids = id_columns(kind, table)
        rows = [shown_row(number, table.rows[number], ids) for number in kind_rows(kind, table)]
        return RowFinder(self.at.file, table, [requests.ShownRow.model_construct(**row) for row in rows])

    def check(self, data: bytes) -> bytes:
        """Return the bytes if the model accepts the kind's rows in them.

        Raises:
            ProblemsFound: every value that it refuses.
        """
        unsaved_components(self.game, self.workspace, self.kind, self.at.file, data)
        return data


def cards_at(deck: Deck, data: bytes, place: Place) -> Sequence[str]:
    """Return the ids of the cards that have the row at a place in bytes of their file, known by the values of its id.

    The bytes may be newer than the cards, and lie where other rows lay.
    """
    finder, kind = deck.finder(data), deck.game.file.kinds[deck.kind]
    if kind.map is not None:
        return (kind.id,)
    columns = field_columns(kind, finder.table)
    names = [name for name in columns if columns[name] in id_columns(kind, finder.table)]
    near = _rows_to(finder, place)
    if not near or not place.line or not deck.at.has_rows:
        return ()
    row = finder.table.rows[near[-1]]
    both = name_with_copies(columns)
    texts = ((name, row.get(columns[name], "")) for name in names)
    wanted = [normalized(split_copies(text)[1] if name == both else text) for name, text in texts]
    cards = (one for one in deck.game.components if one.kind == deck.kind and any(wanted))
    return [one.id for one in cards if [normalized(one.source_values.get(name, "")) for name in names] == wanted]


def _rows_to(finder: RowFinder, place: Place) -> list[int]:
    """Return the rows that begin at a place or before it."""
    begins = ((one.row, finder.table.places[one.row]) for one in finder.rows)
    return [row for row, begin in begins if begin.sheet == place.sheet and begin.line <= place.line]


def cell_at(deck: Deck, finder: RowFinder, place: Place) -> dict[str, Any] | None:
    """Return the row and the column of the cell at a place of a kind's file; None where it has no row there."""
    table = finder.table
    near = _rows_to(finder, place)
    if not near or not deck.at.has_rows:
        return None
    cells = ((name, table.cell(near[-1], name)) for name in table.header)
    column = next((name for name, cell in cells if (cell.line, cell.column) == (place.line, place.column)), "")
    is_there = bool(column) or table.places[near[-1]].line == place.line
    return {"kind": deck.kind, "row": near[-1], "column": column} if is_there else None


def cards_file_changed(deck: Deck, data: bytes, request: requests.CardsRequest) -> bytes:
    """Return the file's bytes after a request.

    Raises:
        ProblemsFound: EDIT001 for rows that are not there, EDIT002 for what cannot be changed here, and what the model
            says about values that it refuses.
    """
    finder, change, shown = deck.finder(data), request.change, _named(request)
    numbers = finder.numbers(shown)
    if not set(_rows(change)) <= numbers.keys():
        raise outdated_error("the request names a row that it does not describe", deck.at.file)
    if isinstance(change, requests.SetCells):
        finder.refuse_changed(change.cells, numbers)
    elif isinstance(change, requests.DeleteRows):
        finder.refuse_other(shown, numbers)
    return _CHANGES[type(change)](deck, data, _renumbered(change, numbers))


def written_rows(deck: Deck, before: bytes, after: bytes, request: requests.CardsRequest) -> tuple[dict[str, Any], ...]:
    """Return what the rows of a request look like after a change of their cells, for what the page writes next."""
    if not isinstance(request.change, requests.SetCells):
        return ()
    named, now = _named(request), deck.finder(after)
    numbers = deck.finder(before).numbers(named)
    shown = {one.row: one for one in now.rows}
    columns = {cell.column for cell in request.change.cells}
    return tuple(
        {**shown[here].model_dump(), "cells": {name: now.table.rows[here].get(name, "") for name in columns}}
        for one in named
        if (here := numbers[one.row]) in shown
    )


def _named(request: requests.CardsRequest) -> tuple[requests.ShownRow, ...]:
    """Return the rows that a request changes, as the page has shown them."""
    rows = set(_rows(request.change))
    return tuple(one for one in request.rows if one.row in rows)


def _rows(change: requests.Change) -> Sequence[int]:
    match change:
        case requests.SetCells():
            return [cell.row for cell in change.cells]
        case requests.AddRow():
            return [] if change.after is None else [change.after]
        case _:
            return change.rows


def _renumbered(change: requests.Change, numbers: Mapping[int, int]) -> requests.Change:
    """Return a change with the present numbers of its rows."""
    match change:
        case requests.SetCells():
            cells = tuple(cell.model_copy(update={"row": numbers[cell.row]}) for cell in change.cells)
            return change.model_copy(update={"cells": cells})
        case requests.AddRow():
            return change if change.after is None else change.model_copy(update={"after": numbers[change.after]})
        case _:
            return change.model_copy(update={"rows": tuple(numbers[row] for row in change.rows)})


def _set(deck: Deck, data: bytes, change: requests.SetCells) -> bytes:
    kind, table = deck.game.file.kinds[deck.kind], deck.at.table(data)
    spelled = sheet_spelling(deck.game, kind, table)
    if change.cells:
        cells = [Cell(cell.row, cell.column, spelled(cell.column, cell.value)) for cell in change.cells]
        data = with_cells(deck.at, data, cells)
    for texts in change.added:
        table = deck.at.table(data)
        last = max(kind_rows(kind, table), default=-1)
        filled = {name: spelled(name, text) for name, text in texts.items() if text}
        values = {**_first_values(deck.game, kind, table, last), **filled}
        new = NewRow(last, values)
        # a cell of a map that has a row by now is refused: another cell is not the one that was painted
        data = with_row(deck.at, data, new)[0] if kind.map is not None else _with_own_id(deck, data, new, values)
    return deck.check(data)


def _added(deck: Deck, data: bytes, change: requests.AddRow) -> bytes:
    after = -1 if change.after is None else change.after
    table = deck.at.table(data)
    values = _first_values(deck.game, deck.game.file.kinds[deck.kind], table, max(after, 0))
    return _with_own_id(deck, data, NewRow(after, values), values)


def _copied(deck: Deck, data: bytes, change: requests.CopyRows) -> bytes:
    for row in sorted(set(change.rows), reverse=True):
        values = deck.at.table(data).rows[row]
        data = _with_own_id(deck, data, NewRow(row, {}, like_before=True), values)
    return data


def _with_own_id(deck: Deck, data: bytes, new: NewRow, row: Mapping[str, str]) -> bytes:
    """Return the bytes with a row added; its values change until no other card has its id."""
    first: ProblemsFound | None = None
    for values in _own_values(deck.game.file.kinds[deck.kind], deck.at.table(data), row):
        changed_data, _ = with_row(deck.at, data, new._replace(values={**new.values, **values}))
        try:
            return deck.check(changed_data)
        except ProblemsFound as error:
            first = first or error
    assert first is not None
    raise first


def _deleted(deck: Deck, data: bytes, change: requests.DeleteRows) -> bytes:
    return deck.check(without_rows(deck.at, data, change.rows))


_CHANGES: Final[Mapping[type, Callable[[Deck, bytes, Any], bytes]]] = {
    requests.SetCells: _set,
    requests.AddRow: _added,
    requests.CopyRows: _copied,
    requests.DeleteRows: _deleted,
}
"""How each kind of change makes new bytes."""


# New rows and copies of rows that the game accepts at once: required values filled in, and ids of their own.

_TRIES: Final = 20
"""How many numbers are tried for a name that no other row has."""

_NUMBER_AT_END: Final = re.compile(r"[ -]?\d+\Z")
_NUMBERS: Final = frozenset({"integer", "number"})


def _first_values(game: Game, kind: KindFile, table: Table, like: int) -> dict[str, str]:
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
    spelled = sheet_spelling(game, kind, table)
    values = {column: spelled(column, text) for column, text in values.items()}
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


def _own_values(kind: KindFile, table: Table, row: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """Yield changes of a row that may give it an id of its own: none, then a number behind its name or a higher number.

    Args:
        kind: the kind, whose ``id`` names the fields that count.
        table: its table.
        row: the values of the row.
    """
    yield {}
    columns = field_columns(kind, table)
    if kind.map is not None:
        names = (kind.map.cell(one[columns["cell"]]) for one in table.rows)
        taken_cells = {cell for cell in names if cell is not None}
        yield from ({columns["cell"]: kind.map.name(one)} for one in kind.map.cells() if one not in taken_cells)
        return
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


class CardsOfRows:
    """The ids of the cards of each row of a kind.

    While the kind cannot be loaded, a row has the cards that a row with its cells, or else with its id, had last.
    """

    def __init__(self) -> None:
        self._seen, self._places = "", dict[Place, list[str]]()
        self._known = dict[str, Sequence[str]]()
        self._whole: Sequence[str] = ()
        """The only card of all rows, if they are the cells of a map."""

    def learn(self, deck: Deck, data: bytes) -> None:
        """Read the cards in bytes of the kind's file, if these are others than the last."""
        if fingerprint(data) == self._seen:
            return
        self._seen, self._places = fingerprint(data), {}
        kind = deck.game.file.kinds[deck.kind]
        self._whole = () if kind.map is None else (kind.id,)
        try:
            for card in unsaved_components(deck.game, deck.workspace, deck.kind, deck.at.file, data):
                self._places.setdefault(card.place, []).append(card.id)
        except ProblemsFound:
            return

    def of_row(self, row: Mapping[str, Any], place: Place) -> Sequence[str]:
        """Return the ids of the cards of a row, as `shown_row` describes it."""
        if self._whole:
            return self._whole
        if not self._places:
            return self._known.get(row["mark"]) or self._known.get(row["id"], ())
        cards = self._places.get(place, [])
        self._known[row["mark"]] = cards
        if row["id"]:
            self._known[row["id"]] = cards
        return cards


_YES_NO: Final = (("yes", "no"), ("true", "false"), ("on", "off"), ("y", "n"), ("t", "f"), ("1", "0"))
_CASES: Final[tuple[Callable[[str], str], ...]] = (str, str.lower, str.capitalize, str.title, str.upper)

Forms = Mapping[Hashable, tuple[str, ...]]
"""How each value of a field may be written, by the value; the same number is the same way to write."""


def sheet_spelling(game: Game, kind: KindFile, table: Table) -> Callable[[str, str], str]:
    """Return a function of a column and a text that returns the text as the sheet writes it."""
    fields = {column: kind.fields[name] for name, column in field_columns(kind, table).items() if name in kind.fields}

    @cache
    def known(column: str) -> tuple[Forms, Counter[str]]:
        forms = _forms(game, fields[column]) if column in fields else {}
        return forms, Counter(row[column] for row in table.rows if row.get(column)) if forms else Counter()

    def spelled(column: str, text: str) -> str:
        forms, used = known(column)
        value = _value(forms, text)
        if value is None:
            return text
        same = [other for other, _ in used.most_common() if _value(forms, other) == value]
        return next(iter(same or _alike(forms, used, value)), text)

    return spelled


def _forms(game: Game, field: FieldFile) -> Forms:
    if isinstance(field.one_of, str):
        entries = {str(one): str(one.properties["name"]) for one in game.lists[field.one_of]}
        return {name: (name, *(case(entry) for case in _CASES)) for name, entry in entries.items()}
    if field.type == "boolean":
        ways = zip(*_YES_NO, strict=True)
        return {truth: tuple(case(word) for word in words for case in _CASES) for truth, words in enumerate(ways)}
    return {}


def _value(forms: Forms, text: str) -> Hashable | None:
    """Return the value that a text means; None when it means none."""
    same = normalized(text)
    exact = next((value for value, (first, *_) in forms.items() if first == text), None)
    matching = next((value for value, (_, *more) in forms.items() if same in map(normalized, more)), None)
    return matching if exact is None else exact


def _alike(forms: Forms, used: Counter[str], value: Hashable) -> Iterator[str]:
    """Yield a value as the sheet writes the others, if it writes all of them in one way."""
    others = [(other, forms[of]) for other in used if (of := _value(forms, other)) is not None]
    for way, text in enumerate(forms[value]):
        if others and all(more[way] == other for other, more in others):
            yield text
