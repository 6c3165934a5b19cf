"""Quick-reference cards: a page for each side in true size, and sheets of cards for each paper."""

from __future__ import annotations

from collections.abc import Iterator

from punchboard.geometry import Affine, Rect
from punchboard.model.layout.face import Face
from punchboard.products.expected import expected_piece_sheets, expected_sides
from punchboard.products.game.composed_game import ComposedGame, Product
from punchboard.products.game.snapshots import REFERENCE
from punchboard.products.sheets import imposed_document
from punchboard.scene import ComponentMark, Document, Group, Page, Use

DUPLEX = "duplex"
"""The sheet layout of reference cards, if the game has it."""


def reference(composed: ComposedGame) -> Iterator[Product]:
    """Yield ``reference.pdf`` with each side once, and sheets with one set of reference cards for each seat."""
    cards = composed.reference_cards
    if not cards or not composed.is_printed(REFERENCE):
        return
    game = composed.game
    marks = [(card.id, side) for card in cards for _, side in zip(card.sides, ("front", "back"), strict=False)]
    faces = [composed.draw(side) for card in cards for side in card.sides]
    pages = tuple(face_page(face, *mark) for face, mark in zip(faces, marks, strict=True))
    document = Document(f"{game.title}: reference", pages, language=game.file.language)
    expected = expected_sides(marks, game.file.reference, composed.loaded.layouts.faces["reference"].bleed)
    yield Product("reference.pdf", document, pieces=len(cards), expected=expected)
    if DUPLEX not in composed.loaded.layouts.sheets:
        return
    every, file = cards * composed.seats, composed.loaded.layouts.sheets[DUPLEX]
    for name, paper in composed.papers.items():
        document = imposed_document(composed, every, paper, DUPLEX, "reference cards")
        expected = expected_piece_sheets(every, game.file.reference, paper, file)
        path = f"print-and-play/{name}-reference{composed.suffix}.pdf"
        yield Product(path, document, pieces=len(every), is_home_print=True, flip=file.flip, expected=expected)


def face_page(face: Face, component: str = "", side: str = "front") -> Page:
    """Return a page of a face's bleed size with the face, marked as a side of ``component`` if given."""
    frame = face.trim.frame(face.bleed)
    trim = face.trim.frame().moved(-frame.x, -frame.y)
    mark = ComponentMark(component, side, face.trim.size) if component else None
    shown = Group((Use(face.symbol),), Affine.move(-frame.x, -frame.y), mark=mark)
    return Page(frame.size, (shown,), trim, Rect(0, 0, *frame.size))
