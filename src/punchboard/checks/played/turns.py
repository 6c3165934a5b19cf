"""TURN001: a player may be unable to carry out a step of a turn.

What: at some point between set-up and end, a pile does not hold what a compulsory step of ``turn`` or ``round`` needs.

Why: a rule that cannot be followed stops the game, usually in its last minutes, when it matters most.

Bad::

    turn:
      - {place: 2, from: hand, on: table}          # near the end, a hand may hold one
      - {draw: until 3, from: tile deck, to: hand, if short: stop}

Good: the rules say what happens then::

    turn:
      - {place: 2, from: hand, on: table, if short: stop}
      - {draw: until 3, from: tile deck, to: hand, if short: stop}
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from punchboard.checks.played.wording import failure_problems, failures
from punchboard.engine.proof import PlayConfiguration, Proof
from punchboard.problem import Problem

ID: Final = "TURN001"
HINT: Final = "add 'if short' with what happens then: stop, end, or a pile that is shuffled in"


def check(proof: Proof) -> Iterator[Problem]:
    """Yield a problem for each step that some player cannot carry out, listing the ways to play."""
    by_path = failures((PlayConfiguration(played.players, played.variant), played.results) for played in proof.turns)
    yield from failure_problems(proof.game, ID, by_path, HINT)
