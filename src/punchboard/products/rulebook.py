"""The rulebook as a PDF with single pages, bookmarks and links, and as one HTML page."""

from __future__ import annotations

from collections.abc import Iterator

from punchboard.products.expected import expected_book
from punchboard.products.game.composed_game import ComposedGame, Product
from punchboard.products.web.rulebook import rulebook_page


def rulebook(composed: ComposedGame) -> Iterator[Product]:
    """Yield ``rulebook.pdf`` and ``rulebook.html``."""
    if composed.rulebook is not None:
        yield Product("rulebook.pdf", composed.rulebook.document, expected=expected_book(composed, "rulebook"))
        yield from rulebook_page(composed)
