"""COUNT003: a sequence of numbers has a gap.

What: ``no gaps`` names a field. Each whole number ``from`` one ``to`` another must be on some component, and no
component may have a number outside this range. Without ``from`` or ``to``, the range begins at the smallest number
found or ends at the largest. Numbers may repeat; use ``exactly one of each`` to forbid that. ``each`` checks every
entry of a list separately.

Why: if the 8 is missing, a player who must play the next higher card is stuck.

Bad::

    expect:
      - {no gaps: rank, of: tile, from: 1, to: 12}     # 1 to 7, then 9 to 12

Good: there is at least one 8::

    expect:
      - {no gaps: rank, of: tile, from: 1, to: 12, each: realm}
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from punchboard.checks.counts.expectations import (
    MAX_ROWS_LISTED,
    RowGroup,
    check_expectations,
    row_groups,
    rows_by_key,
    rows_of,
    rows_text,
    rule_hint,
)
from punchboard.model.game.expectations import Expectation
from punchboard.model.game.game import Component, Game
from punchboard.problem import Place, Problem

ID: Final = "COUNT003"


def check(game: Game) -> Iterator[Problem]:
    """Yield a problem for each row group with a gap."""
    yield from check_expectations(game, "no gaps", expectation_problems)


def expectation_problems(game: Game, expectation: Expectation, place: Place) -> Iterator[Problem]:
    """Yield a problem for each row group with a gap, at the first row outside the range or else at the expectation."""
    for group in row_groups(game, rows_of(game, expectation), expectation.each):
        by_value = {key[0]: rows for key, rows in rows_by_key(group.rows, (expectation.no_gaps or "",)).items()}
        not_whole = [row for value, rows in by_value.items() if type(value) is not int for row in rows]
        if not_whole:
            message = f"{expectation.no_gaps!r} is not a whole number in {rows_text(not_whole)}"
            yield Problem(ID, not_whole[0].place, message, "'no gaps' needs whole numbers")
        else:
            yield from _gaps(game, expectation, place, group, by_value)


def _gaps(
    game: Game, expectation: Expectation, place: Place, group: RowGroup, rows_by_value: dict[int, tuple[Component, ...]]
) -> Iterator[Problem]:
    low = expectation.first if expectation.first is not None else min(rows_by_value, default=0)
    high = expectation.last if expectation.last is not None else max(rows_by_value, default=low - 1)
    missing = [str(number) for number in range(low, high + 1) if number not in rows_by_value]
    outside = [row for value, rows in rows_by_value.items() if not low <= value <= high for row in rows]
    if not missing and not outside:
        return
    more = f" and {len(missing) - MAX_ROWS_LISTED} more" if len(missing) > MAX_ROWS_LISTED else ""
    parts = [f"none of {', '.join(missing[:MAX_ROWS_LISTED])}{more}"] if missing else []
    parts += [f"{rows_text(outside)} out of range"] if outside else []
    what = f"{expectation.selection!r}{group.name}: expected {expectation.no_gaps} from {low} to {high} without gaps"
    message = f"{what}, found {' and '.join(parts)}"
    yield Problem(ID, outside[0].place if outside else place, message, rule_hint(game, expectation))
