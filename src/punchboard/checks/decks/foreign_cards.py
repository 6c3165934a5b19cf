"""DECK002: a player's deck has a card that is not allowed.

What: a card in the list does not belong to the cards that ``own decks`` takes ``from``.

Why: a card of another side or kind has a different back, or does something that no player's deck should.

Bad::

    own decks: {good deck: {from: Good cards}}      # the list has Black Blade, an Opponent's Item

Good: the list has only cards of the selection.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from punchboard.checks.counts.expectations import rule_hint
from punchboard.checks.decks.deck import Deck
from punchboard.problem import Problem

ID: Final = "DECK002"


def check(deck: Deck) -> Iterator[Problem]:
    """Yield a problem for each card that is not allowed in the deck."""
    allowed = {card.id for card in deck.allowed}
    for line, card in deck.lines:
        if card.id not in allowed:
            kind = deck.game.kinds[card.kind].name
            message = f"{line.card!r} ({kind}) may not be in a {deck.name}, which allows only {deck.limits.source!r}"
            yield Problem(ID, line.place, message, rule_hint(deck.game, deck.limits))
