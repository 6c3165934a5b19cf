"""SETUP002: a step of the set-up cannot always be carried out.

What: with some number of players, and with the worst dice, draws and choices that the rules allow, a pile does not hold
what a step needs. A game for any number of players, ``2+``, is tried up to the first number that fails.

Why: otherwise six people who want to play find out at the table.

Bad::

    players: 3-6
    setup:
      - {shuffle: pack}                                   # 55 cards
      - {deal: 10, from: pack, to: hand}                  # six players need 60

Good: fewer players, fewer cards each, or a rule for the shortage::

    setup:
      - {shuffle: pack}
      - {deal: {3: 10, 4: 10, 5: 10, 6: 9}, from: pack, to: hand}
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from punchboard.checks.played.wording import failure_problems, failures
from punchboard.engine.proof import PlayConfiguration, Proof
from punchboard.problem import Problem

ID: Final = "SETUP002"
HINT: Final = "take fewer, change the number of players, or add 'if short' with what happens then"


def check(proof: Proof) -> Iterator[Problem]:
    """Yield a problem for each step that can fail, listing the ways to play in which it does."""
    by_path = failures((PlayConfiguration(walk.players, walk.variant), walk.results) for walk in proof.setup_walks)
    first = proof.seat_count_proof
    if first is not None and first.result is not None and first.failure is not None:
        by_path.setdefault(first.result.path, [(PlayConfiguration(first.seat_count), first.failure)])
    yield from failure_problems(proof.game, ID, by_path, HINT)
