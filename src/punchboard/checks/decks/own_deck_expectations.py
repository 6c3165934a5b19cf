"""DECK005: a player's deck does not meet an expectation.

What: ``expect`` of ``own decks`` lists what must be true of a deck, written like the catalog's own ``expect``. One of
these expectations is not met.

Why: most deck-building rules limit kinds of cards, names or totals.

Bad::

    own decks:
      good deck:
        from: Good cards
        expect:
          - {count: Good Places, is: 1-3}      # the list has four

Good: the list meets the expectation.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from punchboard.checks.counts import copies, counts, every, gaps, one_of_each, totals, unique
from punchboard.checks.counts.expectations import ExpectationCheck, check_expectation
from punchboard.checks.decks.deck import Deck
from punchboard.model.game.game import Component, Game
from punchboard.problem import Place, Problem

ID: Final = "DECK005"

CHECKS: Final[Mapping[str, ExpectationCheck]] = {
    "count": counts.expectation_problems,
    "exactly one of each": one_of_each.expectation_problems,
    "no gaps": gaps.expectation_problems,
    "no more copies than": copies.expectation_problems,
    "total": totals.expectation_problems,
    "unique": unique.expectation_problems,
    "every": every.expectation_problems,
}
"""The check for each kind of expectation."""


def check(deck: Deck) -> Iterator[Problem]:
    """Yield a problem for each expectation that the deck does not meet, at a line of the deck if there is one."""
    deck_game = _deck_as_game(deck)
    place = Place(deck.list.file, 1)
    for expectation in deck.limits.expect:
        for problem in check_expectation(deck_game, expectation, place, CHECKS[expectation.keyword]):
            yield problem._replace(rule=ID)


def _deck_as_game(deck: Deck) -> Game:
    """Return the game with the cards of the deck as its only components."""
    cards: dict[str, Component] = {}
    for line, card in deck.lines:
        number = line.copies + (cards[card.id].copies if card.id in cards else 0)
        cards[card.id] = replace(card, copies=number, values={**card.values, "copies": number}, place=line.place)
    return replace(deck.game, components=tuple(card for card in cards.values() if card.copies))
