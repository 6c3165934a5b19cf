"""Everything on a face that must be readable: each line of text and each icon, with its colour and its area."""

from collections.abc import Iterator, Sequence
from math import inf
from typing import Final, NamedTuple

from punchboard.checks.ink.edges import Edges
from punchboard.checks.ink.layers import Leaf, leaves_of
from punchboard.checks.ink.outline_parts import rectangle_parts
from punchboard.geometry import IDENTITY, Rect
from punchboard.model.layout.face import Face, PlacedBox
from punchboard.model.layout.layout import TEXT_CONTENT
from punchboard.scene import Line, Symbol, Text
from punchboard.units import to_pt

TEXT_CELLS, ICON_CELLS = 16, 12
"""Rows of cells across an ink. A hairline along a line of text fills one of them, too little to count."""


NEAR: Final = 0.3
"""Mm by which text may extend beyond the area recorded for its box."""


class Ink(NamedTuple):
    """A line of text or an icon.

    ``words`` is empty for an icon. ``area`` is the upright rectangle around it; ``local_area`` is the rectangle before
    its leaf is turned, for text from the baseline to the top of capitals. ``level`` is the number of its leaf, ``size``
    the type size in points.
    """

    words: str
    colour: str
    area: Rect
    local_area: Rect
    leaf: Leaf
    level: int
    box: PlacedBox | None = None
    size: float = 0.0
    weight: float = 0.0

    @property
    def edges(self) -> Edges:
        """The edges of an icon's outline, or of the rectangle around a line's capitals."""
        return Edges(rectangle_parts(self.local_area, self.leaf.at)) if self.words else self.leaf.edges

    @property
    def thickness(self) -> float:
        """Its shorter side in mm."""
        return min(self.local_area.width, self.local_area.height) * (self.leaf.scale if self.words else 1.0)

    @property
    def cell(self) -> float:
        """The side in mm of the cells in which the colours under it are counted."""
        return self.thickness / (TEXT_CELLS if self.words else ICON_CELLS)


class Block(NamedTuple):
    """Lines of text in one type and colour: their leaf, its number, and the type size in points."""

    text: Text
    leaf: Leaf
    level: int
    size: float

    @property
    def area(self) -> Rect:
        """The upright rectangle around the lines."""
        text, size = self.text, self.text.size
        gap, tracking = text.face.space.width, text.tracking
        left = top = inf
        right = bottom = -inf
        for x, y, words, *_ in text.lines:  # inlined for speed: every text of every card goes through here
            width = (sum([word.width for word in words]) + gap * (len(words) - 1)) * size
            if tracking:
                width += (sum([len(word.glyphs) for word in words]) + len(words) - 2) * tracking
            left, right = min(left, x), max(right, x + width)
            top, bottom = min(top, y), max(bottom, y)
        top -= text.face.cap_height * size
        room = Rect(left, top, right - left, bottom - top)
        return room if self.leaf.at == IDENTITY else self.leaf.at.bounds(room)


def block_of(leaf: Leaf, level: int) -> Block | None:
    """Return the text of a leaf as a block, or None if the leaf has no words."""
    text = leaf.item
    if isinstance(text, Text) and any(line.words for line in text.lines):
        return Block(text, leaf, level, to_pt(text.size * leaf.scale))
    return None


def blocks(symbol: Symbol) -> Iterator[Block]:
    """Yield the texts of a drawing, in painting order."""
    found = (block_of(leaf, level) for level, leaf in enumerate(leaves_of(symbol)) if isinstance(leaf.item, Text))
    yield from filter(None, found)


def lines(face: Face, block: Block) -> Iterator[Ink]:
    """Yield each line of a block."""
    texts = texts_of(face)
    text, leaf, level, size = block
    for line in text.lines:
        if line.words:
            room = line_area(text, line)
            area = room if leaf.at == IDENTITY else leaf.at.bounds(room)
            words = " ".join([word.text for word in line.words])
            yield Ink(words, text.colour, area, room, leaf, level, box_at(area, texts), size, text.face.weight)


def texts_of(face: Face) -> list[PlacedBox]:
    """Return the boxes of a face that hold text."""
    return [placed for placed in face.boxes if placed.ink is not None and placed.content in TEXT_CONTENT]


def line_area(text: Text, line: Line) -> Rect:
    """Return the rectangle of a line, from its baseline to the top of its capitals, in the text's own coordinates."""
    words, size = line.words, text.size
    width = (sum([word.width for word in words]) + text.face.space.width * (len(words) - 1)) * size
    if text.tracking:
        width += (sum([len(word.glyphs) for word in words]) + len(words) - 2) * text.tracking
    rise = text.face.cap_height * size
    return Rect(line.x, line.y - rise, width, rise)


def box_at(area: Rect, texts: Sequence[PlacedBox]) -> PlacedBox | None:
    """Return the topmost box of text whose text contains the centre of an area; ``texts`` are those of `texts_of`."""
    x, y = area.centre
    for placed in reversed(texts):
        assert placed.ink is not None
        left, top, width, height = placed.ink
        if left - NEAR <= x <= left + width + NEAR and top - NEAR <= y <= top + height + NEAR:
            return placed
    return None


def is_shadow(ink: Ink, above: Sequence[Leaf]) -> bool:
    """Return whether the words of a line are printed again over it, slightly offset."""
    reach = ink.thickness / 2
    return any(
        " ".join([word.text for word in line.words]) == ink.words
        and abs(line.x - ink.local_area.x) < reach
        and abs(line.y - ink.local_area.bottom) < reach
        for leaf in above
        if isinstance(leaf.item, Text)
        for line in leaf.item.lines
    )
