"""The books of a game: the rulebook and sheets of paper, each composed once, when its pages are asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

from punchboard.compose.faces.composer import FaceComposer
from punchboard.model.game.game import Game
from punchboard.model.game.loaded_game import LoadedGame
from punchboard.problem import Place, Problem, fail
from punchboard.products.game.selection import ProductSelection

if TYPE_CHECKING:
    from punchboard.compose.books.book import Book, BookComposer

_SHEET_BOOKS: Mapping[str, Callable[[Game], bool]] = MappingProxyType(
    {
        "set-up": lambda game: bool(game.file.setup),
        "score": lambda game: "score" in game.texts,
        "playtest": lambda game: "turn" in game.texts,
    }
)
"""The sheets of paper by the name of their text and book, and what tells whether a game fills them."""


class BookSet(ProductSelection):
    """Those of the books that are chosen.

    Args:
        loaded: the loaded game.
        composer: makes its faces.
        only: the products that are asked for.
    """

    def __init__(self, loaded: LoadedGame, composer: FaceComposer, only: Sequence[str]) -> None:
        super().__init__(only)
        self.loaded, self.game, self.composer = loaded, loaded.game, composer
        self._books: dict[str, Book] = {}

    @property
    def rulebook(self) -> Book | None:
        """The composed rulebook, where there is one and it, or what shows it, is asked for."""
        return self.book("rulebook") if "rulebook" in self.book_names else None

    @cached_property
    def book_names(self) -> tuple[str, ...]:
        """The texts that are asked for and made into books: the rulebook, and sheets that have to say anything."""
        shown = any(map(self.wants, ("rulebook", "booklet", "checks", "tabletop-simulator")))
        sheets = [name for name in _SHEET_BOOKS if self.wants(name) or self.wants("checks")]
        names = [name for name in sheets if _SHEET_BOOKS[name](self.game)]
        known = self.game.texts.keys() & self.loaded.layouts.books.keys()
        rulebook = ("rulebook",) if shown and "rulebook" in self.game.texts else ()
        return (*rulebook, *(name for name in names if name in known))

    def book(self, name: str) -> Book:
        """Return one of these books, composed once."""
        return self._books.get(name) or self._compose(name)

    @cached_property
    def rulebook_composer(self) -> BookComposer:
        """The composer of the rulebook."""
        return self._book_composer("rulebook")

    def _compose(self, name: str) -> Book:
        """Compose a book of the game."""
        composer = self.rulebook_composer if name == "rulebook" else self._book_composer(name)
        self._books[name] = book = composer.compose()
        return book

    def _book_composer(self, name: str) -> BookComposer:
        from punchboard.compose.books.book import BookComposer  # noqa: PLC0415 - sheets alone need no books

        if name not in self.loaded.layouts.books:
            hint = f"put its pages into layouts/{self.game.id}/books/{name}.yaml"
            raise fail("REF001", Place(self.game.text_file(name)), f"no book is called {name!r}", hint)
        return BookComposer(self.loaded, self.composer, name)

    @property
    def book_problems(self) -> tuple[Problem, ...]:
        """What composing found wrong with the texts of books."""
        return tuple(problem for name in self.book_names for problem in self.book(name).problems)
