"""COUNT004: there are more copies of a card than the rules allow.

What: ``no more copies than`` gives the most that a component may have, and one has more. With ``each: name`` the copies
of all rows with one name are counted together.

Why: the fourth copy of a card that stands in the rules as "up to three" makes a deck that nobody may play.

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
    """Yield a problem for each component that has too many copies."""
    yield from check_expectations(game, "no more copies than", judge)


def judge(game: Game, expectation: Expectation, _place: Place) -> Iterator[Problem]:
    """Yield a problem for each component, or each entry; it stands at the row that makes it too many."""
    most = expectation.most_copies or 0
    rows = rows_of(game, expectation)
    alone = (RowGroup("", (row,)) for row in rows if row.copies > most)
    for part in row_groups(game, rows, expectation.each) if expectation.each else alone:
        if total_copies(part.rows) > most:
            what = f"{expectation.selection!r}{part.name}"
            message = (
                f"{what}: expected no more copies than {most}, found {total_copies(part.rows)} ({rows_text(part.rows)})"
            )
            row = max(part.rows, key=lambda one: (one.copies > most, one.place))
            yield Problem(ID, row.place, message, rule_hint(game, expectation))
