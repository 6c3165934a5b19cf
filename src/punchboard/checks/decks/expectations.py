"""DECK005: a player's deck does not hold what the game expects of it.

What: ``expect`` of ``own decks`` lists what must hold of a deck, in the words of the catalog's own ``expect``; one of
them does not.

Why: limits on sorts of cards, on names and on sums are part of most rules for building a deck.

Bad::

    own decks:
      good deck:
        from: Good cards
        expect:
          - {count: Good Places, is: 1-3}      # the list has four

Good: the list keeps to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from punchboard.checks.counts import copies, counts, every, gaps, one_of_each, totals, unique
from punchboard.checks.counts.expectations import ExpectationCheck, check_expectation
from punchboard.checks.decks.deck import Deck
from punchboard.model.game.game import Component, Game
from punchboard.problem import Place, Problem

ID: Final = "DECK005"

CHECKS: Final[Mapping[str, ExpectationCheck]] = MappingProxyType(
    {
        "count": counts.judge,
        "exactly one of each": one_of_each.judge,
        "no gaps": gaps.judge,
        "no more copies than": copies.judge,
        "total": totals.judge,
        "unique": unique.judge,
        "every": every.judge,
    }
)
"""What judges by each sort of expectation."""


def check(deck: Deck) -> Iterator[Problem]:
    """Yield a problem for each expectation that the deck does not meet, at its line where there is one."""
    alone = _deck_as_game(deck)
    place = Place(deck.list.file, 1)
    for expectation in deck.limits.expect:
        for problem in check_expectation(alone, expectation, place, CHECKS[expectation.keyword]):
            yield problem._replace(rule=ID)


def _deck_as_game(deck: Deck) -> Game:
    """Return the game as if it had the cards of the deck and no others."""
    found: dict[str, Component] = {}
    for line, card in deck.lines:
        number = line.copies + (found[card.id].copies if card.id in found else 0)
        found[card.id] = replace(card, copies=number, values={**card.values, "copies": number}, place=line.place)
    return replace(deck.game, components=tuple(card for card in found.values() if card.copies))
