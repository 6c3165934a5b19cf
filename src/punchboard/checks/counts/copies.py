"""COUNT004: a component has more copies than the rules allow.

What: ``no more copies than`` sets the maximum number of copies of a component, and a component has more. With
``each: name``, the copies of all rows with the same name are added up.

Why: if the rules say "up to three", nobody may play a deck with a fourth copy.

Bad::

    expect:
      - {no more copies than: 3, of: action}     # a row says 4

Good::

    expect:
      - {no more copies than: 3, of: action, each: name}
      - {no more copies than: 1, of: legend}
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from punchboard.checks.counts.expectations import (
    RowGroup,
    check_expectations,
    row_groups,
    rows_of,
    rows_text,
    rule_hint,
    total_copies,
)
from punchboard.model.game.expectations import Expectation
from punchboard.model.game.game import Game
from punchboard.problem import Place, Problem

ID: Final = "COUNT004"


def check(game: Game) -> Iterator[Problem]:
    """Yield a problem for each component with too many copies."""
    yield from check_expectations(game, "no more copies than", expectation_problems)


def expectation_problems(game: Game, expectation: Expectation, _place: Place) -> Iterator[Problem]:
    """Yield a problem for each component or entry with too many copies, at the row that exceeds the limit."""
    most = expectation.most_copies or 0
    rows = rows_of(game, expectation)
    single_rows = (RowGroup("", (row,)) for row in rows if row.copies > most)
    for part in row_groups(game, rows, expectation.each) if expectation.each else single_rows:
        if total_copies(part.rows) > most:
            what = f"{expectation.selection!r}{part.name}"
            message = (
                f"{what}: expected no more copies than {most}, found {total_copies(part.rows)} ({rows_text(part.rows)})"
            )
            row = max(part.rows, key=lambda row: (row.copies > most, row.place))
            yield Problem(ID, row.place, message, rule_hint(game, expectation))
