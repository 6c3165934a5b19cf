"""The composed game, with the faces, pieces and books that every product is made from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import zip_longest
from typing import TYPE_CHECKING

from punchboard.compose.boards import is_split
from punchboard.compose.books.figures import die_specs
from punchboard.compose.faces.composer import FaceComposer
from punchboard.compose.faces.face_spec import FaceSpec
from punchboard.compose.sheets.sheet_plan import Piece
from punchboard.compose.text.phrases import phrase
from punchboard.model.game.game import Component, LoadedGame
from punchboard.model.layout.face import Face
from punchboard.model.layout.icon_set import IconCredit
from punchboard.model.layout.trim import trim_from_text
from punchboard.model.print_options import DEFAULT_OPTIONS, PrintOptions
from punchboard.model.printing.sheet import PaperFile, find_paper
from punchboard.model.snapshot import Snapshot
from punchboard.problem import Place
from punchboard.products.game.books import BookSet, card_sides
from punchboard.products.game.snapshots import DIE_NAME, take_snapshot
from punchboard.products.product import Product
from punchboard.scene import Document, Page

if TYPE_CHECKING:
    from punchboard.compose.books.book import Book
    from punchboard.compose.tuck_nets import TuckBox

__all__ = ["Cards", "ComposedGame", "Product"]

Cards = tuple[tuple[Component, FaceSpec, FaceSpec | None], ...]
"""The cards of one component, each with its copies, front and back.

