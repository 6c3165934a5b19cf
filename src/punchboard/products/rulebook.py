"""The rulebook as pages to read, with bookmarks, links and page labels; and as one page for screens."""

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
