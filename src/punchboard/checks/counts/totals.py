"""COUNT005: the values of components come to another total than the rules say.

What: ``total`` names a field, or gives an expression over a component; its values are added up, each as often as there
are copies, in all or for ``each`` entry of lists. ``is`` is written as for ``count``.

Why: sides that should be equally strong are not, or the coins of a box do not pay what the rules pay out.

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

ID: Final = "COUNT005"


def check(game: Game) -> Iterator[Problem]:
    """Yield a problem for each total that is not met."""
    yield from check_expectations(game, "total", judge)


def judge(game: Game, expectation: Expectation, place: Place) -> Iterator[Problem]:
    """Yield a problem for each part whose total is another."""
    value = value_function(game, expectation.total or "")
    missed: dict[str, list[tuple[Mismatch, RowGroup]]] = {}
    for players in seat_counts(game, expectation):
        rows = tuple(row for row in rows_of(game, expectation, players) if value(row) is not None)
        strange = next((row for row in rows if not _is_number(value(row))), None)
        if strange is not None:
            message = f"{expectation.total!r} of {strange.id!r} is {value(strange)!r}, which is no number"
            yield Problem(ID, strange.place, message, "a total is made of numbers")
            return
        for part in row_groups(game, rows, expectation.each):
            miss = find_mismatch(game, expectation, players, sum(value(row) * row.copies for row in part.rows))
            if miss is not None:
                missed.setdefault(part.name, []).append((miss, part))
    for name, misses in missed.items():
        rows = misses[-1][1].rows
        made = f" ({rows_text(rows, {row.id: value(row) * row.copies for row in rows})})" if rows else ""
        told = "; ".join(str(miss) for miss, _part in misses)
        message = f"total {expectation.total!r} of {expectation.selection!r}{name}: {told}{made}"
        yield Problem(ID, place, message, rule_hint(game, expectation, "the number"))


def value_function(game: Game, text: str) -> Callable[[Component], Any]:
    """Return the function from a component to what it adds; None for those that lack the field.

    Raises:
        ExpressionError: now or when called, when the text is neither a field nor an expression that can be worked out.
    """
    if text in field_names(game):
        return lambda row: row.values.get(text)
    evaluate = expression(text)
    return lambda row: evaluate(row.values)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
