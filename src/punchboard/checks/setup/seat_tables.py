"""SETUP004: a table by number of players, or a variant, does not fit the numbers of players of the game.

What: a step, or a pile that exists several times, gives its number as a table by number of players, and the table lacks
a number of players that the game allows. Or, a warning: the table has an entry for a number that the game does not
allow, or no number that a variant is for is allowed.

Why: with that many players nobody knows how many to take; and what is written for nobody was meant for somebody.

Bad::

    players: 2-5
    setup:
      - {deal: {2: 4, 3: 3, 4: 2}, from: player deck, to: hand}

Good::

    players: 2-5
    setup:
      - {deal: {2: 4, 3: 3, 4-5: 2}, from: player deck, to: hand}
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from punchboard.checks.traversal import amounts
from punchboard.engine.proof import variant_seat_counts
from punchboard.model.game.amounts import MOST_PLAYERS
from punchboard.model.game.game import Game
from punchboard.problem import Problem, Severity

ID: Final = "SETUP004"
_WARNING: Final = Severity.WARNING


def check(game: Game) -> Iterator[Problem]:
    """Yield a problem for each table that lacks a number of players, and a warning for what nobody plays with."""
    players = game.file.players
    low, high = players.bounds
    for table, path in ((amount, path) for amount, path in amounts(game) if isinstance(amount, dict)):
        missing = [str(seats) for seats in players.seat_counts if seats not in table]
        if missing:
            listed = ", ".join(map(str, sorted(table)))
            message = f"no number for {' and '.join(missing)} players; there are numbers for {listed}"
            yield Problem(ID, game.place_of(*path), message, "add them, or change the number of players")
        elif extra := [seats for seats in _written(table) if seats < low or seats > (high or seats)]:
            message = f"a number for {' and '.join(map(str, extra))} players, and the game is for {players.range}"
            yield Problem(ID, game.place_of(*path), message, "leave it out, or change the number of players", _WARNING)
    for number, variant in enumerate(game.file.variants):
        if high is not None and not variant_seat_counts(game, variant):
            message = f"{variant.name!r} is for {variant.players} players, and the game is for {players.range}"
            yield Problem(ID, game.place_of("variants", number, "players"), message, severity=_WARNING)


def _written(table: dict[int, int]) -> list[int]:
    """Return the numbers of players of a table without those that only an open range, such as ``4+``, stands for."""
    numbers = sorted(table)
    while numbers and numbers[-1] == MOST_PLAYERS - (len(table) - len(numbers)):
        numbers.pop()
    return numbers
