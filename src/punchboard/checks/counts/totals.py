"""COUNT005: a total of components' values is not what the rules say.

What: ``total`` names a field or gives an expression over a component. Its values are added up, once for each copy, in
total or for ``each`` entry of lists. ``is`` is written as for ``count``.

Why: two sides that should be equally strong are not, or the coins in the box are not enough to pay what the rules say.

Bad::

    expect:
      - {total: strength, of: hero, each: side, is: 40-60}     # light has 64

Good::

    expect:
      - {total: strength, of: hero, each: side, is: 40-60}
      - {total: attack + defence, of: hero, each: id, is: 10}
      - {total: value, of: coin, is: at least 20 * players}
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from punchboard.checks.counts.counts import Mismatch, find_mismatch
from punchboard.checks.counts.expectations import (
    RowGroup,
    check_expectations,
    field_names,
    row_groups,
    rows_of,
    rows_text,
    rule_hint,
    seat_counts,
)
from punchboard.expression import expression
from punchboard.model.game.expectations import Expectation
from punchboard.model.game.game import Component, Game
from punchboard.problem import Place, Problem
from punchboard.units import exact_sum

ID: Final = "COUNT005"


def check(game: Game) -> Iterator[Problem]:
    """Yield a problem for each wrong total."""
    yield from check_expectations(game, "total", expectation_problems)


def expectation_problems(game: Game, expectation: Expectation, place: Place) -> Iterator[Problem]:
    """Yield a problem for each row group with a wrong total."""
    value = value_function(game, expectation.total or "")
    mismatches: dict[str, list[tuple[Mismatch, RowGroup]]] = {}
    for players in seat_counts(game, expectation):
        rows = tuple(row for row in rows_of(game, expectation, players) if value(row) is not None)
        invalid = next((row for row in rows if type(value(row)) not in {int, float}), None)
        if invalid is not None:
            message = f"{expectation.total!r} of {invalid.id!r} is {value(invalid)!r}, which is not a number"
            yield Problem(ID, invalid.place, message, "'total' needs numbers")
            return
        for group in row_groups(game, rows, expectation.each):
            mismatch = find_mismatch(
                game, expectation, players, exact_sum(value(row) * row.copies for row in group.rows)
            )
            if mismatch is not None:
                mismatches.setdefault(group.name, []).append((mismatch, group))
    for name, group_mismatches in mismatches.items():
        rows = group_mismatches[-1][1].rows
        parts = f" ({rows_text(rows, {row.id: value(row) * row.copies for row in rows})})" if rows else ""
        text = "; ".join(str(mismatch) for mismatch, _group in group_mismatches)
        message = f"total {expectation.total!r} of {expectation.selection!r}{name}: {text}{parts}"
        yield Problem(ID, place, message, rule_hint(game, expectation, "the number"))


def value_function(game: Game, text: str) -> Callable[[Component], Any]:
    """Return a function from a component to the value that it adds, which is None if it lacks the field.

    Raises:
        ExpressionError: now or when called, if ``text`` is neither a field nor an expression that can be evaluated.
    """
    if text in field_names(game):
        return lambda row: row.values.get(text)
    evaluate = expression(text)
    return lambda row: evaluate(row.values)
