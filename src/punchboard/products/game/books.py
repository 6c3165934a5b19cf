"""The books of a game: the rulebook and sheets of paper, each composed once, when its pages are asked for.

What an earlier build knows of a book is told without them: a book goes by the files beside the tables of components,
and by what its text and its pictures ask of these.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

from punchboard.compose.faces.composer import FaceComposer
from punchboard.model.game.game import Game
from punchboard.model.game.material import Material
from punchboard.model.layout.face import Face
from punchboard.problem import Place, Problem, fail
from punchboard.products.game.answers import Anew, Answer
from punchboard.products.game.book_summary import Brief, brief_of, in_brief
from punchboard.products.game.selection import Chosen

if TYPE_CHECKING:
    from punchboard.compose.books.book import Book, BookComposer

_PAPER_SHEETS: Mapping[str, Callable[[Game], bool]] = MappingProxyType(
    {
        "set-up": lambda game: bool(game.file.setup),
        "score": lambda game: "score" in game.texts,
        "playtest": lambda game: "turn" in game.texts,
    }
)
"""The sheets of paper by the name of their text and book, and what tells whether a game fills them."""


class Bound(Chosen):
    """Those of the books that are chosen.

    Args:
        material: the loaded game.
        composer: makes its faces.
        only: the products that are asked for.
    """

    def __init__(self, material: Material, composer: FaceComposer, only: Sequence[str]) -> None:
        super().__init__(only)
        self.material, self.game, self.composer = material, material.game, composer
        self.answers = Anew()
        """Answers what takes long to work out."""
        self._books: dict[str, Book] = {}
        self._briefs: dict[str, Brief] = {}

    def ask_of_game(self, question: str, goes_by: object, work: Callable[[Game], str]) -> Answer:
        """Return the answer to a question that goes by some values, and by what it asks the components of the game.

        What is known of the game as it is played asks them nothing, so what that may go by is asked here.
        """

        def told(game: Game) -> str:
            if game.file.setup or game.file.turn or game.file.round:
                from punchboard.engine.script.game_key import asked_of  # noqa: PLC0415 - of a game that is played

                asked_of(game)
            return work(game)

        ground = self.composer.known.ground
        if not ground or self.material.icon_sets:  # the icons of sets are counted while they are drawn
            return Answer(work(self.game))
        return self.answers.of_game(question, (ground, goes_by), self.game, told)

    @property
    def rulebook(self) -> Book | None:
        """The composed rulebook, where there is one and it, or what shows it, is asked for."""
        return self.book("rulebook") if "rulebook" in self.book_names else None

    @cached_property
    def book_names(self) -> tuple[str, ...]:
        """The texts that are asked for and made into books: the rulebook, and sheets that have to say anything."""
        shown = any(map(self.wants, ("rulebook", "booklet", "checks", "tabletop-simulator")))
        sheets = [name for name in _PAPER_SHEETS if self.wants(name) or self.wants("checks")]
        names = [name for name in sheets if _PAPER_SHEETS[name](self.game)]
        known = self.game.texts.keys() & self.material.layouts.books.keys()
        rulebook = ("rulebook",) if shown and "rulebook" in self.game.texts else ()
        return (*rulebook, *(name for name in names if name in known))

    def book(self, name: str) -> Book:
        """Return one of these books, composed once."""
        return self._books.get(name) or self._set(name, self.game)

    def brief(self, name: str) -> Brief:
        """Return one of these books in brief; it is composed where it is not known."""
        if name not in self._briefs:
            found = self.ask_of_game(f"the book {name}", None, lambda game: in_brief(self._set(name, game)))
            self._briefs[name] = brief_of(*found)
        return self._briefs[name]

    def ask_of_book(self, name: str, question: str, goes_by: object, work: Callable[[], str]) -> str:
        """Return the answer to a question that goes by a book, and by some values."""
        known = self.brief(name).name
        return self.answers.ask(question, (known, goes_by), work) if known else work()

    def faces_of_book(self, name: str) -> tuple[Face, ...]:
        """Return the faces of the pages and chapters of a book; none where all are known to be sound."""
        if name not in self._books and self.brief(name).looks <= self.composer.known.sound:
            return ()
        return self.book(name).faces

    @property
    def has_set_books(self) -> bool:
        """Whether any of them was composed so far."""
        return bool(self._books)

    @cached_property
    def books(self) -> BookComposer:
        """The composer of the rulebook."""
        return self._book_composer("rulebook", self.material)

    def _set(self, name: str, game: Game) -> Book:
        """Compose a book of the game, which may note what its components are asked for."""
        if game is self.game:
            composer = self.books if name == "rulebook" else self._book_composer(name, self.material)
        else:
            composer = self._book_composer(name, replace(self.material, game=game))
        self._books[name] = book = composer.book()
        return book

    def _book_composer(self, name: str, material: Material) -> BookComposer:
        from punchboard.compose.books.book import BookComposer  # noqa: PLC0415 - sheets alone need no books

        if name not in self.material.layouts.books:
            hint = f"put its pages into layouts/{self.game.id}/books/{name}.yaml"
            raise fail("REF001", Place(self.game.file_of(name)), f"no book is called {name!r}", hint)
        return BookComposer(material, self.composer, name)

    @property
    def book_problems(self) -> tuple[Problem, ...]:
        """What composing found wrong with the texts of books."""
        return tuple(problem for name in self.book_names for problem in self.brief(name).problems)
