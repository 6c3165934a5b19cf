"""Set-up sheet, score sheet and playtest sheet, each for every paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from punchboard.geometry import Affine, Rect, Size
from punchboard.model.printing.sheet import PaperFile
from punchboard.problem import Place, fail
from punchboard.products.expected import expected_paper
from punchboard.products.game.composed_game import ComposedGame, Product
from punchboard.scene import Document, Group, Page


def set_up(composed: ComposedGame) -> Iterator[Product]:
    """Yield the set-up sheet of a game whose set-up is in its data."""
    return _sheet(composed, "set-up")


def score(composed: ComposedGame) -> Iterator[Product]:
    """Yield the score sheet of a game that has a ``score.md``."""
    return _sheet(composed, "score")


def playtest(composed: ComposedGame) -> Iterator[Product]:
    """Yield the playtest sheet of a game that has a ``turn.md``: half a page about the game, half for a record."""
    return _sheet(composed, "playtest")


def _sheet(composed: ComposedGame, name: str) -> Iterator[Product]:
    if name not in composed.book_names:
        return
    book = composed.book(name)
    for paper_name, paper in composed.papers.items():
        _ensure_room(book.document.pages, paper, name)
        pages = tuple(centred_page(page, paper) for page in book.document.pages)
        title = f"{composed.game.title}: {name}"
        document = Document(title, pages, language=composed.game.file.language)
        yield Product(
            f"print-and-play/{paper_name}-{name}.pdf", document, is_home_print=True, expected=expected_paper(paper)
        )


def centred_page(page: Page, paper: PaperFile) -> Page:
    """Return a page centred on a paper, so that one composed page serves every paper that is large enough."""
    trim = _trim(page)
    x, y = (paper.width - trim.width) / 2 - trim.x, (paper.height - trim.height) / 2 - trim.y
    items = (Group(page.items, Affine.move(x, y)),)
    return Page(Size(paper.width, paper.height), items, label=page.label)


def _trim(page: Page) -> Rect:
    return page.trim or Rect(0, 0, *page.size)


def _ensure_room(pages: Sequence[Page], paper: PaperFile, name: str) -> None:
    """Raise SHEET001 if a page is larger than a paper."""
    for width, height in (_trim(page).size for page in pages):
        if width > paper.width or height > paper.height:
            message = f"the {name} sheet is {width:g} x {height:g} mm and does not fit on {paper.name}"
            raise fail("SHEET001", Place("layouts/papers.yaml"), message, "choose a larger paper")
