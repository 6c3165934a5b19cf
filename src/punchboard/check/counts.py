"""COUNT001: the catalog does not hold what the rules say.

What: an expectation counts the copies of a selection, in all or for each entry of a list, and finds another number.

Why: a card too few is found at the table, by players, after printing.

Bad::

    expect:
      - {count: all, is: 79}        # 78 rows

Good: the missing row is added to its table, or the number is put right::

    expect:
      - {count: all, is: 79}
      - {count: "kind == 'character'", each: realm, is: 6}
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from punchboard.expression import ExpressionError
from punchboard.model.game import Component, Game
from punchboard.model.gamefile import Expectation, bounds
from punchboard.model.select import selected
from punchboard.problem import Problem

ID: Final = "COUNT001"

FEW: Final = 6
"""So many rows, or kinds of rows, are listed in a message."""


def check(game: Game) -> Iterator[Problem]:
    """Yield a problem for each expectation that is not met."""
    for number, expectation in enumerate(game.file.expect):
        try:
            found = selected(game, expectation.count)
        except ExpressionError:
            continue  # EXPR001 tells of it
        for part, rows in _parts(game, expectation, found):
            if not _is_met(expectation, _copies(rows)):
                yield _problem(game, expectation, part, rows)._replace(place=game.place_of("expect", number))


def _parts(
    game: Game, expectation: Expectation, found: tuple[Component, ...]
) -> Iterator[tuple[str, tuple[Component, ...]]]:
    """Yield what is counted together, and how a message calls it."""
    field = expectation.each
    if field is None:
        yield "", found
        return
    for entry in _entries(game, field):
        yield f" of {field} {entry!r}", tuple(row for row in found if row.values.get(field) == entry)


def _entries(game: Game, field: str) -> tuple[str, ...]:
    """Return the choices that a field has in any kind, in the order of their list."""
    choices = [kind.fields[field].one_of for kind in game.file.kinds.values() if field in kind.fields]
    entries = (game.lists[one_of] if isinstance(one_of, str) else one_of or () for one_of in choices)
    return tuple(dict.fromkeys(str(entry) for group in entries for entry in group))


def _copies(rows: Iterable[Component]) -> int:
    return sum(row.copies for row in rows)


def _is_met(expectation: Expectation, found: int) -> bool:
    low, high = bounds(expectation.is_)
    return low <= found and (high is None or found <= high)


def _problem(game: Game, expectation: Expectation, part: str, rows: tuple[Component, ...]) -> Problem:
    message = f"{expectation.count!r}{part}: expected {expectation.is_}, found {_copies(rows)}"
    return Problem(ID, game.place, f"{message} ({_summary(rows)})" if rows else message, _advice(expectation))


def _summary(rows: tuple[Component, ...]) -> str:
    """Return the rows that were counted, by id when they are few, else by kind."""
    if len(rows) <= FEW:
        return ", ".join(row.id if row.copies == 1 else f"{row.copies} {row.id}" for row in rows)
    kinds: Counter[str] = Counter()
    for row in rows:
        kinds[row.kind] += row.copies
    return ", ".join(f"{copies} {kind}" for kind, copies in kinds.most_common(FEW))


def _advice(expectation: Expectation) -> str:
    if expectation.standing is None:
        return "add the missing rows, or correct the number"
    kind, reason = expectation.standing
    return f"the number is {kind}: {reason}"
