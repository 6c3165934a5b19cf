"""COUNT002: there is not exactly one of each.

What: ``exactly one of each`` names a field, or several for every combination, and something of it is missing or is
there more than once. What there is of a field: the entries of its list, true and false, the whole numbers ``from`` one
``to`` another, else those from its ``min`` to its ``max``. With ``all different`` combinations that repeat a value do
not count: every order of four colours is there once. ``each`` asks it of each entry of a list for itself.

Why: a suit with two sevens and no eight has the right number of cards, and is found out in the middle of a game.

Bad::

    expect:
      - {exactly one of each: rank, from: 1, to: 13, each: suit}     # hearts: two sevens, no eight

Good: one of the two sevens becomes the eight::

    expect:
      - {exactly one of each: rank, of: playing cards, from: 1, to: 13, each: suit}
      - {exactly one of each: [suit, rank], of: playing cards}
      - {exactly one of each: [first, second, third], all different: true, of: order card}
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from itertools import product
from math import prod
from typing import Any, Final

from punchboard.checks.counts.expectations import (
    MAX_ROWS_LISTED,
    check_expectations,
    possible_values,
    row_groups,
    rows_by_key,
    rows_of,
    rows_text,
    rule_hint,
    total_copies,
    value_text,
)
from punchboard.model.game.expectations import Expectation
from punchboard.model.game.game import Component, Game
from punchboard.problem import Place, Problem

ID: Final = "COUNT002"

MAX_COMBINATIONS: Final = 100_000
"""So many combinations are looked for."""

Key = tuple[Any, ...]


def check(game: Game) -> Iterator[Problem]:
    """Yield a problem for each part in which something is missing or is there twice."""
    yield from check_expectations(game, "exactly one of each", judge)


def judge(game: Game, expectation: Expectation, place: Place) -> Iterator[Problem]:
    """Yield a problem for each part; it stands at a row that is too many, else at the expectation."""
    fields, rows = expectation.one_of_each, rows_of(game, expectation)
    values = []
    for field in fields:
        listed = _values(game, expectation, rows, field)
        if listed is None:
            hint = "say 'from' and 'to', or 'unique' where none may be there twice"
            yield Problem(ID, place, f"{field!r} is of no list, so what is each {field} cannot be told", hint)
            return
        values.append(listed)
    if prod(map(len, values)) > MAX_COMBINATIONS:
        yield Problem(
            ID, place, f"there are {prod(map(len, values)):,} of each; at most {MAX_COMBINATIONS:,} are looked for"
        )
        return
    wanted = dict.fromkeys(key for key in product(*values) if not expectation.all_different or _differ(key))
    for part in row_groups(game, rows, expectation.each):
        found = rows_by_key(part.rows, fields)
        missing = [_text(key) for key in wanted if key not in found]
        wrong = {key: of for key, of in found.items() if key not in wanted or len(of) > 1 or of[0].copies > 1}
        if missing or wrong:
            what = f"{expectation.selection!r}{part.name}: expected exactly one of each {', '.join(fields)}"
            message = f"{what}, found {', '.join((*_missing(missing), *_wrong(wanted, wrong)))}"
            at = [row.place for of in wrong.values() for row in of]
            yield Problem(ID, at[-1] if at else place, message, rule_hint(game, expectation))


def _differ(key: Key) -> bool:
    return len(set(key)) == len(key)


def _values(game: Game, expectation: Expectation, rows: tuple[Component, ...], field: str) -> tuple[Any, ...] | None:
    """Return all that there is of a field; None when that cannot be told."""
    listed = possible_values(game, rows, field)
    if listed is not None:
        return listed
    fields = [kind.fields[field] for kind in game.file.kinds.values() if field in kind.fields]
    low, high = expectation.first, expectation.last
    if low is None:
        low = min((int(one.min) for one in fields if one.min is not None), default=None)
    if high is None:
        high = max((int(one.max) for one in fields if one.max is not None), default=None)
    return None if low is None or high is None else tuple(range(low, high + 1))


def _missing(lost: list[str]) -> Iterator[str]:
    if lost:
        more = f" and {len(lost) - MAX_ROWS_LISTED} more" if len(lost) > MAX_ROWS_LISTED else ""
        yield f"none of {', '.join(lost[:MAX_ROWS_LISTED])}{more}"


def _wrong(wanted: Container[Key], wrong: Mapping[Key, tuple[Component, ...]]) -> Iterator[str]:
    """Yield what is there more than once, and what should not be there at all."""
    for key, rows in wrong.items():
        if key in wanted:
            yield f"{total_copies(rows)} of {_text(key)} ({rows_text(rows)})"
        else:
            yield f"{_text(key)}, which is none of them ({rows_text(rows)})"


def _text(key: Key) -> str:
    return "/".join(value_text(value) if len(key) == 1 else str(value) for value in key)
