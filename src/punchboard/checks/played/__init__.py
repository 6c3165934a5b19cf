"""Checks on the result of playing a game: each rule reads the proof, which walks through set-up and turns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from punchboard.checks.played import ends, equal_turns, setup_steps, turns, unanswered_odds, unplayed, unproved
from punchboard.engine.proof import Proof
from punchboard.problem import Problem

if TYPE_CHECKING:
    from punchboard.checks import Rule


RULES: Final[tuple[Rule[Proof], ...]] = (setup_steps, unproved, unplayed, turns, ends, equal_turns, unanswered_odds)
"""All rules on proofs, in the order in which their problems are reported."""


def check_plays(proof: Proof) -> Iterator[Problem]:
    """Yield the problems that all rules find in a game. Its expressions must be valid."""
    for rule in RULES:
        yield from rule.check(proof)
