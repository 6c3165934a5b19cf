"""Large print: texts and cards of a game at 18 pt and more, black on white, for each paper."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from punchboard.compose.books.book import BookComposer
from punchboard.compose.books.figures import face_picture
from punchboard.compose.faces.face_spec import FaceSpec
from punchboard.compose.sheets.sheet_plan import Piece
from punchboard.compose.text.phrases import phrase
from punchboard.geometry import Rect, Size
from punchboard.model.game.game import TEXT_SHEETS
from punchboard.model.layout.face import Face
from punchboard.model.layout.layout import FaceFile
from punchboard.model.layout.trim import Trim
from punchboard.problem import Place
from punchboard.products.expected import expected_paper, expected_piece_sheets
from punchboard.products.game.component_words import Words, all_words, as_markdown
from punchboard.products.game.composed_game import ComposedGame, Product
from punchboard.products.sheets import centred_page, imposed_document
from punchboard.scene import DECORATION, Document, Group, Symbol


def on_papers(composed: ComposedGame, document: Document, name: str) -> Iterator[Product]:
    """Yield a file of a document's pages for each paper, called by ``name``."""
    title = f"{composed.game.title}: {name}"
    for paper_name, paper in composed.papers.items():
        pages = tuple(centred_page(page, paper) for page in document.pages)
        path = f"large-print/{paper_name}-{name}.pdf"
        file = document._replace(title=title, pages=pages)
        yield Product(path, file, is_home_print=True, expected=expected_paper(paper))


def large_print(composed: ComposedGame) -> Iterator[Product]:
    """Yield the rulebook, the reference cards, the set-up and the cards in large print, and a list of all words."""
    yield from _large_books(composed)
    yield from _large_cards(composed)


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


# Large cards: the words of each card at 18 pt and more, its own face small below them; and a list of all words.

_CARD_LAYOUT: Final = "large-print-card"
_LIST_LAYOUT: Final = "large-print-sheet"
SHEETS: Final = "duplex"
_LEAST_PICTURE: Final = 25.0
"""The least height of a card's own face, in mm; where less room is left, it is not shown."""

EDGE: Final = 5.0
"""The least distance in mm of a card's own face from the edge of the large card."""

SPACE: Final = 4.0
"""The space in mm above a card's own face."""


def _large_cards(composed: ComposedGame) -> Iterator[Product]:
    """Yield sheets of large cards, and the list of the words of every component, on each paper."""
    components = all_words(composed)
    cards = LargeCards(composed, components)
    yield from cards.sheets()
    if not any(one.paragraphs for one in components):
        return
    text = list_markdown(composed, components, cards.size, cards.listed)
    document = BookComposer(composed.loaded, composed.composer, "words", _LIST_LAYOUT).compose(text).document
    yield from on_papers(composed, document, "words")


def list_markdown(composed: ComposedGame, components: tuple[Words, ...], card: Size, listed: tuple[int, ...]) -> str:
    """Return the list as Markdown: what is different in large print, then the words of each component by kind."""
    words = composed.game.words
    lines = [f"# {phrase(words, 'words of all')}"]
    if any(entry.is_card for entry in components):
        fits = phrase(words, "large listed", numbers=listed) if listed else phrase(words, "large none listed")
        lines += [phrase(words, "large cards", width=round(card.width), height=round(card.height)), fits]
    if not all(entry.is_card for entry in components):
        lines.append(phrase(words, "large pieces"))
    kind = ""
    for entry in components:
        if not entry.paragraphs:
            continue
        if entry.component.kind != kind:
            kind = entry.component.kind
            lines.append(f"## {as_markdown(composed.game.kinds[kind].plural)}")
        texts = "  \n".join(map(as_markdown, entry.paragraphs))
        lines.append(f"**{entry.number} {as_markdown(entry.name)}**  \n{texts}")
    return "\n\n".join(lines)


