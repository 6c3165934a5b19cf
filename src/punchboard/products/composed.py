"""A game with its faces composed: what every product is made from, and what a product is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from punchboard.compose.faces import FaceComposer
from punchboard.compose.sheets import Piece
from punchboard.model.face import Face
from punchboard.model.game import Component
from punchboard.model.layout import PaperFile
from punchboard.model.material import Material
from punchboard.model.trim import trim_from_text
from punchboard.problem import Place, Problem
from punchboard.scene import Document

if TYPE_CHECKING:
    from punchboard.compose.book import Book, BookComposer


class Product(NamedTuple):
    """One document and the file it becomes; ``form`` is pdf or svg."""

    path: str
    document: Document
    form: str = "pdf"
    pieces: int = 0


class Composed:
    """A game on its way to paper: faces, pieces and books are composed once, for all products and papers."""

    def __init__(self, material: Material, papers: Sequence[str], only: Sequence[str] = ()) -> None:
        self.material = material
        self.game = material.game
        self.papers: dict[str, PaperFile] = {name: material.layouts.papers[name] for name in papers}
        self.composer = FaceComposer(material)
        self._only = frozenset(only)

    def wants(self, product: str, layout: str = "") -> bool:
        """Tell whether a product, or one layout of it (``sheets/fronts``), was asked for."""
        if not self._only or product in self._only:
            return True
        return f"{product}/{layout}" in self._only if layout else any(f"{product}/" in name for name in self._only)

    @cached_property
    def faces(self) -> tuple[tuple[Component, Face, Face | None], ...]:
        """Every distinct component with its face and back."""
        return tuple(
            (component, self.composer.front(component), self.composer.back(component))
            for component in self.game.components
        )

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """Every physical component, copies one after another."""
        return tuple(Piece(front, back) for component, front, back in self.faces for _ in range(component.copies))

    @cached_property
    def reference_cards(self) -> tuple[Piece, ...]:
        """The quick-reference cards: each ``#`` of reference.md is a side, two sides to a card."""
        if "reference" not in self.game.texts:
            return ()
        from punchboard.compose.prose import filled  # noqa: PLC0415 - sheets alone need no prose

        trim = trim_from_text(self.game.file.reference)
        file = f"{self.game.place.file.rsplit('/', 1)[0]}/reference.md"
        sides = [
            self.composer.face(
                "reference", trim, {"title": title, "text": text, "side": number, "sides": count}, Place(file, line)
            )
            for number, count, title, text, line in _sides(filled(self.game, "reference"))
        ]
        return tuple(
            Piece(*sides[start : start + 2]) if start + 1 < len(sides) else Piece(sides[start], None)
            for start in range(0, len(sides), 2)
        )

    @cached_property
    def rulebook(self) -> Book | None:
        """The composed rulebook, when the game has one and it, or all, was asked for."""
        return self.books.book() if "rulebook" in self.game.texts else None

    @cached_property
    def books(self) -> BookComposer:
        """The composer of the rulebook."""
        from punchboard.compose.book import BookComposer  # noqa: PLC0415 - sheets alone need no books

        return BookComposer(self.material, self.composer, "rulebook")

    @property
    def all_faces(self) -> tuple[Face, ...]:
        """Every distinct face, each once: fronts, backs, reference cards, the pages and chapters of the rulebook."""
        sides = [side for _, front, back in self.faces for side in (front, back)]
        sides += [side for card in self.reference_cards for side in card]
        sides += self.rulebook.faces if self.rulebook is not None else ()
        return tuple(dict.fromkeys(side for side in sides if side is not None))

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What composing found wrong."""
        found = [problem for face in self.all_faces for problem in face.problems]
        if self.rulebook is not None:
            found += self.rulebook.problems
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
