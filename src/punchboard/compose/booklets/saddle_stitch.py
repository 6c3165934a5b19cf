"""Saddle stitch: which page lies where on sheets that are folded once, nested and stapled. Pure geometry in mm.

A sheet of the booklet shows two pages on each side, left and right of its fold. A side of the paper holds one such
spread, or two, one above the other: it is printed through, cut between them, and the upper halves go on the lower ones.
Fronts and backs lie behind one another when the paper is turned about its upright middle, as one turns a page.
"""

from collections.abc import Iterator, Sequence
from math import ceil
from typing import Final, NamedTuple

from punchboard.compose.sheets.imposition import saddle_stitch
from punchboard.geometry import Affine, Rect, Size
from punchboard.model.printing.sheet import Flip

_TOUCH: Final = 0.01
MOST: Final = 2
"""Spreads that a side of the paper holds at most."""


class Stitch(NamedTuple):
    """How booklet pages lie on a side of paper."""

    sheet: Size
    """The paper as it is printed, upright or across."""
    page: Size
    up: int
    """Spreads on a side, one above the other."""

    @property
    def flip(self) -> Flip:
        """The edge that turns the paper about its upright middle."""
        return "short edge" if self.sheet.width > self.sheet.height else "long edge"

    def part(self, index: int) -> Rect:
        """Return the part of the paper that a spread has for itself, counted from the top."""
        height = self.sheet.height / self.up
        return Rect(0, index * height, self.sheet.width, height)

    def spread(self, index: int) -> Rect:
        """Return the two pages of a spread, in the middle of its part."""
        x, y = self.part(index).centre
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


def stitch(paper: Size, page: Size) -> Stitch | None:
    """Return how booklet pages lie on a paper, or None when no spread fits: as many as fit, two at most."""
    found = [
        Stitch(sheet, page, min(MOST, int((sheet.height + _TOUCH) / page.height)))
        for sheet in sorted({paper, paper.turned()}, reverse=True)
        if 2 * page.width <= sheet.width + _TOUCH and page.height <= sheet.height + _TOUCH
    ]
    return max(found, key=lambda one: one.up, default=None)


def sides(pages: int, up: int, *, rtl: bool = False) -> Iterator[Side]:
    """Yield the sides of the paper in the order of printing, front and back in turn.

    With two spreads a side, the upper ones are the outer half of the booklet: cut, the upper pile goes on the lower.
    An odd sheet leaves the last lower half empty.

    Args:
        pages: how many pages the booklet has, a multiple of four.
        up: spreads on a side.
        rtl: whether the booklet is bound on the right: each page lies where its neighbour would.
    """
    sheets = saddle_stitch(pages)
    papers = ceil(len(sheets) / up)
    for number in range(papers):
        own = [(index, sheets[index]) for index in range(number, len(sheets), papers)]
        for name, of in (("front", 0), ("back", 1)):
            yield Side(tuple(Spread(_turned(pair[of], rtl=rtl), index) for index, pair in own), number, name)


def _turned(pages: tuple[int, int], *, rtl: bool) -> tuple[int, int]:
    left, right = pages
    return (right, left) if rtl else pages


class Placed(NamedTuple):
    """A page on the paper: its number, where its trim's top left corner goes and how large, and what shows of it."""

    page: int
    place: Affine
    clip: Rect
    trim: Rect


def placed(stitch: Stitch, side: Side, trims: Sequence[Rect], bleeds: Sequence[Rect], creep: float) -> Iterator[Placed]:
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
        room = stitch.part(part)
        for right, number in enumerate(spread.pages):
            trim = trims[number - 1]
            scale = scaled(trim.size, stitch.page)
            width, height = trim.width * scale, trim.height * scale
            moved = creep * spread.sheet
            x = room.centre.x - moved if right else room.centre.x - width + moved
            y = room.centre.y - height / 2
            place = Affine.move(x, y) @ Affine.scale(scale) @ Affine.move(-trim.x, -trim.y)
            half = Rect(room.centre.x if right else room.x, room.y, room.width / 2, room.height)
            clip = place.bounds(bleeds[number - 1]).overlap(half) or half
            yield Placed(number, place, clip, Rect(x, y, width, height))


def scaled(trim: Size, page: Size) -> float:
    """Return by how much a page is made smaller to fit the booklet's; 1 when it does."""
    fit = min(page.width / trim.width, page.height / trim.height)
    return 1.0 if fit >= 1 - 1e-9 else fit
