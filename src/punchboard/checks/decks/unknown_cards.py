"""DECK001: a player's deck names a card that the game does not have.

What: a line of the list is neither the id nor the name of a component, or several components have this name.

Why: a deck is checked card by card. An unknown card cannot be counted towards any limit.

Bad::

    card,copies
    Flamming Sword,2

Good::

    card,copies
    Flaming Sword,2
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from typing import Final

from punchboard.checks.decks.deck import Deck, cards_named
from punchboard.problem import Problem

ID: Final = "DECK001"


def check(deck: Deck) -> Iterator[Problem]:
    """Yield a problem for each line that names no card or several."""
    for line, card in zip(deck.list.lines, deck.cards, strict=True):
        if card is not None:
            continue
        several = cards_named(deck.game, line.card)
        if several:
            message = f"{len(several)} cards are named {line.card!r}"
            yield Problem(ID, line.place, message, f"write the id: {', '.join(card.id for card in several)}")
        else:
            yield Problem(ID, line.place, f"the game has no card {line.card!r}", _nearest_name(deck, line.card))


def _nearest_name(deck: Deck, text: str) -> str:
    """Return the hint for an unknown card: the nearest name or id, preferably of a card that may be in the deck."""
    for components in (deck.allowed, deck.game.components):
        known = {name.casefold(): name for card in components for name in (card.id, str(card.values["name"]))}
        close = get_close_matches(text.casefold(), known, n=1, cutoff=0.6)
        if close:
            return f"did you mean {known[close[0]]!r}?"
    return "write its name as on the card, or its id"
