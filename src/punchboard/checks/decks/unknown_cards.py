"""DECK001: a player's deck names a card that the game does not have.

What: a line of the list is neither the id nor the name of a component, or it is the name of several.

Why: a deck is judged card by card; what is not known cannot be counted against any limit.

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
    """Yield a problem for each line that names no card, or several."""
    for line, card in zip(deck.list.lines, deck.cards, strict=True):
        if card is not None:
            continue
        several = cards_named(deck.game, line.card)
        if several:
            message = f"{line.card!r} is the name of {len(several)} cards"
            yield Problem(ID, line.place, message, f"write the id: {', '.join(one.id for one in several)}")
        else:
            yield Problem(ID, line.place, f"the game has no card {line.card!r}", _nearest_name(deck, line.card))


def _nearest_name(deck: Deck, text: str) -> str:
    """Return the nearest name or id, of the cards that may be in the deck if one of them is near."""
    for components in (deck.allowed, deck.game.components):
        known = {name.casefold(): name for one in components for name in (one.id, str(one.values["name"]))}
        close = get_close_matches(text.casefold(), known, n=1, cutoff=0.6)
        if close:
            return f"did you mean {known[close[0]]!r}?"
    return "write its name as on the card, or its id"
