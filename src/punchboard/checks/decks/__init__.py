"""Rules on a player's own deck: each a module whose docstring is its manual page, with an ``ID`` and a ``check``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Protocol

from punchboard.checks.data import expressions, references
from punchboard.checks.decks import expectations, foreign_cards, size, too_many_copies, unknown_cards
from punchboard.checks.decks.deck import Deck, match_deck
from punchboard.model.game.game import Game
from punchboard.model.game.own_deck import DeckList
from punchboard.problem import Problem

__all__ = ["RULES", "Deck", "DeckRule", "check_deck"]


class DeckRule(Protocol):
    """A module that looks at a player's deck and yields what is wrong with it."""

    @property
    def ID(self) -> str:
        """The code that its problems carry."""

    def check(self, deck: Deck) -> Iterator[Problem]:
        """Yield a problem for each fault."""


RULES: Final[tuple[DeckRule, ...]] = (unknown_cards, foreign_cards, too_many_copies, size, expectations)
"""All rules on players' decks, by their codes."""


def check_deck(game: Game, cards: DeckList) -> Iterator[Problem]:
    """Yield what is wrong with a player's deck, and what keeps it or the limits themselves from being understood."""
    yield from cards.problems
    deck = match_deck(game, cards)
    if deck is None:
        hint = "give it 'own decks' with what they are made 'from'"
        yield Problem("REF001", game.place, "the game does not say what a deck of a player's own may be", hint)
        return
    for rule in (references, expressions):
        yield from rule.check(game)
    for each in RULES:
        yield from each.check(deck)
