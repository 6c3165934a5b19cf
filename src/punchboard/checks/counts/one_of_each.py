"""COUNT002: there is not exactly one of each.

What: ``exactly one of each`` names a field, or several for every combination, and a value is missing or repeated. The
expected values of a field are the entries of its list, true and false, the whole numbers ``from`` one ``to`` another,
or those from its ``min`` to its ``max``. With ``all different``, combinations that repeat a value are not expected:
every order of four colours occurs once. ``each`` checks every entry of a list separately.

Why: a suit with two sevens and no eight has the right number of cards, but the game will not work.

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

from punchboard.checks.counts import expectations as shared
from punchboard.checks.counts.expectations import MAX_ROWS_LISTED, rows_text, rule_hint, value_text
from punchboard.model.game.expectations import Expectation
from punchboard.model.game.game import Component, Game
from punchboard.problem import Place, Problem

ID: Final = "COUNT002"

MAX_COMBINATIONS: Final = 100_000
"""Expectations with more combinations than this are not checked."""

Key = tuple[Any, ...]


def check(game: Game) -> Iterator[Problem]:
    """Yield a problem for each row group in which something is missing or repeated."""
    yield from shared.check_expectations(game, "exactly one of each", expectation_problems)


def expectation_problems(game: Game, expectation: Expectation, place: Place) -> Iterator[Problem]:
    """Yield a problem for each row group, at the last row that is not expected or else at the expectation."""
    fields, rows = expectation.one_of_each, shared.rows_of(game, expectation)
    values = []
    for field in fields:
        listed = _values(game, expectation, rows, field)
        if listed is None:
            hint = "give 'from' and 'to', or use 'unique' to forbid duplicates only"
            yield Problem(ID, place, f"{field!r} is not from a list, so its values are unknown", hint)
            return
        values.append(listed)
    if prod(map(len, values)) > MAX_COMBINATIONS:
        number = f"{prod(map(len, values)):,} combinations are expected"
        yield Problem(ID, place, f"{number}; at most {MAX_COMBINATIONS:,} can be checked")
        return
    expected = dict.fromkeys(
        key for key in product(*values) if not expectation.all_different or len(set(key)) == len(key)
    )
    for group in shared.row_groups(game, rows, expectation.each):
        by_key = shared.rows_by_key(group.rows, fields)
        missing = [_text(key) for key in expected if key not in by_key]
        surplus = {
            key: same_key
            for key, same_key in by_key.items()
            if key not in expected or len(same_key) > 1 or same_key[0].copies > 1
        }
        if missing or surplus:
            what = f"{expectation.selection!r}{group.name}: expected exactly one of each {', '.join(fields)}"
            message = f"{what}, found {', '.join((*_missing_text(missing), *_surplus_text(expected, surplus)))}"
            places = [row.place for same_key in surplus.values() for row in same_key]
            yield Problem(ID, places[-1] if places else place, message, rule_hint(game, expectation))


def _values(game: Game, expectation: Expectation, rows: tuple[Component, ...], field: str) -> tuple[Any, ...] | None:
    """Return the expected values of a field, or None if they are unknown."""
    listed = shared.possible_values(game, rows, field)
    if listed is not None:
        return listed
    fields = [kind.fields[field] for kind in game.file.kinds.values() if field in kind.fields]
    low, high = expectation.first, expectation.last
    if low is None:
        low = min((int(declared.min) for declared in fields if declared.min is not None), default=None)
    if high is None:
        high = max((int(declared.max) for declared in fields if declared.max is not None), default=None)
    return None if low is None or high is None else tuple(range(low, high + 1))


def _missing_text(missing: list[str]) -> Iterator[str]:
    if missing:
        more = f" and {len(missing) - MAX_ROWS_LISTED} more" if len(missing) > MAX_ROWS_LISTED else ""
        yield f"none of {', '.join(missing[:MAX_ROWS_LISTED])}{more}"


def _surplus_text(expected: Container[Key], surplus: Mapping[Key, tuple[Component, ...]]) -> Iterator[str]:
    """Yield what occurs more than once, and what should not occur at all."""
    for key, rows in surplus.items():
        if key in expected:
            yield f"{shared.total_copies(rows)} of {_text(key)} ({rows_text(rows)})"
        else:
            yield f"{_text(key)}, which is not expected ({rows_text(rows)})"


def _text(key: Key) -> str:
    return "/".join(value_text(value) if len(key) == 1 else str(value) for value in key)
