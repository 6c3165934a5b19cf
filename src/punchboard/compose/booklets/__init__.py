"""Booklets: the pages of a book on sheets to fold and staple, with fold, cut, trim and staple marks.

A sheet of the booklet shows two pages on each side, left and right of its fold: a spread. A side of the paper holds one
spread, or two, one above the other; then the printed stack is cut between them, and the upper halves go on the lower
ones. Backs lie behind their fronts when the paper is turned over like a page, about its vertical middle.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial, reduce
from math import ceil, inf
from typing import Final, NamedTuple

from punchboard.compose.text.inline import Typesetter
from punchboard.compose.text.lines import one_line
from punchboard.compose.text.style import TextStyle
from punchboard.geometry import IDENTITY, Affine, Outline, Point, Rect, Size, join_outlines, polyline, rectangle
from punchboard.model.printing.sheet import BookletFile, Flip
from punchboard.model.values import counted
from punchboard.scene import ComponentMark, Group, Item, Page, Shape, Stroke, Symbol, Text, Use
from punchboard.units import to_pt

_TOLERANCE: Final = 0.01
MAX_SPREADS: Final = 2
"""The most spreads on one side of the paper."""


class BookletImposition(NamedTuple):
    """How the pages of a booklet lie on a side of the paper."""

    sheet: Size
    """The paper as it is printed, portrait or landscape."""
    page: Size
    spreads_per_side: int
    """How many spreads lie on a side, one above the other."""

    @property
    def flip(self) -> Flip:
        """The edge to flip on, so that the paper is turned about its vertical middle."""
        return "short edge" if self.sheet.width > self.sheet.height else "long edge"

    def spread_area(self, index: int) -> Rect:
        """Return the part of the paper for the spread with this number, counted from 0 at the top."""
        height = self.sheet.height / self.spreads_per_side
        return Rect(0, index * height, self.sheet.width, height)


class Spread(NamedTuple):
    """One side of one sheet of the booklet: its pages left and right of the fold, counted from 1."""

    pages: tuple[int, int]
    sheet: int
    """The number of the booklet's sheet, 0 for the outermost."""


class Side(NamedTuple):
    """One side of the paper: its spreads from the top down, the number of the paper, and ``front`` or ``back``."""

    spreads: tuple[Spread, ...]
    number: int
    side: str


def booklet_imposition(paper: Size, page: Size) -> BookletImposition | None:
    """Return how booklet pages lie on a paper, with as many spreads as fit, at most two; None if none fits."""
    choices = [
        BookletImposition(sheet, page, min(MAX_SPREADS, int((sheet.height + _TOLERANCE) / page.height)))
        for sheet in sorted({paper, paper.turned()}, reverse=True)
        if 2 * page.width <= sheet.width + _TOLERANCE and page.height <= sheet.height + _TOLERANCE
    ]
    return max(choices, key=lambda choice: choice.spreads_per_side, default=None)


def paper_sides(pages: int, spreads_per_side: int, *, rtl: bool = False) -> Iterator[Side]:
    """Yield the sides of the paper in printing order, front and back in turn.

    With two spreads on a side, the upper ones are the outer half of the booklet, so that after cutting the upper pile
    goes on the lower one. An odd number of sheets leaves the last lower half empty.

    Args:
        pages: how many pages the booklet has, a multiple of four.
        spreads_per_side: 1 or 2.
        rtl: whether the booklet is bound on the right; then left and right pages change places.
    """
    sheets = saddle_stitch_pages(pages)
    papers = ceil(len(sheets) / spreads_per_side)
    for number in range(papers):
        own = [(index, sheets[index]) for index in range(number, len(sheets), papers)]
        for name, at in (("front", 0), ("back", 1)):
            yield Side(tuple(Spread(_in_reading_order(pair[at], rtl=rtl), index) for index, pair in own), number, name)


