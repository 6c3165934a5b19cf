"""A game with its faces composed: what every product is made from, and what a product is."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import zip_longest
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from punchboard.check.severities import Judged
from punchboard.compose.dice import die_faces
from punchboard.compose.faces import FaceComposer
from punchboard.compose.sheets import Piece
from punchboard.compose.snapshots import DIE, snapshot
from punchboard.compose.tiling import is_split
from punchboard.expression import template
from punchboard.model.changes import Snapshot
from punchboard.model.face import Face
from punchboard.model.game import Component, Game
from punchboard.model.material import Material
from punchboard.model.printed import Printed
from punchboard.model.sheet import Flip, PaperFile, paper_named
from punchboard.model.trim import trim_from_text
from punchboard.model.wishes import NOTHING_MORE, Raster, Standard, Wishes
from punchboard.problem import Place, Problem, fail
from punchboard.scene import Document

if TYPE_CHECKING:
    from punchboard.compose.book import Book, BookComposer
    from punchboard.compose.tuckboxes import TuckBox


class Product(NamedTuple):
    """One document and the file, or the files, it becomes.

    ``form`` is pdf, svg, dxf, png, jpg or data. Of png and jpg, each page is a file: ``names`` has a path for each, or
    ``path`` is that of the only one. What is ``data`` is written as it is.
    """

    path: str
    document: Document = Document("", ())
    form: str = "pdf"
    pieces: int = 0
    data: bytes = b""
    names: tuple[str, ...] = ()
    again: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    """Further paths of pictures by their names: the same bytes, rendered once."""
    raster: Raster = Raster()
    standard: Standard | None = None
    """What this PDF is built to, whatever the build was asked for; a shop's wish."""
    ink_limit: int = 0
    """The most ink in all that its shop takes, in per cent; 0 when none is known."""
    at_home: bool = False
    """Whether it is printed at home, on a printer that a profile may have measured."""
    on_screen: bool = False
    """Whether it is for screens alone: plain and in RGB, whatever profile and standard the build was asked for."""
    expected: Printed | None = None
    """What its PDF must show; where nothing is said, that it can be read and that its fonts are in it."""
    flip: Flip = "long edge"
    """The edge that its sheets are turned over on, where they have backs."""


_PAPER_SHEETS: Mapping[str, Callable[[Game], bool]] = MappingProxyType(
    {
        "set-up": lambda game: bool(game.file.setup),
        "score": lambda game: "score" in game.texts,
        "playtest": lambda game: "turn" in game.texts,
    }
)
"""The sheets of paper by the name of their text and book, and what tells whether a game fills them."""


