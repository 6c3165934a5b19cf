"""COUNT001: the catalog does not hold what the rules say.

What: an expectation counts the copies of a kind, a group, a pile or an expression, in total or for ``each`` entry of
lists, and the count is wrong. The expected number may be a range (``4``, ``2-4``, ``2+``), an expression
(``at least 7 * players``, ``numbers.hand + 1``, ``count('heroes')``) or a table by number of players. A selection that
uses ``players`` is counted for each number of players. ``entries of realm`` counts the entries of a list.

Why: otherwise players find out after printing that a card is missing.

Bad::

    expect:
      - {count: all, is: 79}        # 78 rows

Good: add the missing row to its table, or correct the number::

    expect:
      - {count: all, is: 79}
      - {count: hero, each: realm, is: 6}
      - {count: hero, each: [realm, rank], is: 1}
      - {count: draw pile, is: at least 7 * players}
      - {count: "kind == 'tile' and least <= players", is: {2: 24, 3: 33, 4: 43}}
      - {count: entries of realm, is: 6}
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from punchboard.checks.counts.expectations import (
    check_expectations,
    expression_names,
    row_groups,
    rows_of,
    rows_text,
    rule_hint,
    seat_counts,
    total_copies,
)
from punchboard.model.game.expectations import ENTRIES_OF, Expectation, amount_for, amount_text, limits
from punchboard.model.game.game import Component, Game
from punchboard.model.values import counted
from punchboard.problem import Place, Problem

ID: Final = "COUNT001"


class Mismatch(NamedTuple):
    """The expected and the actual number, for one number of players or for all."""

    players: int | None
    expected: str
    actual: float
    off: float
    """How many are missing (negative) or too many."""
    rows: tuple[Component, ...] = ()

    def __str__(self) -> str:
        """Return ``with 3 players expected 4, found 5``."""
        seats = "" if self.players is None else f"with {counted(self.players, 'player')} "
        return f"{seats}expected {self.expected}, found {self.actual:g}"


def check(game: Game) -> Iterator[Problem]:
    """Yield a problem for each wrong count, but not for a whole that is wrong by as much as one of its parts."""
    wrong: list[tuple[Problem, Mismatch]] = []

    def with_mismatch(game: Game, expectation: Expectation, place: Place) -> Iterator[Problem]:
        for problem, mismatch in _wrong_counts(game, expectation, place):
            wrong.append((problem, mismatch))
            yield problem

    problems = tuple(check_expectations(game, "count", with_mismatch))
    wholes = {problem for problem, whole in wrong if any(_is_part(part, whole) for _, part in wrong)}
    yield from (problem for problem in problems if problem not in wholes)


def _is_part(part: Mismatch, whole: Mismatch) -> bool:
    alike = (part.players, part.off) == (None, whole.off) and whole.players is None
    return alike and {row.id for row in part.rows} < {row.id for row in whole.rows}


def expectation_problems(game: Game, expectation: Expectation, place: Place) -> Iterator[Problem]:
    """Yield a problem for each row group with a wrong count."""
    yield from (problem for problem, _ in _wrong_counts(game, expectation, place))


def _wrong_counts(game: Game, expectation: Expectation, place: Place) -> Iterator[tuple[Problem, Mismatch]]:
    if expectation.selection.startswith(ENTRIES_OF):
        yield from _entries(game, expectation, place)
        return
    mismatches: dict[str, list[Mismatch]] = {}
    for players in seat_counts(game, expectation):
        for part in row_groups(game, rows_of(game, expectation, players), expectation.each):
            mismatch = find_mismatch(game, expectation, players, total_copies(part.rows))
            if mismatch is not None:
                mismatches.setdefault(part.name, []).append(mismatch._replace(rows=part.rows))
    for name, group_mismatches in mismatches.items():
        rows = group_mismatches[-1].rows
        counted = f" ({rows_text(rows)})" if rows else ""
        message = f"{expectation.selection!r}{name}: {'; '.join(map(str, group_mismatches))}{counted}"
        yield Problem(ID, place, message, rule_hint(game, expectation, "the number")), group_mismatches[-1]


def find_mismatch(game: Game, expectation: Expectation, players: int | None, number: float) -> Mismatch | None:
    """Return how a number differs from what is expected, or None if it does not.

    Raises:
        ExpressionError: if the expected amount cannot be evaluated.
    """
    amount = amount_for(expectation.is_, players)
    if amount is None:
        return Mismatch(players, "an entry in the table ('0+' for any number)", number, number)
    least, most = bounds = limits(amount, expression_names(game, players))
    is_met = least <= number and (most is None or number <= most)
    off = number - (least if number < least or most is None else most)
    return None if is_met else Mismatch(players, amount_text(amount, bounds), number, off)


def _entries(game: Game, expectation: Expectation, place: Place) -> Iterator[tuple[Problem, Mismatch]]:
    """Yield a problem for a list with a wrong number of entries. REF001 reports an unknown list."""
    entries = game.lists.get(expectation.selection.removeprefix(ENTRIES_OF))
    for players in seat_counts(game, expectation) if entries is not None else ():
        mismatch = find_mismatch(game, expectation, players, len(entries or ()))
        if mismatch is not None:
            message = f"{expectation.selection!r}: {mismatch} ({', '.join(entries or ())})"
            yield Problem(ID, place, message, rule_hint(game, expectation, "the number")), mismatch
