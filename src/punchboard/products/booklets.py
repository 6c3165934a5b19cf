"""The rulebook as booklets to fold and staple, one file for each paper and booklet layout."""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from punchboard.compose.booklets.pages import BookletComposer, Labels, smallest_type_size
from punchboard.compose.booklets.saddle_stitch import BookletImposition, booklet_imposition, page_scale
from punchboard.geometry import Rect, Size
from punchboard.model.printing.booklet import BookletFile
from punchboard.model.printing.sheet import PaperFile
from punchboard.problem import Place, Problem, ProblemsFound, Severity, fail
from punchboard.products.expected import expected_booklet
from punchboard.products.game.composed_game import ComposedGame, Product
from punchboard.scene import Document

MIN_TYPE_SIZE: Final = 6.0
"""Points that the smallest type of a book has in a booklet, unless the booklet is asked for by its name."""


class _Booklet(NamedTuple):
    name: str
    file: BookletFile
    paper_name: str
    paper: PaperFile
    imposition: BookletImposition
    least: float
    """The smallest type in points as it is printed."""


def booklets(composed: ComposedGame) -> Iterator[Product]:
    """Yield the booklets: page by page beside one another, folded once, stitched through the fold.

    An extra layout is passed over, unless it is named, where it does not fit on a paper, where its type would be too
    small, and where another makes the same of it.
    """
    if composed.rulebook is None:
        return
    game, tools = composed.game, composed.composer.tools
    filled = composed.rulebook_composer.add_note_pages(composed.rulebook.document)
    labels = Labels(f"{game.short_title} {game.file.version}", tools.styles.get("label"), tools.setter)
    for one in _booklets(composed):
        document = Document(
            f"{game.title}: booklet",
            BookletComposer(one.file, one.imposition, labels, filled.rtl).pages(filled.pages),
            subject=_told(one.imposition),
            language=game.file.language,
            rtl=filled.rtl,
        )
        path = f"print-and-play/{one.paper_name}-rulebook-{one.name}.pdf"
        expected = expected_booklet(
            composed, one.imposition.sheet, one.imposition.page, len(filled.pages), one.imposition.spreads_per_side
        )
        yield Product(path, document, is_home_print=True, flip=one.imposition.flip, expected=expected)


def booklet_problems(composed: ComposedGame) -> Iterator[Problem]:
    """Yield a warning for each booklet that is made with smaller type than can be read with ease."""
    if composed.rulebook is None:
        return
    place = Place(composed.game.text_file("rulebook"))
    for one in _booklets(composed):
        if one.least < MIN_TYPE_SIZE:
            message = f"the smallest type is {one.least:.2g} pt in {one.name!r} on {one.paper.name}"
            hint = f"{MIN_TYPE_SIZE:g} pt is the least: print it on a larger paper, or set the book's smallest styles larger"
            yield Problem("BOOK002", place, message, hint, Severity.WARNING)


def _booklets(composed: ComposedGame) -> Iterator[_Booklet]:
    """Yield what is made of each layout on each paper.

    Raises:
        ProblemsFound: SHEET001 for a layout that is no extra, or is named, and fits on none of the papers.
    """
    assert composed.rulebook is not None
    pages = composed.rulebook.document.pages
    smallest = smallest_type_size(pages)
    trims = [(page.trim or Rect(0, 0, *page.size)).size for page in pages]
    known: set[tuple[object, ...]] = set()
    layouts = sorted(composed.loaded.layouts.booklets.items(), key=lambda item: item[1].extra)
    for name, file in layouts:
        if not composed.wants_layout("booklet", name, extra=file.extra):
            continue
        passable = file.extra and not composed.names_layout("booklet", name)
        sizes = {paper: file.size(sheet.size) for paper, sheet in composed.papers.items()}
        found = {paper: booklet_imposition(composed.papers[paper].size, page) for paper, page in sizes.items()}
        if not passable and not any(found.values()):
            raise _too_large(name, composed.papers, sizes)
        for paper, how in found.items():
            if how is None:
                continue
            least = smallest * min(page_scale(trim, how.page) for trim in trims)
            key = (paper, how.spreads_per_side, *map(int, (*how.sheet, *how.page)))
            if not (passable and (key in known or least < MIN_TYPE_SIZE)):
                yield _Booklet(name, file, paper, composed.papers[paper], how, least)
            known.add(key)


def _too_large(name: str, papers: Mapping[str, PaperFile], sizes: Mapping[str, Size]) -> ProblemsFound:
    width, height = next(iter(sizes.values()))
    names = " or ".join(paper.name for paper in papers.values())
    message = f"two pages of {width:g} x {height:g} mm of the booklet {name!r} do not fit on {names}"
    return fail("SHEET001", Place(f"layouts/booklets/{name}.yaml"), message, "choose a larger paper, or 'page: half'")


def _told(found: BookletImposition) -> str:
    """Return what to do with the sheets."""
    cut = "cut across the middle, put the upper halves on the lower ones, " if found.spreads_per_side > 1 else ""
    return (
        f"Print on both sides, flip on the {found.flip}, {cut}turn the pile over, fold it and staple through the fold."
    )
