"""The rulebook as pages to read, with bookmarks, links and page labels."""

from __future__ import annotations

from collections.abc import Iterator

from punchboard.products.composed import Composed, Product
from punchboard.products.expected import book


def rulebook(composed: Composed) -> Iterator[Product]:
    """Yield ``rulebook.pdf``."""
    if composed.rulebook is not None:
        yield Product("rulebook.pdf", composed.rulebook.document, expected=book(composed, "rulebook"))
