"""The books of a game: the rulebook and paper sheets such as the score sheet, each composed when first needed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final

from punchboard.compose.faces.composer import FaceComposer
from punchboard.model.game.game import BOOK_TEXTS, TEXT_SHEETS, LoadedGame
from punchboard.problem import Place, Problem, fail

if TYPE_CHECKING:
    from punchboard.compose.books.book import Book, BookComposer
    from punchboard.model.layout.book_file import BookFile
    from punchboard.model.printing.sheet import PaperFile


class ProductSelection:
    """The products and layouts that ``--only`` names; all products when it names none."""

    def __init__(self, only: Sequence[str]) -> None:
        self._only = frozenset(only)

    def wants(self, product: str, layout: str = "") -> bool:
        """Tell whether a product, or one layout of it (``sheets/fronts``), is selected."""
        if not self._only or product in self._only:
            return True
        return f"{product}/{layout}" in self._only if layout else any(f"{product}/" in name for name in self._only)

    def names_layout(self, product: str, layout: str) -> bool:
        """Tell whether ``--only`` names this layout."""
        return f"{product}/{layout}" in self._only

    def names_product(self, product: str) -> bool:
        """Tell whether ``--only`` names this product or a layout of it."""
        return any(name.partition("/")[0] == product for name in self._only)


class BookSet(ProductSelection):
    """The books that a build needs.

    Args:
        loaded: the loaded game.
        composer: composes the faces of the game.
        only: the names of the requested products; all when empty.
    """

    def __init__(self, loaded: LoadedGame, composer: FaceComposer, only: Sequence[str]) -> None:
        super().__init__(only)
        self.loaded, self.game, self.composer = loaded, loaded.game, composer
        self._books: dict[str, Book] = {}

    @property
    def rulebook(self) -> Book | None:
        """The composed rulebook; None when the game has none, or no requested product shows it."""
        return self.book("rulebook") if "rulebook" in self.book_names else None

    @cached_property
    def book_names(self) -> tuple[str, ...]:
        """The names of the books that requested products show: bound books, and the paper sheets that the game has.

        The rulebook and the design notes go together: a rule of the game's document may be in either of them.

        With the product ``checks``, which a default build makes, these are all sheets, extra ones too: a mistake in a
        sheet is reported before someone wants to print it.
        """
        shown = any(map(self.wants, (*BOOK_TEXTS, "booklet", "epub", "checks", "tabletop-simulator")))
        sheets = {name: row for name, row in TEXT_SHEETS.items() if self.wants(name) or self.wants("checks")}
        names = [name for name, sheet in sheets.items() if sheet.is_for(self.game)]
        known = self.game.texts.keys() & self.loaded.layouts.books.keys()
        bound = [name for name in BOOK_TEXTS if shown and name in self.game.texts]
        return (*bound, *(name for name in names if name in known))

    def book(self, name: str) -> Book:
        """Return a book by name, composed at the first call."""
        return self._books.get(name) or self._compose(name)

    def sheet(self, name: str, paper: PaperFile) -> Book:
        """Return a sheet by name, higher on a paper that leaves room for it if its layout has even margins."""
        base = self.loaded.layouts.books.get(name)
        file = base and on_paper(base, paper)
        if file is None or file is base:
            return self.book(name)
        from punchboard.compose.books.book import BookComposer  # noqa: PLC0415 - as in `_book_composer`

        return BookComposer(self.loaded, self.composer, name, file=file).compose()

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
            hint = f"describe its pages in layouts/{self.game.id}/books/{name}.yaml"
            raise fail("REF001", Place(self.game.text_file(name)), f"no book layout is called {name!r}", hint)
        return BookComposer(self.loaded, self.composer, name)

    @property
    def book_problems(self) -> tuple[Problem, ...]:
        """The problems that composing the books found in their texts."""
        return tuple(problem for name in self.book_names for problem in self.book(name).problems)


def on_paper(book: BookFile, paper: PaperFile) -> BookFile:
    """Return the layout of a sheet with the page that it has on a paper."""
    width, height = book.page
    grown = paper.height - paper.width + width - height
    if not book.even_margins or grown <= 0:
        return book
    masters = {
        name: master.model_copy(update={"regions": tuple((x, y, w, h + grown) for x, y, w, h in master.regions)})
        for name, master in book.masters.items()
    }
    return book.model_copy(update={"page": (width, height + grown), "masters": masters})


_TITLE: Final = re.compile(r"^# +(.+)$", re.MULTILINE)


def card_sides(text: str) -> list[tuple[int, int, str, str, int]]:
    """Return (number, count, title, Markdown, line) for each side of a text; an empty text has none."""
    headings = [(match.start(), match.end(), match[1].strip()) for match in _TITLE.finditer(text)]
    first = len(text) - len(text.lstrip())
    if text.strip() and (not headings or headings[0][0] > first):
        headings.insert(0, (first, first, ""))
    ends = [start for start, _, _ in headings[1:]] + [len(text)]
    return [
        (number, len(headings), title, text[begin:end].strip(), text.count("\n", 0, start) + 1)
        for number, ((start, begin, title), end) in enumerate(zip(headings, ends, strict=False), 1)
    ]
