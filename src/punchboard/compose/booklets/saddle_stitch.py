"""Saddle stitch: which page lies where on sheets that are folded once, nested and stapled. Pure geometry in mm.

A sheet of the booklet shows two pages on each side, left and right of its fold. A side of the paper holds one such
spread, or two, one above the other: it is printed through, cut between them, and the upper halves go on the lower ones.
Fronts and backs lie behind one another when the paper is turned about its upright middle, as one turns a page.
"""

from collections.abc import Iterator, Sequence
from math import ceil
from typing import Final, NamedTuple

from punchboard.compose.sheets.imposition import saddle_stitch_pages
from punchboard.geometry import Affine, Rect, Size
from punchboard.model.printing.sheet import Flip

_TOLERANCE: Final = 0.01
MAX_SPREADS: Final = 2
"""Spreads that a side of the paper holds at most."""


class BookletImposition(NamedTuple):
    """How booklet pages lie on a side of paper."""

    sheet: Size
    """The paper as it is printed, upright or across."""
    page: Size
    spreads_per_side: int
    """Spreads on a side, one above the other."""

    @property
    def flip(self) -> Flip:
        """The edge that turns the paper about its upright middle."""
        return "short edge" if self.sheet.width > self.sheet.height else "long edge"

    def spread_area(self, index: int) -> Rect:
        """Return the part of the paper that a spread has for itself, counted from the top."""
        height = self.sheet.height / self.spreads_per_side
        return Rect(0, index * height, self.sheet.width, height)

    def spread(self, index: int) -> Rect:
        """Return the two pages of a spread, in the middle of its part."""
        x, y = self.spread_area(index).centre
        return Rect(x - self.page.width, y - self.page.height / 2, 2 * self.page.width, self.page.height)


class Spread(NamedTuple):
    """One side of one sheet of the booklet: its pages left and right of the fold, counted from 1, and its sheet."""

    pages: tuple[int, int]
    sheet: int
    """Counted from 0, which is the outermost."""


class Side(NamedTuple):
    """One side of the paper: its spreads from the top down, and which side of which sheet of paper it is."""

    spreads: tuple[Spread, ...]
    number: int
    side: str


def booklet_imposition(paper: Size, page: Size) -> BookletImposition | None:
    """Return how booklet pages lie on a paper, or None when no spread fits: as many as fit, two at most."""
    found = [
        BookletImposition(sheet, page, min(MAX_SPREADS, int((sheet.height + _TOLERANCE) / page.height)))
        for sheet in sorted({paper, paper.turned()}, reverse=True)
        if 2 * page.width <= sheet.width + _TOLERANCE and page.height <= sheet.height + _TOLERANCE
    ]
    return max(found, key=lambda one: one.spreads_per_side, default=None)


def paper_sides(pages: int, spreads_per_side: int, *, rtl: bool = False) -> Iterator[Side]:
    """Yield the sides of the paper in the order of printing, front and back in turn.

    With two spreads a side, the upper ones are the outer half of the booklet: cut, the upper pile goes on the lower.
    An odd sheet leaves the last lower half empty.

    Args:
        pages: how many pages the booklet has, a multiple of four.
        spreads_per_side: spreads on a side.
        rtl: whether the booklet is bound on the right: each page lies where its neighbour would.
    """
    sheets = saddle_stitch_pages(pages)
    papers = ceil(len(sheets) / spreads_per_side)
    for number in range(papers):
        own = [(index, sheets[index]) for index in range(number, len(sheets), papers)]
        for name, of in (("front", 0), ("back", 1)):
            yield Side(tuple(Spread(_in_reading_order(pair[of], rtl=rtl), index) for index, pair in own), number, name)


def _in_reading_order(pages: tuple[int, int], *, rtl: bool) -> tuple[int, int]:
    left, right = pages
    return (right, left) if rtl else pages


class PlacedPage(NamedTuple):
    """A page on the paper: its number, where its trim's top left corner goes and how large, and what shows of it."""

    page: int
    transform: Affine
    clip: Rect
    trim: Rect


def placed_pages(
    stitch: BookletImposition, side: Side, trims: Sequence[Rect], bleeds: Sequence[Rect], creep: float
) -> Iterator[PlacedPage]:
    """Yield the pages of a side.

    A page that is larger than the booklet's is scaled down, never up; it stays at the fold and in the middle of the
    fold's height. The pages of each sheet move a paper's thickness further to the fold than those of the sheet round
    it; the fold stays, and what comes to lie behind it is clipped.

    Args:
        stitch: the paper and the booklet's page.
        side: which pages.
        trims: the trim of each page of the book, in its own coordinates.
        bleeds: the area of each page that may show round its trim.
        creep: the thickness of the paper in mm.
    """
    for part, spread in enumerate(side.spreads):
        room = stitch.spread_area(part)
        for right, number in enumerate(spread.pages):
            trim = trims[number - 1]
            scale = page_scale(trim.size, stitch.page)
            width, height = trim.width * scale, trim.height * scale
            moved = creep * spread.sheet
            x = room.centre.x - moved if right else room.centre.x - width + moved
            y = room.centre.y - height / 2
            place = Affine.move(x, y) @ Affine.scale(scale) @ Affine.move(-trim.x, -trim.y)
            half = Rect(room.centre.x if right else room.x, room.y, room.width / 2, room.height)
            clip = place.bounds(bleeds[number - 1]).overlap(half) or half
            yield PlacedPage(number, place, clip, Rect(x, y, width, height))


def page_scale(trim: Size, page: Size) -> float:
    """Return by how much a page is made smaller to fit the booklet's; 1 when it does."""
    fit = min(page.width / trim.width, page.height / trim.height)
    return 1.0 if fit >= 1 - 1e-9 else fit
