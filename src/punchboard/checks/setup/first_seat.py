"""SETUP010: no seat says that it begins, or several do.

What: steps name a seat such as `first player`, the game has turns, and no seat has the key `begins`. The seat of that
name has the first turn of each round then, and this is a warning. Two seats that both begin are an error.

Why: who begins decides who has the last turn, and so how many turns everybody has. A name may be written in any
language; `begins` cannot be misread.

Bad::

    seats:
      first player: {name: the first player}
    setup:
      - {name: first player}

Good::

    seats:
      first player: {name: the first player, begins: true}
    setup:
      - {name: first player}
"""

from collections.abc import Iterator
from typing import Final

from punchboard.checks.traversal import steps
from punchboard.model.game.game import Game
from punchboard.problem import Problem, Severity

ID: Final = "SETUP010"


def check(game: Game) -> Iterator[Problem]:
    """Yield a problem for the seat that begins by its name alone, or for the second that says so."""
    declared = [name for name, seat in game.file.seats.items() if seat.begins]
    if len(declared) > 1:
        message = f"{declared[0]!r} and {declared[1]!r} cannot both have the first turn"
        yield Problem(ID, game.place_of("seats", declared[1], "begins"), message, "keep 'begins: true' at one of them")
    first = game.file.first_seat
    is_named = any(step.traits.operand == "seat" and step.operand == first for step, _path in steps(game))
    if first is not None and not declared and is_named and game.file.turn:
        message = f"{first!r} has the first turn of each round, since it is named so"
        yield Problem(ID, game.place_of("seats", first), message, "write 'begins: true' there", Severity.WARNING)
