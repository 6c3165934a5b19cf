"""A shared table of a card game of the catalog, with its guests."""

from __future__ import annotations

from pathlib import Path

import pytest

from punchboard.load import load
from punchboard.model.print_options import PrintOptions
from punchboard.products import ComposedGame
from punchboard.server.shared_table.seats import open_table

ROOT = Path(__file__).parents[3]
CODE = "ABCD2345"


class Clock:
    """A clock that tests move by hand."""

    now = 0.0

    def __call__(self):
        """Return its seconds."""
        return self.now


@pytest.fixture
def clock():
    """The clock of a table, which stands still until a test moves it."""
    return Clock()


@pytest.fixture(scope="session")
def first():
    """The shared table of Atmosfear; page and program are made once."""
    return open_table(ComposedGame(load("atmosfear", ROOT), ("a4",), (), PrintOptions()), CODE)


@pytest.fixture
def opened(first, clock):
    """A function that opens the shared table of Atmosfear."""

    def opened():
        table = type(first.table)(
            first.table._program, first.table._parts, first.table._owner_sees, first.table._backs, CODE, clock=clock
        )
        return first._replace(table=table)

    return opened


@pytest.fixture
def room(opened):
    """A table that nobody has joined yet."""
    return opened().table


@pytest.fixture
def table(room):
    """A room with a game for three that is set up, and its guests by seat."""
    guests = [room.guests[room.join(CODE, name)] for name in ("Ann", "Bea", "Cleo", "Dov")]
    room.begin(guests[0], 3, "", "all")
    for seat in (1, 2):
        room.sit(guests[seat], seat)
    while (waiting := room.game.progress.waiting) is not None:
        asked = guests[waiting.here.seat or 0]
        options = list(waiting.options)
        value = options[: waiting.number] if waiting.kind == "pieces" else options[0]
        room.act(asked, {"do": "answer", "value": value}, room.revision)
    return room, guests


@pytest.fixture
def pile(table):
    """A function that returns the number of a pile by its name and seat."""
    room, _ = table
    return lambda name, seat=None: room.game.program.piles.index((name, seat))
