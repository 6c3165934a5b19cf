"""Saddle stitch: which page lies where on sheets that are folded once, nested and stapled. Pure geometry in mm.

A sheet of the booklet shows two pages on each side, left and right of its fold: a spread. A side of the paper holds one
spread, or two, one above the other; then the printed stack is cut between them, and the upper halves go on the lower
ones. Backs lie behind their fronts when the paper is turned over like a page, about its vertical middle.
"""

from collections.abc import Iterator, Sequence
from math import ceil
from typing import Final, NamedTuple

from punchboard.geometry import Affine, Rect, Size
from punchboard.model.printing.sheet import Flip

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
        raise ValueError(f"a booklet cannot have {pages} pages; add blank pages up to a multiple of four")
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
