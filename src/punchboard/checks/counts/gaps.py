"""COUNT003: a row of numbers has a gap.

What: ``no gaps`` names a field, and of the whole numbers ``from`` one ``to`` another some is on no component, or a
component has a number outside of them. Without ``from`` or ``to`` the row begins with the least number that is there,
or ends with the greatest. Numbers may be there more than once; ``exactly one of each`` forbids that. ``each`` asks it
of each entry of a list for itself.

Why: a missing 8 stops whoever has to lay the next higher card.

Bad::

    expect:
      - {no gaps: rank, of: tile, from: 1, to: 12}     # 1 to 7, then 9 to 12

Good: there is an 8, once or more often::

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
    """Yield a problem for each part whose numbers have a gap."""
    yield from check_expectations(game, "no gaps", judge)


def judge(game: Game, expectation: Expectation, place: Place) -> Iterator[Problem]:
    """Yield a problem for each part; it stands at a row that is outside, else at the expectation."""
    for part in row_groups(game, rows_of(game, expectation), expectation.each):
        found = {key[0]: rows for key, rows in rows_by_key(part.rows, (expectation.no_gaps or "",)).items()}
        strange = [row for value, rows in found.items() if not _is_whole(value) for row in rows]
        if strange:
            message = f"{expectation.no_gaps!r} is no whole number in {rows_text(strange)}"
            yield Problem(ID, strange[0].place, message, "only whole numbers make a row without gaps")
        else:
            yield from _gaps(game, expectation, place, part, found)


def _gaps(
    game: Game, expectation: Expectation, place: Place, part: RowGroup, found: dict[int, tuple[Component, ...]]
) -> Iterator[Problem]:
    low = expectation.first if expectation.first is not None else min(found, default=0)
    high = expectation.last if expectation.last is not None else max(found, default=low - 1)
    lost = [str(number) for number in range(low, high + 1) if number not in found]
    outside = [row for value, rows in found.items() if not low <= value <= high for row in rows]
    if not lost and not outside:
        return
    more = f" and {len(lost) - MAX_ROWS_LISTED} more" if len(lost) > MAX_ROWS_LISTED else ""
    told = [f"none of {', '.join(lost[:MAX_ROWS_LISTED])}{more}"] if lost else []
    told += [f"outside of it {rows_text(outside)}"] if outside else []
    what = f"{expectation.selection!r}{part.name}: expected {expectation.no_gaps} from {low} to {high} without gaps"
    message = f"{what}, found {' and '.join(told)}"
    yield Problem(ID, outside[0].place if outside else place, message, rule_hint(game, expectation))


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
