"""Pages in large print, centred on each paper."""

from __future__ import annotations

from collections.abc import Iterator

from punchboard.products.expected import expected_paper
from punchboard.products.game.composed_game import ComposedGame, Product
from punchboard.products.table_sheets import centred_page
from punchboard.scene import Document


def on_papers(composed: ComposedGame, document: Document, name: str) -> Iterator[Product]:
    """Yield a file of a document's pages for each paper, called by ``name``."""
    title = f"{composed.game.title}: {name}"
    for paper_name, paper in composed.papers.items():
        pages = tuple(centred_page(page, paper) for page in document.pages)
        path = f"large-print/{paper_name}-{name}.pdf"
        file = document._replace(title=title, pages=pages)
        yield Product(path, file, is_home_print=True, expected=expected_paper(paper))
