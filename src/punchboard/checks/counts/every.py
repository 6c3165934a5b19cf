"""COUNT007: a component is not what every one of its sort is.

What: ``every`` names a selection, ``has`` an expression that must hold for each of its components, and for one it does
not.

Why: what is printed twice, or follows from something else on the card, goes wrong when only one of the two is changed.

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


def check(game: Game) -> Iterator[Problem]:
    """Yield a problem for each row that is not what it should be."""
    yield from check_expectations(game, "every", judge)


def judge(game: Game, expectation: Expectation, _place: Place) -> Iterator[Problem]:
    """Yield a problem for each row; what a row becomes for several entries of a list is told together."""
    holds = expression(expectation.has)
    wrong: dict[Place, list[Component]] = {}
    for players in seat_counts(game, expectation):
        also = expression_names(game, players)
        for row in rows_of(game, expectation, players):
            if not holds({**also, **row.values}) and row not in wrong.get(row.place, ()):
                wrong.setdefault(row.place, []).append(row)
    for place, rows in wrong.items():
        message = f"every {expectation.selection!r} should have {expectation.has!r}, not so {rows_text(rows)}"
        yield Problem(ID, place, message, rule_hint(game, expectation))
