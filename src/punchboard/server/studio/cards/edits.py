"""Requests of the page's table as new bytes of the file of a kind's rows."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from punchboard.edit.tables.changes import Cell, NewRow
from punchboard.edit.tables.table_file import TableFile, with_cells, with_row, without_rows
from punchboard.load.unsaved import unsaved_components
from punchboard.model.game.game import Game
from punchboard.problem import ProblemsFound
from punchboard.server.studio.boxes import gone
from punchboard.server.studio.cards import requests
from punchboard.server.studio.cards.new_rows import first_values, own_values
from punchboard.server.studio.cards.rows import kind_rows, table_file


class Deck(NamedTuple):
    """The rows of one kind of a game: where they are, and a check of new bytes of their file."""

    game: Game
    workspace: Path
    kind: str

    @property
    def at(self) -> TableFile:
        """Where the rows are."""
        return table_file(self.game, self.kind)

    def check(self, data: bytes) -> bytes:
        """Return the bytes if the model accepts the kind's rows in them.

        Raises:
            ProblemsFound: every value that it refuses.
        """
        unsaved_components(self.game, self.workspace, self.kind, self.at.file, data)
        return data


def changed(deck: Deck, data: bytes, request: requests.CardsRequest) -> bytes:
    """Return the file's bytes after a request.

    Raises:
        ProblemsFound: EDIT001 for rows that are not there, EDIT002 for what cannot be changed here, and what the model
            says about values that it refuses.
    """
    table = deck.at.table(data)
    change = request.change
    rows = {cell.row for cell in change.cells} if isinstance(change, requests.SetCells) else _rows(change)
    if not rows <= set(kind_rows(deck.game.file.kinds[deck.kind], table)):
        raise gone(f"{deck.at.file} has no such row now", deck.at.file)
    return _CHANGES[type(change)](deck, data, change)


def _rows(change: requests.AddRow | requests.CopyRows | requests.DeleteRows) -> set[int]:
    if isinstance(change, requests.AddRow):
        return set() if change.after is None else {change.after}
    return set(change.rows)


def _set(deck: Deck, data: bytes, change: requests.SetCells) -> bytes:
    return deck.check(with_cells(deck.at, data, [Cell(cell.row, cell.column, cell.value) for cell in change.cells]))


def _added(deck: Deck, data: bytes, change: requests.AddRow) -> bytes:
    after = -1 if change.after is None else change.after
    table = deck.at.table(data)
    values = first_values(deck.game, deck.game.file.kinds[deck.kind], table, max(after, 0))
    return _with_own_id(deck, data, NewRow(after, values), values)


def _copied(deck: Deck, data: bytes, change: requests.CopyRows) -> bytes:
    for row in sorted(set(change.rows), reverse=True):
        values = deck.at.table(data).rows[row]
        data = _with_own_id(deck, data, NewRow(row, {}, like_before=True), values)
    return data


def _with_own_id(deck: Deck, data: bytes, new: NewRow, row: Mapping[str, str]) -> bytes:
    """Return the bytes with a row added; its values change until no other card has its id."""
    first: ProblemsFound | None = None
    for values in own_values(deck.game.file.kinds[deck.kind], deck.at.table(data), row):
        changed_data, _ = with_row(deck.at, data, new._replace(values={**new.values, **values}))
        try:
            return deck.check(changed_data)
        except ProblemsFound as found:
            first = first or found
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
