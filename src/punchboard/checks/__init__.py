"""Checks on a game's data: each rule is a module with an ``ID``, a ``check`` and its manual page as docstring.

`RULES` lists the rules of `data`, `setup` and `counts`. The other subpackages have their own `RULES`: `faces` checks
what will be printed, `played` checks the result of playing the game, `prose` checks texts, `decks` checks players' own
decks, `accessible` checks what is hard to see, to read or to grasp. The rules of `composed` need different things of a
game, so `punchboard.pipeline.build` calls each of them.

The code of a new rule has the letters of the family that a designer would look under (``manual/families.yaml``) and
the number after the highest in `docs/checks.md`, even where a lower one is free.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Protocol, TypeVar

from punchboard.checks.counts import copies, counts, every, gaps, one_of_each, totals, unique
from punchboard.checks.data import expressions, references, rule_ids, tuck_box_names, tuck_boxes, value_sources
from punchboard.checks.setup import (
    asked_again,
    discard_pile,
    first_seat,
    kept_rolls,
    names_twice,
    negative_amounts,
    printed_conditions,
    seat_tables,
    shared_contents,
    steps,
    unnamed_seats,
    whose_piles,
)
from punchboard.model.game.game import Game
from punchboard.problem import Problem

Checked = TypeVar("Checked", contravariant=True)  # noqa: PLC0105 - what is checked: a game, a proof, a deck, a text


class Rule(Protocol[Checked]):
    """A module that checks something."""

    @property
    def ID(self) -> str:  # noqa: N802 - a module's constant
        """The code of its problems."""

    def check(self, checked: Checked, /) -> Iterator[Problem]:
        """Yield each problem that the rule finds."""


RULES: Final[tuple[Rule[Game], ...]] = (
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
    whose_piles,
    asked_again,
    negative_amounts,
    discard_pile,
    first_seat,
    unnamed_seats,
    shared_contents,
    kept_rolls,
    names_twice,
    printed_conditions,
    rule_ids,
    tuck_boxes,
    tuck_box_names,
)
"""All rules on a game's data, in the order in which their problems are reported."""


def check_game(game: Game) -> tuple[Problem, ...]:
    """Return the problems found while loading the game, followed by those of every rule in `RULES`."""
    return (*game.load_warnings, *(problem for rule in RULES for problem in rule.check(game)))
