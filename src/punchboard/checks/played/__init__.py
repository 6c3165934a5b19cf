"""Rules on a game that was played through: each asks the proof what walking set-up and turns has found."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Protocol

from punchboard.checks.played import ends, equal_turns, setup_steps, turns, unproved
from punchboard.engine.proof import Proof
from punchboard.problem import Problem


class Rule(Protocol):
    """A module that looks at a proof and yields what is wrong with the game."""

    @property
    def ID(self) -> str:
        """The code that its problems carry."""

    def check(self, proof: Proof) -> Iterator[Problem]:
        """Yield a problem for each fault."""


RULES: Final[tuple[Rule, ...]] = (setup_steps, unproved, turns, ends, equal_turns)
"""All rules on proofs, in the order in which their problems are shown."""


def check_plays(proof: Proof) -> Iterator[Problem]:
    """Yield what all rules find in a game whose expressions can be read."""
    for rule in RULES:
        yield from rule.check(proof)
