"""SETUP004: a table by number of players has no entry for one of them.

What: a step, or a pile that exists several times, gives its number as a table by number of players, and the table lacks
a number of players that the game allows.

Why: with that many players nobody knows how many to take.

Bad::

    players: 2-5
    setup:
      - {deal: {2: 4, 3: 3, 4: 2}, from: player deck, to: hand}

Good::

    players: 2-5
    setup:
      - {deal: {2: 4, 3: 3, 4: 2, 5: 2}, from: player deck, to: hand}
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from punchboard.checks.traversal import amounts
from punchboard.model.game.game import Game
from punchboard.model.source import Path
from punchboard.problem import Problem

ID: Final = "SETUP004"


def check(game: Game) -> Iterator[Problem]:
    """Yield a problem for each table that lacks a number of players."""
    for table, path in _tables(game):
        missing = [str(seats) for seats in game.file.players.seat_counts if seats not in table]
        if missing:
            message = f"no number for {' and '.join(missing)} players; there are numbers for {_listed(table)}"
            yield Problem(ID, game.place_of(*path), message, "add them, or change the number of players")


def _tables(game: Game) -> Iterator[tuple[dict[int, int], Path]]:
    return ((amount, path) for amount, path in amounts(game) if isinstance(amount, dict))


def _listed(table: dict[int, int]) -> str:
    return ", ".join(map(str, sorted(table)))