A long text continues on further cards. Copies that show which copy they are are cards of their own.
"""


class ComposedGame(BookSet):
    """A game whose faces, pieces and books are composed once, when first needed, for all products and papers."""

    def __init__(
        self,
        loaded: LoadedGame,
        papers: Sequence[str],
        only: Sequence[str] = (),
        print_options: PrintOptions = DEFAULT_OPTIONS,
    ) -> None:
        super().__init__(loaded, FaceComposer(loaded, print_options.ink), only)
        self.print_options = print_options
        self.papers: dict[str, PaperFile] = dict(find_paper(name, loaded.layouts.papers) for name in papers)
        self._cards_of: dict[str, Cards] = {}

    def wants_layout(self, product: str, layout: str, *, extra: bool) -> bool:
        """Tell whether a layout is made; an extra one only when it is named, or when everything is made."""
        return self.wants(product, layout) and (
            not extra or self.print_options.everything or self.names_layout(product, layout)
        )

    @property
    def seats(self) -> int:
        """The number of seats to print the game for: the requested number, or the most that can play."""
        return self.print_options.players or self.game.file.players.seat_counts[-1]

    def copies(self, component: Component) -> int:
        """Return how many copies of a component to print: all, or those that are new or changed."""
        changed = self.print_options.changed
        if changed is None:
            return component.copies
        return min(component.copies, changed.copies.get(self.component_ids[component.id], 0))

    def is_printed(self, part: str) -> bool:
        """Tell whether to print a die or the reference cards; a build of changes leaves out unchanged ones."""
        return self.print_options.changed is None or part in self.print_options.changed.copies

    @property
    def suffix(self) -> str:
        """The ending of the names of files with some components only, so that they do not replace whole files."""
        changed = self.print_options.changed
        return "" if changed is None else "-chosen" if changed.is_chosen else "-changed"

    @property
    def label(self) -> str:
        """The beginning of the labels of sheets: the game, its version and, for a build of changes, since when."""
        name = f"{self.game.short_title} {self.game.file.version}"
        if self.print_options.changed is None or self.print_options.changed.is_chosen:
            return name
        since = self.print_options.changed.version or "nothing"
        return phrase(self.loaded.layouts.words, "changed since", name=name, version=since)

    @cached_property
    def drawn_cards(self) -> tuple[tuple[Component, Face, Face | None], ...]:
        """Every distinct card, tile or token with its drawn front and back."""
        return tuple((card, *self.draw_sides(front, back)) for card, front, back in self.specs)

    def document(self, pages: Sequence[Page], title: str = "", subject: str = "") -> Document:
        """Return a document in the game's language, called like the game if no other title is given."""
        return Document(title or self.game.title, pages, subject=subject, language=self.game.file.language)

    def draw(self, spec: FaceSpec) -> Face:
        """Return the face of a spec; equal specs are drawn once."""
        return self.composer.draw(spec)

    def draw_sides(self, front: FaceSpec, back: FaceSpec | None) -> tuple[Face, Face | None]:
        """Return the faces of the two sides of a card."""
        return self.draw(front), None if back is None else self.draw(back)

    @cached_property
    def cards(self) -> dict[str, Cards]:
        """The cards of each component, by its id: several if its text or its copies need them."""
        return {component.id: self.cards_of(component) for component in self.game.components}

    @cached_property
    def specs(self) -> Cards:
        """Every distinct card, tile or token with its front and back, not drawn yet."""
        return tuple(card for cards in self.cards.values() for card in cards)

    @cached_property
    def component_ids(self) -> dict[str, str]:
        """The id of the component of each card, by the id of the card."""
        return {card.id: component for component, cards in self.cards.items() for card, _, _ in cards}

    def cards_of(self, component: Component) -> Cards:
        """Return the cards of one component, composed on first use."""
        if component.id not in self._cards_of:
            drawn = [
                (one, front, self.composer.back(one))
                for one in self.composer.copies_apart(component)
                for front in self.composer.fronts(one)
            ]
            self._cards_of[component.id] = tuple(
                (self._numbered_card(one, part), front, back) for part, (one, front, back) in enumerate(drawn, 1)
            )
        return self._cards_of[component.id]

    def _numbered_card(self, component: Component, part: int) -> Component:
        """Return a component as one of its cards; further cards have unique ids of their own."""
        if part == 1:
            return component
        name = f"{component.id}-{part}"
        while name in self._ids:
            name = f"{component.id}-part-{part}" if "-part-" not in name else f"{name}-too"
        return replace(component, id=name, values={**component.values, "id": name})

    @cached_property
    def _ids(self) -> frozenset[str]:
        return frozenset(component.id for component in self.game.components)

    def card_name(self, name: str, card: Component) -> str:
        """Return the name of a card: that of its component, numbered if the component has several cards."""
        cards = self.cards[self.component_ids[card.id]]
        if len(cards) == 1:
            return name
        part = 1 + [component.id for component, _, _ in cards].index(card.id)
        return f"{name} ({phrase(self.loaded.layouts.words, 'continued card', part=part, parts=len(cards))})"

    @property
    def continued(self) -> dict[str, tuple[str, ...]]:
        """The ids of the cards of each component that has several, by the id of the component."""
        return {name: tuple(card.id for card, _, _ in cards) for name, cards in self.cards.items() if len(cards) > 1}

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """Every piece to print that is not folded: copy after copy, the cards of one component side by side."""
        return tuple(
            Piece(front, back, card.id)
            for cards in self.cards.values()
            if not cards[0][1].trim.is_folded
            for _ in range(self.copies(cards[0][0]))
            for card, front, back in cards
        )

    def flat_pieces(self, paper: PaperFile) -> tuple[Piece, ...]:
        """The pieces that fit on one sheet of a paper: all but boards that are split over several sheets."""
        split = {kind.trim for kind in self.game.kinds.values() if is_split(kind.trim, paper)}
        return tuple(piece for piece in self.pieces if piece.front.trim not in split) if split else self.pieces

    @cached_property
    def pawns(self) -> tuple[tuple[Component, Face], ...]:
        """Every distinct component that is folded to stand, with its front."""
        return tuple((component, self.draw(front)) for component, front, _ in self.specs if front.trim.is_folded)

    @cached_property
    def tuck_boxes(self) -> tuple[TuckBox, ...]:
        """The tuck boxes of the game, when they are requested."""
        if not self.game.file.tuck_boxes or not self.wants("boxes"):
            return ()
        from punchboard.compose.tuck_nets import tuck_boxes  # noqa: PLC0415 - few builds make boxes

        return tuck_boxes(self.loaded, self.composer, self.cards)

    @cached_property
    def dice(self) -> dict[str, tuple[FaceSpec, ...]]:
        """The specs of the six faces of each die, by its name; a die without values is left out."""
        by_name = {name: die_specs(self.game, self.composer, name) for name in self.game.file.dice}
        return {name: specs for name, specs in by_name.items() if specs}

    @cached_property
    def drawn_dice(self) -> dict[str, tuple[Face, ...]]:
        """The six drawn faces of each die, by its name."""
        return {name: tuple(map(self.draw, specs)) for name, specs in self.dice.items()}

    @property
    def snapshot(self) -> Snapshot:
        """The fingerprints and values of all components, by which a later build finds the changed ones."""
        return take_snapshot(self.loaded, ((one, self._sides(one)) for one in self.game.components))

    def _sides(self, component: Component) -> tuple[FaceSpec, ...]:
        """Return the sides of a component as if its whole text stood on one card."""
        cards = self.cards[component.id]
        _, *sides = cards[0]
        if len(cards) > 1:
            return self.composer.single_card_specs(component)
        return tuple(side for side in sides if side is not None)

    @property
    def printed_dice(self) -> dict[str, tuple[Face, ...]]:
        """The dice to print as nets and stickers."""
        return {name: faces for name, faces in self.drawn_dice.items() if self.is_printed(DIE_NAME.format(name))}

    @cached_property
    def reference_cards(self) -> tuple[Piece, ...]:
        """The quick-reference cards: each ``#`` of reference.md is a side, two sides to a card."""
        if "reference" not in self.game.texts:
            return ()
        from punchboard.compose.books.prose import text_with_places  # noqa: PLC0415 - sheets alone need no prose

        trim = trim_from_text(self.game.file.reference)
        file, (filled, places) = self.game.text_file("reference"), text_with_places(self.game, "reference")
        cards = [
            ({"title": title, "text": text, "side": number, "sides": count}, Place(file, places.line(line)))
            for number, count, title, text, line in card_sides(filled)
        ]
        sides = self.composer.set_specs("reference", trim, cards)
        pairs = zip_longest(sides[::2], sides[1::2])
        return tuple(Piece(front, back, f"reference-{number}") for number, (front, back) in enumerate(pairs, 1))

    def _compose(self, name: str) -> Book:
        """Compose a book, after all faces: it credits the artists of the icons that they show."""
        if self.loaded.icon_sets:
            for side in self.sides:
                self.draw(side)
        return super()._compose(name)

    @property
    def all_specs(self) -> Iterator[tuple[str, FaceSpec]]:
        """Every side of every component, die and reference card, with the id of that piece."""
        for component, *sides in self.specs:
            yield from ((component.id, side) for side in sides if side is not None)
        for name, die in self.dice.items():
            yield from ((f"{name}-{number}", side) for number, side in enumerate(die, 1))
        for card in self.reference_cards:
            yield from ((card.id, side) for side in card.sides)

    @cached_property
    def sides(self) -> tuple[FaceSpec, ...]:
        """Every distinct side of components, dice and reference cards, each once and not drawn yet."""
        return tuple(dict.fromkeys(side for _, side in self.all_specs))

    @property
    def other_faces(self) -> Iterator[Face]:
        """Every distinct face of tuck boxes, and of the pages and chapters of books."""
        faces = [side for box in self.tuck_boxes for side in box.faces]
        for name in self.book_names:
            faces += self.book(name).faces
        yield from dict.fromkeys(faces)

    @property
    def all_faces(self) -> tuple[Face, ...]:
        """Every distinct face, each once: fronts, backs, dice, reference cards, pages and chapters of books."""
        return tuple(dict.fromkeys((*map(self.draw, self.sides), *self.other_faces)))

    @property
    def icon_credits(self) -> tuple[IconCredit, ...]:
        """The icon sets whose icons are used, each with the artists to credit."""
        if not any(":" in name for name in self.loaded.icons_used()):
            return ()
        from punchboard.compose.books.listings import icon_credits  # noqa: PLC0415 - few games have icons of sets

        return icon_credits(self.loaded)
