"""The rulebook as pages to read, and as a saddle-stitched booklet to print."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from punchboard.compose.imposition import saddle_stitch
from punchboard.geometry import Affine, Rect, Size, polyline, rectangle
from punchboard.products.composed import Composed, Product
from punchboard.scene import Document, Group, Item, Page, Shape, Stroke, Symbol, Use

_FOLD = Stroke("#9a9a9a", 0.1, (2.0, 2.0))
_FOLD_LENGTH = 4.0


def rulebook(composed: Composed) -> Iterator[Product]:
    """Yield ``rulebook.pdf``."""
    if composed.rulebook is not None:
        yield Product("rulebook.pdf", composed.rulebook.document)


def booklet(composed: Composed) -> Iterator[Product]:
    """Yield the booklet for A4: two pages a side, folded once, stitched through the fold."""
    if composed.rulebook is None:
        return
    filled = composed.books.fill(composed.rulebook.document)
    paper = composed.material.layouts.papers["a4"]
    pages = stitched(filled.pages, Size(paper.height, paper.width))
    document = Document(f"{composed.game.title}: booklet", pages, language=composed.game.file.language)
    yield Product("print-and-play/a4-rulebook-booklet.pdf", document)


def stitched(pages: Sequence[Page], sheet: Size) -> tuple[Page, ...]:
    """Return the sides of the booklet's sheets, front and back in turn, to be flipped on the short edge."""
    symbols = [
        Symbol(f"page {number}", page.bleed or Rect(0, 0, *page.size), page.items)
        for number, page in enumerate(pages, 1)
    ]
    trims = [page.trim or Rect(0, 0, *page.size) for page in pages]
    return tuple(
        _side(sheet, [(symbols[number - 1], trims[number - 1]) for number in pair], " + ".join(map(str, pair)))
        for front, back in saddle_stitch(len(pages))
        for pair in (front, back)
    )


def _side(sheet: Size, pair: Sequence[tuple[Symbol, Rect]], label: str) -> Page:
    """Lay two pages left and right of the fold, each clipped there and bled on its other three sides."""
    items: list[Item] = []
    middle = sheet.width / 2
    for index, (symbol, trim) in enumerate(pair):
        x = middle - trim.width if index == 0 else middle
        y = (sheet.height - trim.height) / 2
        half = Rect(0 if index == 0 else middle, 0, middle, sheet.height)
        place = Affine.move(x - trim.x, y - trim.y)
        bounds = place.bounds(symbol.bounds).overlap(half) or half
        items.append(Group((Use(symbol, place),), clip=rectangle(bounds)))
    items += [
        Shape(polyline([(middle, y), (middle, y + _FOLD_LENGTH)]), stroke=_FOLD)
        for y in (0.0, sheet.height - _FOLD_LENGTH)
    ]
    return Page(sheet, tuple(items), label=label)
