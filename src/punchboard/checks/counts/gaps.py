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

from punchboard.checks.counts.expectations import FEW, Part, advice, by_key, judged, parts, rows_of, stand
from punchboard.model.game.expectations import Expectation
from punchboard.model.game.game import Component, Game
from punchboard.problem import Place, Problem

ID: Final = "COUNT003"


def check(game: Game) -> Iterator[Problem]:
    """Yield a problem for each part whose numbers have a gap."""
    yield from judged(game, "no gaps", judge)


def judge(game: Game, expectation: Expectation, place: Place) -> Iterator[Problem]:
    """Yield a problem for each part; it stands at a row that is outside, else at the expectation."""
    for part in parts(game, rows_of(game, expectation), expectation.each):
        found = {key[0]: rows for key, rows in by_key(part.rows, (expectation.no_gaps or "",)).items()}
        strange = [row for value, rows in found.items() if not _is_whole(value) for row in rows]
        if strange:
            message = f"{expectation.no_gaps!r} is no whole number in {stand(strange)}"
            yield Problem(ID, strange[0].place, message, "only whole numbers make a row without gaps")
        else:
            yield from _gaps(game, expectation, place, part, found)


def _gaps(
    game: Game, expectation: Expectation, place: Place, part: Part, found: dict[int, tuple[Component, ...]]
) -> Iterator[Problem]:
    low = expectation.first if expectation.first is not None else min(found, default=0)
    high = expectation.last if expectation.last is not None else max(found, default=low - 1)
    lost = [str(number) for number in range(low, high + 1) if number not in found]
    outside = [row for value, rows in found.items() if not low <= value <= high for row in rows]
    if not lost and not outside:
        return
    more = f" and {len(lost) - FEW} more" if len(lost) > FEW else ""
    told = [f"none of {', '.join(lost[:FEW])}{more}"] if lost else []
    told += [f"outside of it {stand(outside)}"] if outside else []
    what = f"{expectation.selection!r}{part.name}: expected {expectation.no_gaps} from {low} to {high} without gaps"
    message = f"{what}, found {' and '.join(told)}"
    yield Problem(ID, outside[0].place if outside else place, message, advice(game, expectation))


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
