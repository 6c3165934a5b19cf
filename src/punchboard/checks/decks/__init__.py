"""Checks of players' own decks. Each rule is a module with an ``ID``, a ``check`` and its manual page as docstring."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from punchboard.checks.data import expressions, references
from punchboard.checks.decks import foreign_cards, own_deck_expectations, size, too_many_copies, unknown_cards
from punchboard.checks.decks.deck import Deck, match_deck
from punchboard.model.game.expectations import DeckList
from punchboard.model.game.game import Game
from punchboard.problem import Problem

if TYPE_CHECKING:
    from punchboard.checks import Rule

__all__ = ["RULES", "Deck", "check_deck"]


RULES: Final[tuple[Rule[Deck], ...]] = (unknown_cards, foreign_cards, too_many_copies, size, own_deck_expectations)
"""All rules on players' decks, in the order in which their problems are reported."""


def check_deck(game: Game, cards: DeckList) -> Iterator[Problem]:
    """Yield the problems of a player's deck, including those of reading it and of the limits themselves."""
    yield from cards.problems
    deck = match_deck(game, cards)
    if deck is None:
        hint = "add 'own decks' to game.yaml and say what they are made 'from'"
        yield Problem("REF001", game.place, "the game has no rules for players' own decks", hint)
        return
    for rule in (references, expressions):
        yield from rule.check(game)
    for deck_rule in RULES:
        yield from deck_rule.check(deck)
