"""Large print: texts and cards of a game at 18 pt and more, black on white, for each paper. Open ``books`` first."""

from __future__ import annotations

from collections.abc import Iterator

from punchboard.products.game.composed_game import ComposedGame, Product
from punchboard.products.large_print.books import large_books
from punchboard.products.large_print.cards import large_cards


def large_print(composed: ComposedGame) -> Iterator[Product]:
    """Yield the rulebook, the reference cards, the set-up and the cards in large print, and a list of all words."""
    yield from large_books(composed)
    yield from large_cards(composed)