class Composed:
    """A game on its way to paper: faces, pieces and books are composed once, for all products and papers."""

    def __init__(
        self, material: Material, papers: Sequence[str], only: Sequence[str] = (), wishes: Wishes = NOTHING_MORE
    ) -> None:
        self.material = material
        self.wishes = wishes
        self.game = material.game
        self.papers: dict[str, PaperFile] = dict(paper_named(name, material.layouts.papers) for name in papers)
        self.composer = FaceComposer(material, wishes.ink)
        self._only = frozenset(only)
        self.judged = Judged()
        """What the checks have found; nothing before they were made."""
        self.notes: list[Problem] = []
        """What products have to say of themselves while they are made: files left out, and why."""

    def wants(self, product: str, layout: str = "") -> bool:
        """Tell whether a product, or one layout of it (``sheets/fronts``), was asked for."""
        if not self._only or product in self._only:
            return True
        return f"{product}/{layout}" in self._only if layout else any(f"{product}/" in name for name in self._only)

    def wants_layout(self, product: str, layout: str, *, extra: bool) -> bool:
        """Tell whether a layout is made: an extra one when all products are, or when it is named itself."""
        wanted = self.wants(product, layout)
        return wanted and (not extra or self.wishes.everything or self.names_layout(product, layout))

    def names_layout(self, product: str, layout: str) -> bool:
        """Tell whether a layout was asked for by its own name."""
        return f"{product}/{layout}" in self._only

    def named(self, product: str) -> bool:
        """Tell whether a product, or a layout of it, was asked for by its name."""
        return any(name.partition("/")[0] == product for name in self._only)

    @property
    def seats(self) -> int:
        """For how many seats a game is printed: those asked for, or the most that can play."""
        return self.wishes.players or self.game.file.players.seat_counts[-1]

    def copies(self, component: Component) -> int:
        """Return how many of a component are printed: all, or those that are new or changed."""
        changed = self.wishes.changed
        return component.copies if changed is None else changed.copies.get(component.id, 0)

    def reprints(self, part: str) -> bool:
        """Tell whether a die, or the reference cards, are printed: always but when they have not changed."""
        return self.wishes.changed is None or part in self.wishes.changed.copies

    @property
    def suffix(self) -> str:
        """What the names of files end with that hold what has changed alone, so that they take no other's place."""
        return "" if self.wishes.changed is None else "-changed"

    @property
    def label(self) -> str:
        """What the labels of sheets begin with: the game and its version, and since when what is on them changed."""
        name = f"{self.game.short} {self.game.file.version}"
        if self.wishes.changed is None:
            return name
        phrase = self.material.layouts.words.get("phrases", {}).get("changed since", "{{ name }} ({{ version }})")
        return str(template(phrase)({"name": name, "version": self.wishes.changed.version or "nothing"}))

    @cached_property
    def faces(self) -> tuple[tuple[Component, Face, Face | None], ...]:
        """Every distinct component with its face and back."""
        return tuple(
            (component, self.composer.front(component), self.composer.back(component))
            for component in self.game.components
        )

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """Every physical component that lies flat, copies one after another."""
        return tuple(
            Piece(front, back, component.id)
            for component, front, back in self.faces
            if not front.trim.folded
            for _ in range(self.copies(component))
        )

    def flat(self, paper: PaperFile) -> tuple[Piece, ...]:
        """Every physical component that lies flat on a paper: all but boards that are split over several."""
        split = {kind.trim for kind in self.game.kinds.values() if is_split(kind.trim, paper)}
        return tuple(piece for piece in self.pieces if piece.front.trim not in split) if split else self.pieces

    def split(self, paper: PaperFile) -> tuple[tuple[Component, Face], ...]:
        """Every side of a board that is larger than a paper and so split over several, with its component."""
        return tuple(
            (component, side)
            for component, front, back in self.faces
            for side in (front, back)
            if side is not None and is_split(side.trim, paper)
        )

    @cached_property
    def pawns(self) -> tuple[tuple[Component, Face], ...]:
        """Every distinct component that is folded to stand, with its front."""
        return tuple((component, front) for component, front, _ in self.faces if front.trim.folded)

    @cached_property
    def tuck_boxes(self) -> tuple[TuckBox, ...]:
        """The tuck boxes that the game asks for, ready to be drawn."""
        if not self.game.file.tuck_boxes or not self.wants("boxes"):
            return ()
        from punchboard.compose.tuckboxes import tuck_boxes  # noqa: PLC0415 - few builds make boxes

        return tuck_boxes(self.material, self.composer)

    @cached_property
    def dice(self) -> dict[str, tuple[Face, ...]]:
        """The six faces of each die by its name; a die whose values are not there is left out."""
        found = {name: die_faces(self.game, self.composer, name) for name in self.game.file.dice}
        return {name: faces for name, faces in found.items() if faces}

    @property
    def state(self) -> Snapshot:
        """The looks and values of all components, by which a later build tells what has changed."""
        origins = self.composer.drawn_from()
        sides = (
            (part, (origins[front], origins[back]) if back else (origins[front],)) for part, front, back in self.faces
        )
        return snapshot(self.material, sides)

    @property
    def printed_dice(self) -> dict[str, tuple[Face, ...]]:
        """The dice that nets and stickers are printed of."""
        return {name: faces for name, faces in self.dice.items() if self.reprints(DIE.format(name))}

    @cached_property
    def reference_cards(self) -> tuple[Piece, ...]:
        """The quick-reference cards: each ``#`` of reference.md is a side, two sides to a card."""
        if "reference" not in self.game.texts:
            return ()
        from punchboard.compose.prose import filled  # noqa: PLC0415 - sheets alone need no prose

        trim = trim_from_text(self.game.file.reference)
        file = self.game.file_of("reference")
        sides = [
            self.composer.face(
                "reference", trim, {"title": title, "text": text, "side": number, "sides": count}, Place(file, line)
            )
            for number, count, title, text, line in _sides(filled(self.game, "reference"))
        ]
        pairs = zip_longest(sides[::2], sides[1::2])
        return tuple(Piece(front, back, f"reference-{number}") for number, (front, back) in enumerate(pairs, 1))

    @cached_property
    def rulebook(self) -> Book | None:
        """The composed rulebook, where there is one and it, or what shows it, is asked for."""
        wanted = any(map(self.wants, ("rulebook", "booklet", "checks", "tabletop-simulator")))
        return self.books.book() if wanted and "rulebook" in self.game.texts else None

    @cached_property
    def books(self) -> BookComposer:
        """The composer of the rulebook."""
        return self._book_composer("rulebook")

    @cached_property
    def paper_sheets(self) -> dict[str, Book]:
        """The composed sheets of paper by name: those that were asked for and that the game has something to say on."""
        wanted = [name for name in _PAPER_SHEETS if self.wants(name) or self.wants("checks")]
        names = [name for name in wanted if _PAPER_SHEETS[name](self.game)]
        known = self.game.texts.keys() & self.material.layouts.books.keys()
        return {name: self._book_composer(name).book() for name in names if name in known}

    def _book_composer(self, name: str) -> BookComposer:
        from punchboard.compose.book import BookComposer  # noqa: PLC0415 - sheets alone need no books

        if name not in self.material.layouts.books:
            hint = f"put its pages into layouts/{self.game.id}/books/{name}.yaml"
            raise fail("REF001", Place(self.game.file_of(name)), f"no book is called {name!r}", hint)
        return BookComposer(self.material, self.composer, name)

    @cached_property
    def all_faces(self) -> tuple[Face, ...]:
        """Every distinct face, each once: fronts, backs, dice, reference cards, pages and chapters of books."""
        sides = [side for _, front, back in self.faces for side in (front, back)]
        sides += [side for faces in self.dice.values() for side in faces]
        sides += [side for card in self.reference_cards for side in card.sides]
        sides += [side for box in self.tuck_boxes for side in box.faces]
        for book in self.all_books.values():
            sides += book.faces
        return tuple(dict.fromkeys(side for side in sides if side is not None))

    @property
    def all_books(self) -> dict[str, Book]:
        """The composed rulebook and sheets of paper, by the names of their texts."""
        return {**({"rulebook": self.rulebook} if self.rulebook is not None else {}), **self.paper_sheets}

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What composing found wrong."""
        found = [problem for face in self.all_faces for problem in face.problems]
        for book in self.all_books.values():
            found += book.problems
        return tuple(dict.fromkeys(found))


def _sides(text: str) -> list[tuple[int, int, str, str, int]]:
    """Return (number, count, title, Markdown, line) for each ``# Title`` of a text."""
    starts = list(re.finditer(r"^# +(.+)$", text, re.MULTILINE))
    ends = [match.start() for match in starts[1:]] + [len(text)]
    return [
        (
            number,
            len(starts),
            match.group(1).strip(),
            text[match.end() : end].strip(),
            text.count("\n", 0, match.start()) + 1,
        )
        for number, (match, end) in enumerate(zip(starts, ends, strict=True), 1)
    ]
