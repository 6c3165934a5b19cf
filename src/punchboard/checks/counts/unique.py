"""COUNT006: two rows share a value that must be unique.

What: ``unique`` names a field, or several, and two rows of a selection have the same value there, ignoring case.
``each`` allows the same value once for each entry of a list.

Why: players take two cards with the same name for copies of each other, and a rule that names one means both.

Bad::

    expect:
      - {unique: name, of: person}     # Gabriel the angel, Gabriel the smith

Good::

    expect:
      - {unique: name, of: person}
      - {unique: number, of: person, each: colour}
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from punchboard.checks.counts.expectations import (
    check_expectations,
    key_text,
    row_groups,
    rows_by_key,
    rows_of,
    rows_text,
    rule_hint,
)
from punchboard.model.game.expectations import Expectation
from punchboard.model.game.game import Component, Game
from punchboard.problem import Place, Problem

ID: Final = "COUNT006"


def check(game: Game) -> Iterator[Problem]:
    """Yield a problem for each value that several rows share."""
    yield from check_expectations(game, "unique", expectation_problems)


def expectation_problems(game: Game, expectation: Expectation, _place: Place) -> Iterator[Problem]:
    """Yield a problem for each value that several rows of a group share, at the last of these rows."""
    for group in row_groups(game, rows_of(game, expectation), expectation.each):
        groups: dict[tuple[Any, ...], list[Component]] = {}
        for key, rows in rows_by_key(group.rows, expectation.unique).items():
            folded = tuple(value.casefold() if isinstance(value, str) else value for value in key)
            groups.setdefault(folded, []).extend(rows)
        for shared in groups.values():
            if len(shared) > 1:
                what = key_text(expectation.unique, [shared[0].values[field] for field in expectation.unique])
                message = f"{expectation.selection!r}{group.name}: {what} should occur once, found {rows_text(shared)}"
                yield Problem(ID, shared[-1].place, message, rule_hint(game, expectation))