class LargeCards:
    """The large cards of a game, drawn from the book layout ``large-print-card``."""

    def __init__(self, composed: ComposedGame, components: tuple[Words, ...]) -> None:
        self._composed, self._words = composed, components
        self._file = composed.loaded.layouts.books[_CARD_LAYOUT]
        self._faces: dict[FaceSpec, Face] = {}
        self.size = Size(*self._file.page)
        """The size of a large card in mm."""
        self._inner = Rect(0, 0, *self.size).grow(-EDGE)
        self.listed: tuple[int, ...] = ()
        """The numbers of the cards whose words do not fit on them."""
        self._printed = tuple(self._pieces())

    def sheets(self) -> Iterator[Product]:
        """Yield the sheets of cards for each paper, each card with its copies."""
        composed, layouts, pieces = self._composed, self._composed.loaded.layouts, self._printed
        if not pieces or SHEETS not in layouts.sheets:
            return
        file = layouts.sheets[SHEETS]
        for name, paper in composed.papers.items():
            document = imposed_document(composed, pieces, paper, SHEETS, "large print", draw=self._faces.__getitem__)
            trim = f"card {self.size.width:g} x {self.size.height:g}mm"
            yield Product(
                f"large-print/{name}-cards.pdf",
                document,
                pieces=len(pieces),
                is_home_print=True,
                flip=file.flip,
                expected=expected_piece_sheets(pieces, trim, paper, file),
            )

    def _pieces(self) -> Iterator[Piece]:
        sides = {card.id: (front, back) for card, front, back in self._composed.specs}
        backs: dict[FaceSpec, FaceSpec] = {}
        for entry in self._words:
            if entry.is_card:
                front, back = sides[entry.component.id]
                if back is not None and back not in backs:
                    backs[back] = self._pictured(self._spec("back", {}, f"back {len(backs)}"), back, self._inner)
                piece = Piece(self._front(entry, front), None if back is None else backs[back], entry.component.id)
                yield from (piece for _ in range(self._composed.copies(entry.component)))

    def _front(self, words: Words, own: FaceSpec) -> FaceSpec:
        """Return the large front of a card; words that do not fit are left to the list."""
        kind = self._composed.game.kinds[words.component.kind].name
        values = {"name": words.name, "number": words.number, "kind": kind}
        text = "\n\n".join(map(as_markdown, words.paragraphs))
        spec = self._spec("card", {**values, "words": text}, f"large {words.number}")
        if any(box.lost for box in self._composed.draw(spec).boxes):
            self.listed += (words.number,)
            text = phrase(self._composed.game.words, "see list", number=words.number)
            spec = self._spec("card", {**values, "words": text}, f"large {words.number}")
        used = [box.ink or box.area for box in self._composed.draw(spec).boxes]
        top = max(area.y + area.height for area in used) + SPACE
        return self._pictured(spec, own, Rect(EDGE, top, self._inner.width, self._inner.y + self._inner.height - top))

    def _spec(self, master: str, values: Mapping[str, object], name: str) -> FaceSpec:
        trim = Trim("card", self.size, "page")
        file = FaceFile(bleed=0, safe=0, boxes=self._file.masters[master].boxes)
        place = Place(f"books/{_CARD_LAYOUT}.yaml")
        return self._composed.composer.face_spec(
            f"book {_CARD_LAYOUT} {master}", trim, {**values, "id": name}, place, file
        )

    def _pictured(self, spec: FaceSpec, own: FaceSpec, room: Rect) -> FaceSpec:
        """Draw a large side with the game's own face in a part of it, if it is large enough; return the side."""
        face, picture = self._composed.draw(spec), self._composed.draw(own)
        size = picture.trim.size
        scale = min(room.width / size.width, room.height / size.height)
        items = face.symbol.items
        if room.height >= _LEAST_PICTURE:
            x, y = room.x + (room.width - size.width * scale) / 2, room.y + (room.height - size.height * scale) / 2
            shown = face_picture(picture, x, y, size.width * scale)
            items = (*items, Group((shown,), element=DECORATION))
        symbol = Symbol(face.symbol.name, face.symbol.bounds, items, is_face=True)
        self._faces[spec] = replace(face, symbol=symbol)
        return spec
