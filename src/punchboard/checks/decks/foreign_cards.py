"""DECK002: a player's deck holds a card that may not be in it.

What: a card of the list does not belong to what ``own decks`` takes its cards ``from``.

Why: a card of another side or sort has another back, or does what no deck of a player should.

Bad::

    own decks: {good deck: {from: Good cards}}      # the list has Black Blade, an Opponent's Item

Good: the list has cards of the selection alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from punchboard.checks.counts.expectations import rule_hint
from punchboard.checks.decks.deck import Deck
from punchboard.problem import Problem

ID: Final = "DECK002"


def check(deck: Deck) -> Iterator[Problem]:
    """Yield a problem for each card that does not belong into the deck."""
    allowed = {card.id for card in deck.allowed}
    for line, card in deck.lines:
        if card.id not in allowed:
            kind = deck.game.kinds[card.kind].name
            message = f"{line.card!r} ({kind}) may not be in a {deck.name}, only {deck.limits.source!r}"
            yield Problem(ID, line.place, message, rule_hint(deck.game, deck.limits))
