"""COUNT007: a component lacks what every component of its selection should have.

What: ``every`` names a selection and ``has`` an expression that must be true for each of its components. For one
component it is false.

Why: if a card states something twice, or one value follows from another, it is easy to change only one of the two.

Bad::

    expect:
      - {every: hero, has: rank == symbol.rank}     # the Crown has rank 11

Good::

    expect:
      - {every: hero, has: rank == symbol.rank}
      - {every: event, has: text or picture}
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from punchboard.checks.counts.expectations import (
    check_expectations,
    expression_names,
    rows_of,
    rows_text,
    rule_hint,
    seat_counts,
)
from punchboard.expression import expression
from punchboard.model.game.expectations import Expectation
from punchboard.model.game.game import Component, Game
from punchboard.problem import Place, Problem

ID: Final = "COUNT007"

_SINGLE: Final = 3
"""At most this many rows have a problem each; what more rows lack has one cause."""


def check(game: Game) -> Iterator[Problem]:
    """Yield a problem for each row for which the expression is false."""
    yield from check_expectations(game, "every", expectation_problems)


def expectation_problems(game: Game, expectation: Expectation, _place: Place) -> Iterator[Problem]:
    """Yield one problem for each row of a table, even if it becomes several components (``for each``)."""
    holds = expression(expectation.has)
    wrong: dict[Place, list[Component]] = {}
    for players in seat_counts(game, expectation):
        names = expression_names(game, players)
        for row in rows_of(game, expectation, players):
            if not holds({**names, **row.values}) and row not in wrong.get(row.place, ()):
                wrong.setdefault(row.place, []).append(row)
    if len(wrong) > _SINGLE:
        wrong = {next(iter(wrong)): [row for rows in wrong.values() for row in rows]}
    for place, rows in wrong.items():
        message = f"every {expectation.selection!r} should have {expectation.has!r}; these do not: {rows_text(rows)}"
        yield Problem(ID, place, message, rule_hint(game, expectation))
