"""Rules on a game: each is a module whose docstring is its manual page, with an ``ID`` and a ``check``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Protocol

from punchboard.checks.counts import copies, counts, every, gaps, one_of_each, totals, unique
from punchboard.checks.data import expressions, references, rule_ids, tuck_boxes, value_sources
from punchboard.checks.setup import seat_tables, steps
from punchboard.model.game.game import Game
from punchboard.problem import Problem


class Rule(Protocol):
    """A module that looks at a game and yields what is wrong with it."""

    @property
    def ID(self) -> str:
        """The code that its problems carry."""

    def check(self, game: Game) -> Iterator[Problem]:
        """Yield a problem for each fault."""


RULES: Final[tuple[Rule, ...]] = (
    references,
    expressions,
    value_sources,
    counts,
    one_of_each,
    gaps,
    copies,
    totals,
    unique,
    every,
    steps,
    seat_tables,
    rule_ids,
    tuck_boxes,
)
"""All rules, in the order in which their problems are shown."""


def check_game(game: Game) -> tuple[Problem, ...]:
    """Return what loading had to warn of, and what all rules find in a game."""
    return (*game.load_warnings, *(problem for rule in RULES for problem in rule.check(game)))
