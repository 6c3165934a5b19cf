"""DECK004: a player's deck has too few or too many cards.

What: ``size`` of ``own decks`` says how many cards a deck has: ``40``, ``40-60``, ``40+``, ``at least numbers.deal``.

Why: a deck that is too small runs out in the first round. In one that is too large, the best cards never come up.

Bad::

    own decks: {good deck: {from: Good cards, size: 40+}}      # the list has 38

Good: the list has at least 40 cards, counting every copy.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from punchboard.checks.counts.expectations import expression_names
from punchboard.checks.decks.deck import Deck, limit_hint
from punchboard.expression import ExpressionError
from punchboard.model.game.expectations import amount_text, limits
from punchboard.model.values import counted
from punchboard.problem import Place, Problem

ID: Final = "DECK004"


def check(deck: Deck) -> Iterator[Problem]:
    """Yield a problem if the deck has the wrong number of cards."""
    if deck.limits.size is None:
        return
    try:
        least, most = bounds = limits(deck.limits.size.is_, expression_names(deck.game, None))
    except ExpressionError:
        return  # EXPR001 reports it
    count = sum(line.copies for line in deck.list.lines)
    if count < least or (most is not None and count > most):
        message = f"the deck has {counted(count, 'card')}, expected {amount_text(deck.limits.size.is_, bounds)}"
        yield Problem(ID, Place(deck.list.file, 1), message, limit_hint(deck, deck.limits.size))
