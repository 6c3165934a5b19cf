"""Books as PDFs with bookmarks and links, and as one HTML page each; the rulebook as booklets to fold and staple."""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from punchboard.compose.booklets import (
    BookletComposer,
    BookletImposition,
    Labels,
    booklet_imposition,
    page_scale,
    smallest_type_size,
)
from punchboard.geometry import Rect, Size
from punchboard.model.printing.sheet import BookletFile, PaperFile
from punchboard.problem import Place, Problem, ProblemsFound, Severity, fail
from punchboard.products.expected import expected_book, expected_booklet
from punchboard.products.game.composed_game import ComposedGame, Product
from punchboard.products.web.rulebook import book_page
from punchboard.scene import Document


def book(composed: ComposedGame, name: str) -> Iterator[Product]:
    """Yield a book as PDF and as HTML: ``rulebook.pdf`` and ``rulebook.html``; nothing if the game has no such text."""
    if name in composed.book_names:
        yield Product(f"{name}.pdf", composed.book(name).document, expected=expected_book(composed, name))
        yield book_page(composed, name)


MIN_TYPE_SIZE: Final = 6.0
"""Minimum type size in points of a booklet, unless the booklet is requested by name."""


class _Booklet(NamedTuple):
    name: str
    file: BookletFile
    paper_name: str
    paper: PaperFile
    imposition: BookletImposition
    smallest_type: float
    """The smallest type in points as it is printed."""


def booklets(composed: ComposedGame) -> Iterator[Product]:
    """Yield the booklets: two pages side by side, to fold once and staple through the fold.

    Unless it is named, an extra layout is left out on a paper that it does not fit on, that makes its type too small,
    or on which another layout gives the same booklet.
    """
    if composed.rulebook is None:
        return
    game, tools = composed.game, composed.composer.tools
    filled = composed.rulebook_composer.add_note_pages(composed.rulebook.document)
    labels = Labels(f"{game.short_title} {game.file.version}", tools.styles.get("label"), tools.setter)
    for booklet in _booklets(composed):
        document = Document(
            f"{game.title}: booklet",
            BookletComposer(booklet.file, booklet.imposition, labels, filled.rtl).pages(filled.pages),
            subject=_instructions(booklet.imposition),
            language=game.file.language,
            rtl=filled.rtl,
        )
        path = f"print-and-play/{booklet.paper_name}-rulebook-{booklet.name}.pdf"
        expected = expected_booklet(
            composed,
            booklet.imposition.sheet,
            booklet.imposition.page,
            len(filled.pages),
            booklet.imposition.spreads_per_side,
        )
        yield Product(path, document, is_home_print=True, flip=booklet.imposition.flip, expected=expected)


def booklet_problems(composed: ComposedGame) -> Iterator[Problem]:
    """Yield a warning for each booklet whose smallest type is hard to read."""
    if composed.rulebook is None:
        return
    place = Place(composed.game.text_file("rulebook"))
    for booklet in _booklets(composed):
        if booklet.smallest_type < MIN_TYPE_SIZE:
            size = f"{booklet.smallest_type:.2g} pt"
            message = f"the smallest type of booklet {booklet.name!r} on {booklet.paper.name} is {size}"
            hint = f"use at least {MIN_TYPE_SIZE:g} pt: print on larger paper, or enlarge the book's smallest styles"
            yield Problem("BOOK002", place, message, hint, Severity.WARNING)


def _booklets(composed: ComposedGame) -> Iterator[_Booklet]:
    """Yield the booklets of each layout on each paper.

    Raises:
        ProblemsFound: SHEET001 for a layout that fits on none of the papers, unless it is an extra that is not named.
    """
    assert composed.rulebook is not None
    pages = composed.rulebook.document.pages
    smallest = smallest_type_size(pages)
    trims = [(page.trim or Rect(0, 0, *page.size)).size for page in pages]
    made: set[tuple[object, ...]] = set()
    layouts = sorted(composed.loaded.layouts.booklets.items(), key=lambda item: item[1].extra)
    for name, file in layouts:
        if not composed.wants_layout("booklet", name, extra=file.extra):
            continue
        is_optional = file.extra and not composed.names_layout("booklet", name)
        sizes = {paper: file.size(sheet.size) for paper, sheet in composed.papers.items()}
        impositions = {paper: booklet_imposition(composed.papers[paper].size, page) for paper, page in sizes.items()}
        if not is_optional and not any(impositions.values()):
            raise _too_large(name, composed.papers, sizes)
        for paper, imposition in impositions.items():
            if imposition is None:
                continue
            smallest_type = smallest * min(page_scale(trim, imposition.page) for trim in trims)
            key = (paper, imposition.spreads_per_side, *map(int, (*imposition.sheet, *imposition.page)))
            if not (is_optional and (key in made or smallest_type < MIN_TYPE_SIZE)):
                yield _Booklet(name, file, paper, composed.papers[paper], imposition, smallest_type)
            made.add(key)


def _too_large(name: str, papers: Mapping[str, PaperFile], sizes: Mapping[str, Size]) -> ProblemsFound:
    width, height = next(iter(sizes.values()))
    names = " or ".join(paper.name for paper in papers.values())
    message = f"two pages of booklet {name!r}, {width:g} x {height:g} mm each, do not fit on {names}"
    return fail("SHEET001", Place(f"layouts/booklets/{name}.yaml"), message, "choose a larger paper, or 'page: half'")


def _instructions(imposition: BookletImposition) -> str:
    """Return instructions for printing, cutting and folding the sheets."""
    cut = "cut across the middle, put the upper halves on the lower ones, " if imposition.spreads_per_side > 1 else ""
    sides = f"Print on both sides, flip on the {imposition.flip}"
    return f"{sides}, {cut}turn the pile over, fold it and staple through the fold."
