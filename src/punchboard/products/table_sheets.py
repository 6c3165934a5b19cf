"""Sheets that are made from a text, such as the score sheet, each for every paper."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from punchboard.geometry import Affine, Rect, Size
from punchboard.model.game.game import TEXT_SHEETS
from punchboard.model.printing.sheet import PaperFile
from punchboard.problem import Place, Problem, Severity
from punchboard.products.expected import expected_paper
from punchboard.products.game.composed_game import ComposedGame, Product
from punchboard.products.game.validation import select_products
from punchboard.scene import Document, Group, Page


def table_sheet(composed: ComposedGame, name: str) -> Iterator[Product]:
    """Yield a sheet of `TEXT_SHEETS` for each paper that it fits on; nothing if the game has no such sheet."""
    if name not in composed.book_names:
        return
    book = composed.book(name)
    for paper_name, paper in composed.papers.items():
        if _page_too_large(book.document.pages, paper) is not None:
            continue  # `sheet_problems` reports it
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


def sheet_problems(composed: ComposedGame) -> Iterator[Problem]:
    """Yield a warning for each paper that is too small for some sheets; an error if nothing else is made for it."""
    made = select_products(composed, everything=composed.print_options.everything)
    for paper_name, paper in composed.papers.items():
        too_large = {
            name: size
            for name in made
            if name in TEXT_SHEETS and name in composed.book_names
            if (size := _page_too_large(composed.book(name).document.pages, paper)) is not None
        }
        if too_large:
            place = composed.loaded.layouts.paper_places.get(paper_name, Place("--paper"))
            severity = Severity.WARNING if too_large.keys() < {*made} else Severity.ERROR
            yield Problem("SHEET001", place, *_message_and_hint(too_large, paper), severity)


def _message_and_hint(too_large: Mapping[str, Size], paper: PaperFile) -> tuple[str, str]:
    *others, last = too_large
    names = f"{', '.join(others)} and {last} sheets, which are" if others else f"{last} sheet, which is"
    width, height = (max(sides) for sides in zip(*too_large.values(), strict=True))
    message = f"{paper.name} is too small for the {names} left out"
    return message, f"use a paper of at least {width:g} x {height:g} mm"


def _page_too_large(pages: Sequence[Page], paper: PaperFile) -> Size | None:
    """Return the size of the first page that is larger than a paper; None if all fit."""
    sizes = (_trim(page).size for page in pages)
    return next((size for size in sizes if size.width > paper.width or size.height > paper.height), None)
