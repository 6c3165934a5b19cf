"""Large print: texts and cards of a game at 18 pt and more, black on white, for each paper. Open ``books`` first."""

from __future__ import annotations

from collections.abc import Iterator

from punchboard.compose.books.book import BookComposer
from punchboard.model.game.text_sheets import TEXT_SHEETS
from punchboard.products.game.composed_game import ComposedGame, Product
from punchboard.products.large_print.cards import large_cards
from punchboard.products.large_print.papers import on_papers


def large_print(composed: ComposedGame) -> Iterator[Product]:
    """Yield the rulebook, the reference cards, the set-up and the cards in large print, and a list of all words."""
    yield from _large_books(composed)
    yield from large_cards(composed)


# The rulebook, the reference cards and the set-up in large print: one book layout, a file for each text and paper.

LAYOUTS = {"rulebook": "large-print", "reference": "large-print-sheet", "set-up": "large-print-sheet"}
"""The book layout of each text that is set in large print."""


def _large_books(composed: ComposedGame) -> Iterator[Product]:
    """Yield each text of `LAYOUTS` that the game has, on each paper."""
    game = composed.game
    for text, layout in LAYOUTS.items():
        if text in game.texts and (text not in TEXT_SHEETS or TEXT_SHEETS[text].is_for(game)):
            book = BookComposer(composed.loaded, composed.composer, text, layout).compose()
            yield from on_papers(composed, book.document, text)
