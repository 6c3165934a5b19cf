"""SETUP011: nobody is chosen for a seat.

What: a step is done by a named seat, or leaves it out, and no line of the game chooses a player for it; nor does the
seat begin.

Why: one and the same player would have it in the whole game. What is proved then is another game.

Bad::

    seats:
      winner: {name: the winner}
    round:
      - {winner takes: 1, from: tokens, to: won}

Good::

    round:
      - {name: winner}
      - {winner takes: 1, from: tokens, to: won}
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from punchboard.checks.traversal import steps
from punchboard.model.game.game import Game
from punchboard.problem import Problem

ID: Final = "SETUP011"


def check(game: Game) -> Iterator[Problem]:
    """Yield a problem for the first step of each seat that nobody is chosen for."""
    chosen = {step.operand for step, _path in steps(game) if step.traits.operand == "seat"}
    if not chosen <= game.file.seats.keys():
        return  # REF001 reports a name that may be misspelt
    chosen |= {name for name, seat in game.file.seats.items() if seat.begins}
    for step, path in steps(game):
        for name, key in ((step.who, step.verb), (step.excepting, "not")):
            if name in game.file.seats and name not in chosen:
                chosen.add(name)
                hint = f"write {{name: {name}}} before this line"
                yield Problem(ID, game.place_of(*path, key), f"nobody is chosen as {name!r}", hint)
