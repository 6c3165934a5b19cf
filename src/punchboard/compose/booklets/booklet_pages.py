"""The printed sides of a booklet: the pages of a book in their places, with fold, cut, trim and staple marks."""

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from math import inf
from typing import Final, NamedTuple

from punchboard.compose.booklets.booklet_marks import fold_marks, staple_marks, trim_marks
from punchboard.compose.booklets.saddle_stitch import BookletImposition, PlacedPage, Side, paper_sides, placed_pages
from punchboard.compose.text.inline import Typesetter
from punchboard.compose.text.lines import break_lines, line_items
from punchboard.compose.text.style import TextStyle
from punchboard.geometry import IDENTITY, Affine, Outline, Rect, join_outlines, polyline, rectangle
from punchboard.model.printing.sheet import BookletFile
from punchboard.scene import ComponentMark, Group, Item, Page, Shape, Stroke, Symbol, Text, Use
from punchboard.units import to_pt

_FOLD: Final = Stroke("#7a7a7a", 0.1, (1.0, 1.0))
_CUT: Final = Stroke("#7a7a7a", 0.1, (3.0, 1.5))
_TRIM: Final = Stroke("#000000", 0.1)
_STAPLE: Final = Stroke("#7a7a7a", 0.15)

_UNPRINTABLE_EDGE: Final = 5.0
"""Mm at the paper's edges that few printers print on; the label stays out of them."""

_INDENT: Final = 10.0
"""Mm from the paper's left edge to the label."""


class Labels(NamedTuple):
    """What labels of sides are set with, and the title that each begins with."""

    title: str
    style: TextStyle
    setter: Typesetter


class BookletComposer(NamedTuple):
    """Draws the sides of a booklet's sheets; without ``labels``, only the file names them."""

    file: BookletFile
    imposition: BookletImposition
    labels: Labels | None = None
    rtl: bool = False
    """Whether the booklet is bound on the right."""

    def pages(self, book: Sequence[Page]) -> tuple[Page, ...]:
        """Return the sides of the paper in printing order; the number of pages must be a multiple of four."""
        trims = [page.trim or Rect(0, 0, *page.size) for page in book]
        bleeds = [page.bleed or trim for page, trim in zip(book, trims, strict=True)]
        symbols = [
            Symbol(f"page {number}", bleed, page.items)
            for number, (page, bleed) in enumerate(zip(book, bleeds, strict=True), 1)
        ]
        return tuple(
            self._page(side, tuple(placed_pages(self.imposition, side, trims, bleeds, self.file.creep)), symbols)
            for side in paper_sides(len(book), self.imposition.spreads_per_side, rtl=self.rtl)
        )

    def _page(self, side: Side, pages: Sequence[PlacedPage], symbols: Sequence[Symbol]) -> Page:
        items: list[Item] = [self._placed_page(one, symbols[one.page - 1]) for one in pages]
        for part in range(len(side.spreads)):
            items += self._marks(pages[2 * part : 2 * part + 2], part, side)
        width, height = self.imposition.sheet
        name = f"sheet {side.number + 1} {side.side}"
        if self.imposition.spreads_per_side > 1:
            items.append(Shape(polyline([(0, height / 2), (width, height / 2)]), stroke=_CUT))
            name = f"{name}, upper half on top"
        printed = reduce(Rect.union, [one.clip for one in pages])
        items += self._label(name, printed.y)
        return Page(self.imposition.sheet, tuple(items), label=name, side=side.side)

    def _placed_page(self, one: PlacedPage, symbol: Symbol) -> Group:
        """Return a page in its place, marked as a side of its leaf: pages 1 and 2 are printed back to back."""
        mark = ComponentMark(f"leaf-{(one.page + 1) // 2}", "front" if one.page % 2 else "back", one.trim.size)
        x, y, _, _ = one.trim
        return Group((Use(symbol, Affine.move(-x, -y) @ one.transform),), Affine.move(x, y), rectangle(one.clip), mark)

    def _marks(self, pages: Sequence[PlacedPage], part: int, side: Side) -> Iterator[Item]:
        """Yield the marks of a spread, without creep: where it lies once the booklet is folded and trimmed."""
        left, right = pages
        area = self.imposition.spread_area(part)
        fold = area.centre.x
        spread = Rect(fold - left.trim.width, left.trim.y, left.trim.width + right.trim.width, left.trim.height)
        bleed = max(0.0, spread.y - left.clip.y)
        if self.file.fold:
            yield from _mark_shape(fold_marks(spread, area, bleed), _FOLD)
        yield from _mark_shape(trim_marks(spread, area, bleed), _TRIM)
        if self.file.staples and side.side == "front" and side.spreads[part].sheet == 0:
            yield from _mark_shape(staple_marks(spread, fold), _STAPLE)

    def _label(self, name: str, height: float) -> Iterator[Item]:
        """Yield the name of a side at the top of the paper, if the height in mm above the pages is enough for it."""
        if self.labels is None or height < _UNPRINTABLE_EDGE + self.labels.style.height(1):
            return
        title, style, setter = self.labels
        for row in break_lines(setter.plain_atoms(f"{title} · {name}", style), 10_000).rows:
            yield from line_items(row, style, _INDENT, _UNPRINTABLE_EDGE + style.cap_height)


def _mark_shape(outlines: Iterable[Outline], stroke: Stroke) -> Iterator[Item]:
    """Yield outlines as one item, or nothing if there are none."""
    outline = join_outlines(outlines)
    if outline.segments:
        yield Shape(outline, stroke=stroke)


def smallest_type_size(book: Iterable[Page]) -> float:
    """Return the size in points of the smallest type of a book; text in scaled pictures of components is ignored."""
    sizes: dict[Symbol, float] = {}

    def smallest(items: Iterable[Item]) -> float:
        return min(map(of_item, items), default=inf)

    def of_item(item: Item) -> float:
        match item:
            case Text():
                return to_pt(item.size)
            case Group() if item.transform[:4] == IDENTITY[:4]:
                return smallest(item.items)
            case Use() if item.transform[:4] == IDENTITY[:4]:
                if item.symbol not in sizes:
                    sizes[item.symbol] = smallest(item.symbol.items)
                return sizes[item.symbol]
        return inf

    return smallest(item for page in book for item in page.items)