def saddle_stitch_pages(pages: int) -> tuple[tuple[tuple[int, int], tuple[int, int]], ...]:
    """Return the pages of each sheet of a saddle-stitched booklet: ((left, right) front, (left, right) back).

    The outermost sheet comes first. Pages are counted from 1; on every side they add up to ``pages + 1``.

    Raises:
        ValueError: when the number of pages is not a multiple of four.
    """
    if pages % 4:
        raise ValueError(f"a booklet cannot have {counted(pages, 'page')}; add blank pages up to a multiple of four")
    return tuple(
        ((pages - 2 * sheet, 1 + 2 * sheet), (2 + 2 * sheet, pages - 1 - 2 * sheet)) for sheet in range(pages // 4)
    )


def _in_reading_order(pages: tuple[int, int], *, rtl: bool) -> tuple[int, int]:
    left, right = pages
    return (right, left) if rtl else pages


class PlacedPage(NamedTuple):
    """A page on the paper: its number, its transform onto the paper, the area that shows, and its trim there."""

    page: int
    transform: Affine
    clip: Rect
    trim: Rect


def placed_pages(
    imposition: BookletImposition, side: Side, trims: Sequence[Rect], bleeds: Sequence[Rect], creep: float
) -> Iterator[PlacedPage]:
    """Yield the pages of a side, each in its place.

    A page larger than the booklet's is scaled down, never up. It touches the fold, in the middle of its height. To make
    up for creep, the pages of each sheet move towards the fold by one paper thickness more than those of the sheet
    around it; what would cross the fold is clipped.

    Args:
        imposition: the paper and the booklet's page size.
        side: the side of the paper, with the numbers of its pages.
        trims: the trim of each page of the book, in the page's own coordinates.
        bleeds: the trim with bleed of each page, in the same coordinates.
        creep: the thickness of the paper in mm.
    """
    for part, spread in enumerate(side.spreads):
        area = imposition.spread_area(part)
        for right, number in enumerate(spread.pages):
            trim = trims[number - 1]
            scale = page_scale(trim.size, imposition.page)
            width, height = trim.width * scale, trim.height * scale
            moved = creep * spread.sheet
            x = area.centre.x - moved if right else area.centre.x - width + moved
            y = area.centre.y - height / 2
            transform = Affine.move(x, y) @ Affine.scale(scale) @ Affine.move(-trim.x, -trim.y)
            half = Rect(area.centre.x if right else area.x, area.y, area.width / 2, area.height)
            clip = transform.bounds(bleeds[number - 1]).overlap(half) or half
            yield PlacedPage(number, transform, clip, Rect(x, y, width, height))


def page_scale(trim: Size, page: Size) -> float:
    """Return the factor that scales a page down to the booklet's page; 1 when it fits as it is."""
    fit = min(page.width / trim.width, page.height / trim.height)
    return 1.0 if fit >= 1 - 1e-9 else fit


_LENGTH: Final = 4.0
"""Length in mm of a mark where there is space."""

_MIN_LENGTH: Final = 1.0
"""Length in mm of the shortest mark; where there is less space, no mark is drawn."""

_STAND_OFF: Final = 0.4
"""Mm between a mark and the bleed, or the trim where the space beyond the bleed is too short."""

_STAPLE: Final = 12.0
"""Length in mm of a staple, along the fold."""

_PointAt = Callable[[float], Point]


def fold_marks(spread: Rect, area: Rect, bleed: float) -> Iterator[Outline]:
    """Yield fold marks above and below a spread, outside its trim, where there is space.

    Args:
        spread: the trim of two pages, left and right of the fold in the middle of the area.
        area: the part of the paper for this spread.
        bleed: how far pages are printed beyond their trim; marks stand beyond the bleed where the area is large enough.
    """
    at = partial(_on_vertical, area.centre.x)
    yield from _mark_outside(spread.y, area.y, -1, bleed, at)
    yield from _mark_outside(spread.bottom, area.bottom, 1, bleed, at)


def trim_marks(spread: Rect, area: Rect, bleed: float) -> Iterator[Outline]:
    """Yield marks at both ends of each cut that trims the area down to the spread.

    Marks stand outside the trim. Where the trim reaches the paper's edge, they lie on the cut itself.
    """
    for y, edge in ((spread.y, area.y), (spread.bottom, area.bottom)):
        if abs(y - edge) >= _MIN_LENGTH:
            yield _cut_end_mark(spread.x, area.x, -1, bleed, partial(_on_horizontal, y))
            yield _cut_end_mark(spread.right, area.right, 1, bleed, partial(_on_horizontal, y))
    for x, edge in ((spread.x, area.x), (spread.right, area.right)):
        if abs(x - edge) >= _MIN_LENGTH:
            yield _cut_end_mark(spread.y, area.y, -1, bleed, partial(_on_vertical, x))
            yield _cut_end_mark(spread.bottom, area.bottom, 1, bleed, partial(_on_vertical, x))


def staple_marks(spread: Rect, fold: float) -> Iterator[Outline]:
    """Yield two staples on the fold at x = ``fold``, each a quarter of the spread's height from its head or foot."""
    for y in (spread.y + spread.height / 4, spread.bottom - spread.height / 4):
        yield polyline([(fold, y - _STAPLE / 2), (fold, y + _STAPLE / 2)])


def _on_horizontal(y: float, along: float) -> Point:
    return Point(along, y)


def _on_vertical(x: float, along: float) -> Point:
    return Point(x, along)


def _mark_outside(inner: float, outer: float, direction: int, bleed: float, at: _PointAt) -> Iterator[Outline]:
    """Yield a mark between the trim (``inner``) and the edge of the area (``outer``), beyond the bleed if it fits."""
    free = (outer - inner) * direction
    start = max(_STAND_OFF, min(bleed + _STAND_OFF, free - _MIN_LENGTH))
    length = min(_LENGTH, free - start)
    if length >= _MIN_LENGTH - 1e-6:
        yield polyline([at(inner + direction * start), at(inner + direction * (start + length))])


def _cut_end_mark(inner: float, outer: float, direction: int, bleed: float, at: _PointAt) -> Outline:
    """Return the mark at one end of a cut: outside the trim or, where there is no space, on the cut itself."""
    outside = next(_mark_outside(inner, outer, direction, bleed, at), None)
    return outside or polyline([at(outer), at(outer - direction * _LENGTH)])


_FOLD: Final = Stroke("#7a7a7a", 0.1, (1.0, 1.0))
_CUT: Final = Stroke("#7a7a7a", 0.1, (3.0, 1.5))
_TRIM: Final = Stroke("#000000", 0.1)
_STAPLE_STROKE: Final = Stroke("#7a7a7a", 0.15)

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

    def _placed_page(self, placed: PlacedPage, symbol: Symbol) -> Group:
        """Return a page in its place, marked as a side of its leaf: pages 1 and 2 are printed back to back."""
        mark = ComponentMark(f"leaf-{(placed.page + 1) // 2}", "front" if placed.page % 2 else "back", placed.trim.size)
        x, y, _, _ = placed.trim
        return Group(
            (Use(symbol, Affine.move(-x, -y) @ placed.transform),), Affine.move(x, y), rectangle(placed.clip), mark
        )

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
            yield from _mark_shape(staple_marks(spread, fold), _STAPLE_STROKE)

    def _label(self, name: str, height: float) -> Iterator[Item]:
        """Yield the name of a side at the top of the paper, if the height in mm above the pages is enough for it."""
        if self.labels is None or height < _UNPRINTABLE_EDGE + self.labels.style.height(1):
            return
        title, style, setter = self.labels
        baseline = _UNPRINTABLE_EDGE + style.cap_height
        yield from one_line(f"{title} · {name}", style, setter, _INDENT, baseline).items


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
