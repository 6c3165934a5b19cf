"""Quick-reference cards: a page for each side in true size, and sheets of them for each paper."""

from __future__ import annotations

from collections.abc import Iterator

from punchboard.geometry import Affine, Rect
from punchboard.model.face import Face
from punchboard.products.composed import Composed, Product
from punchboard.products.sheets import imposed
from punchboard.scene import Document, Page, Use

DUPLEX = "duplex"
"""The sheet layout that reference cards are laid out with, where the game has it."""


def reference(composed: Composed) -> Iterator[Product]:
    """Yield ``reference.pdf``, each side once, and the sheets of reference cards, as many as there are seats."""
    cards = composed.reference_cards
    if not cards:
        return
    game = composed.game
    pages = tuple(face_page(side) for card in cards for side in card.sides)
    yield Product(
        "reference.pdf", Document(f"{game.title}: reference", pages, language=game.file.language), pieces=len(cards)
    )
    file = composed.material.layouts.sheets.get(DUPLEX)
    if file is None:
        return
    every = cards * composed.seats
    for name, paper in composed.papers.items():
        document = imposed(composed, every, paper, file, "reference cards")
        yield Product(f"print-and-play/{name}-reference.pdf", document, pieces=len(every))


def face_page(face: Face) -> Page:
    """Return a face alone on a page of its bleed size."""
    frame = face.trim.frame(face.bleed)
    trim = face.trim.frame().moved(-frame.x, -frame.y)
    return Page(frame.size, (Use(face.symbol, Affine.move(-frame.x, -frame.y)),), trim, Rect(0, 0, *frame.size))
