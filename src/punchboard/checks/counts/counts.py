"""COUNT001: the catalog does not hold what the rules say.

What: an expectation counts the copies of a kind, a group, a pile or an expression, in all or for ``each`` entry of
lists, and finds another number. The number may be a range (``4``, ``2-4``, ``2+``), a sum (``at least 7 * players``,
``numbers.hand + 1``, ``count('heroes')``) or a table by numbers of players. A selection with ``players`` in it is
counted for each number of players. ``entries of realm`` counts a list.

Why: a card too few is found at the table, by players, after printing.

Bad::

    expect:
      - {count: all, is: 79}        # 78 rows

Good: the missing row is added to its table, or the number is put right::

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
from punchboard.model.game.expectations import ENTRIES_OF, Expectation
from punchboard.model.game.expected_counts import amount_for, amount_text, limits
from punchboard.model.game.game import Component, Game
from punchboard.problem import Place, Problem

ID: Final = "COUNT001"


class Mismatch(NamedTuple):
    """What was expected and found for a number of players, or for all."""

    players: int | None
    expected: str
    found: float
    rows: tuple[Component, ...] = ()

    def __str__(self) -> str:
        """Return ``with 3 players expected 4, found 5``."""
        seats = "" if self.players is None else f"with {self.players} player{'' if self.players == 1 else 's'} "
        return f"{seats}expected {self.expected}, found {self.found:g}"


def check(game: Game) -> Iterator[Problem]:
    """Yield a problem for each count that is not met."""
    yield from check_expectations(game, "count", judge)


def judge(game: Game, expectation: Expectation, place: Place) -> Iterator[Problem]:
    """Yield a problem for each part whose number is another."""
    if expectation.selection.startswith(ENTRIES_OF):
        yield from _entries(game, expectation, place)
        return
    missed: dict[str, list[Mismatch]] = {}
    for players in seat_counts(game, expectation):
        for part in row_groups(game, rows_of(game, expectation, players), expectation.each):
            miss = find_mismatch(game, expectation, players, total_copies(part.rows))
            if miss is not None:
                missed.setdefault(part.name, []).append(miss._replace(rows=part.rows))
    for name, misses in missed.items():
        rows = misses[-1].rows
        counted = f" ({rows_text(rows)})" if rows else ""
        message = f"{expectation.selection!r}{name}: {'; '.join(map(str, misses))}{counted}"
        yield Problem(ID, place, message, rule_hint(game, expectation, "the number"))


def find_mismatch(game: Game, expectation: Expectation, players: int | None, found: float) -> Mismatch | None:
    """Return how a number misses what is expected; None when it does not.

    Raises:
        ExpressionError: when what is expected cannot be worked out.
    """
    amount = amount_for(expectation.is_, players)
    if amount is None:
        return Mismatch(players, "a number of its own in the table ('0+' for any)", found)
    least, most = bounds = limits(amount, expression_names(game, players))
    met = least <= found and (most is None or found <= most)
    return None if met else Mismatch(players, amount_text(amount, bounds), found)


def _entries(game: Game, expectation: Expectation, place: Place) -> Iterator[Problem]:
    """Yield a problem for a list that has another number of entries; REF001 tells of one that is not there."""
    entries = game.lists.get(expectation.selection.removeprefix(ENTRIES_OF))
    for players in seat_counts(game, expectation) if entries is not None else ():
        miss = find_mismatch(game, expectation, players, len(entries or ()))
        if miss is not None:
            message = f"{expectation.selection!r}: {miss} ({', '.join(entries or ())})"
            yield Problem(ID, place, message, rule_hint(game, expectation, "the number"))
