"""The rulebook, the reference cards and the set-up in large print: one book layout, a file for each text and paper."""

from __future__ import annotations

from collections.abc import Iterator

from punchboard.compose.books.book import BookComposer
from punchboard.model.game.text_sheets import TEXT_SHEETS
from punchboard.products.game.composed_game import ComposedGame, Product
from punchboard.products.large_print.papers import on_papers

LAYOUTS = {"rulebook": "large-print", "reference": "large-print-sheet", "set-up": "large-print-sheet"}
"""The book layout of each text that is set in large print."""


def large_books(composed: ComposedGame) -> Iterator[Product]:
    """Yield each text of `LAYOUTS` that the game has, on each paper."""
    game = composed.game
    for text, layout in LAYOUTS.items():
        if text in game.texts and (text not in TEXT_SHEETS or TEXT_SHEETS[text].is_for(game)):
            book = BookComposer(composed.loaded, composed.composer, text, layout).compose()
            yield from on_papers(composed, book.document, text)
