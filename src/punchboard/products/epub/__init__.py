"""``rulebook.epub``: the rulebook as an EPUB 3 e-book, with the text and figures of ``rulebook.html``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from punchboard.products.epub.content import publication
from punchboard.products.game.composed_game import ComposedGame, Product
from punchboard.scene import Document

PATH: Final = "rulebook.epub"


def epub(composed: ComposedGame) -> Iterator[Product]:
    """Yield ``rulebook.epub`` if the game has a rulebook."""
    if composed.rulebook is None:
        return
    book = publication(composed, composed.rulebook.document.pages[0])
    document = Document(composed.game.title, tuple(book.figures.values()), language=composed.game.file.language)
    yield Product(PATH, document, format="epub", members=book.members, page_paths=tuple(book.figures))
