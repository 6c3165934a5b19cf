"""SETUP008: a step discards, and no pile says that it is the discard pile.

What: a step discards components without saying where to, or throws away what it may not keep, and no pile has the key
`discards`; or two piles have it. If one pile alone is named a discard pile, it is taken, and this is a warning.

Why: a discard pile may have any name, and there may be several. Cards that go to a pile that nobody meant are counted
there by every check.

Bad::

    piles:
      ablage: {name: the pile for old cards}
    turn:
      - {discard: 1, from: hand}

Good::

    piles:
      ablage: {name: the pile for old cards, discards: true}
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from punchboard.checks.traversal import declared_piles, steps
from punchboard.model.game.game import Game
from punchboard.model.game.setup import Step
from punchboard.problem import Problem, Severity

ID: Final = "SETUP008"


def check(game: Game) -> Iterator[Problem]:
    """Yield a problem for the first step that needs a discard pile which no pile says to be."""
    piles = declared_piles(game)
    declared = [path for pile, path in piles.values() if pile.discards]
    for path in declared[1:]:
        if (path[0] == "each player has") == (declared[0][0] == "each player has"):
            message = f"{declared[0][1]!r} and {path[1]!r} cannot both be the discard pile"
            hint = "keep 'discards: true' at one of them, and write 'to' in the steps that discard to the other"
            yield Problem(ID, game.place_of(*path, "discards"), message, hint)
    if declared:
        return
    for step, path in steps(game):
        if not needs_discard_pile(step):
            continue
        if game.file.discard_piles:
            (taken,) = game.file.discard_piles
            message = f"what is discarded goes to {taken!r}, since it is named so"
            hint = "write 'discards: true' there"
            yield Problem(ID, game.place_of(*piles[taken][1]), message, hint, Severity.WARNING)
        else:
            hint = f"write 'discards: true' at one of: {', '.join(piles)}; or add 'to' to the step"
            yield Problem(ID, game.place_of(*path, step.verb), "no pile is the discard pile", hint)
        return


def needs_discard_pile(step: Step) -> bool:
    """Tell whether a step discards something without saying where to."""
    discards = step.traits.default_target == "discards" and step.target is None
    return discards or step.otherwise == "discard"
