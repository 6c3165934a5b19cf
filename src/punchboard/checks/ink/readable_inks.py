"""Everything on a face or page that must be readable: each line of text and each icon, its colour and its area.

A book keeps the faces of its pages, those of its chapters and the flowing text separately. The rules on readable text
need them together: a chapter may draw a title over the background of its page.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import fsum, inf
from typing import Final, NamedTuple

from punchboard.checks.ink.painted_areas import Edges, Leaf, leaves_of, rectangle_parts
from punchboard.geometry import IDENTITY, Affine, Rect
from punchboard.model.game.game import BOOK_TEXTS
from punchboard.model.layout.face import Face, PlacedBox
from punchboard.model.layout.layout import TEXT_CONTENT
from punchboard.model.layout.trim import Trim
from punchboard.problem import Place
from punchboard.scene import Group, Item, Line, Page, Shape, Symbol, Text, Use
from punchboard.units import MM_PER_POINT, to_pt

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
            width = (fsum([word.width for word in words]) + gap * (len(words) - 1)) * size
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
    text_blocks = (block_of(leaf, level) for level, leaf in enumerate(leaves_of(symbol)) if isinstance(leaf.item, Text))
    yield from filter(None, text_blocks)


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
    width = (fsum([word.width for word in words]) + text.face.space.width * (len(words) - 1)) * size
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


INLINE_ICON_SIZE: Final = (0.9, 1.15)
"""The smallest and largest size of an icon in a line of text, as multiples of its type size."""


def icons(face: Face) -> Iterator[Ink]:
    """Yield the icons of a face in painting order, without those that are part of a larger drawing.

    A box with ``overlaps: true`` counts as part of a drawing, unless its icon depends on the component's values.
    """
    leaves, texts = leaves_of(face.symbol), texts_of(face)
    drawn = box_icons(face, leaves)
    largest = INLINE_ICON_SIZE[1] * max([leaf.item.size for leaf in leaves if isinstance(leaf.item, Text)], default=0.0)
    for level, leaf in enumerate(leaves):
        item = leaf.item
        if isinstance(item, Shape) and item.fill is not None and item.stroke is None:
            bounds = leaf.bounds
            placed = drawn.get(level)
            if placed is None and is_small(leaf, largest) and _is_inline_icon(leaves, level, texts):
                placed = box_at(bounds, texts)
            elif placed is None:
                continue
            yield Ink("", item.fill, bounds, bounds, leaf, level, placed)


def box_icons(face: Face, leaves: Sequence[Leaf]) -> dict[int, PlacedBox]:
    """Return the boxes of the leaves that are their icons. If a plate fills the same box, the icon is the upper one."""
    boxes = {_key(placed.ink): placed for placed in face.boxes if placed.ink is not None and _is_readable(placed)}
    if not boxes:
        return {}
    widths = {key[2] for key in boxes}
    levels: dict[tuple[float, ...], int] = {}
    for level, leaf in enumerate(leaves):
        if isinstance(leaf.item, Shape) and _round(leaf.bounds.width) in widths:
            key = _key(leaf.bounds)
            if key in boxes:
                levels[key] = level
    return {level: boxes[key] for key, level in levels.items()}


def is_small(leaf: Leaf, size: float) -> bool:
    """Return whether a leaf is at most ``size`` wide and high."""
    return leaf.bounds.width <= size and leaf.bounds.height <= size


def _is_readable(placed: PlacedBox) -> bool:
    return placed.content == "icon" and not placed.box.is_decorative


def _key(rect: Rect) -> tuple[float, ...]:
    return tuple([_round(value) for value in rect])


def _round(value: float) -> float:
    return round(value + 0.003, 2)


def _is_inline_icon(leaves: Sequence[Leaf], level: int, texts: Sequence[PlacedBox]) -> bool:
    """Return whether a shape is an icon in a line of text: as large as type near it, and not under a text."""
    bounds = leaves[level].bounds
    size, middle = max(bounds.width, bounds.height), bounds.centre
    sizes = [placed.size * MM_PER_POINT for placed in texts if placed.ink and placed.ink.grow(NEAR).contains(bounds)]
    for beside in (leaves[level - 1], *leaves[level + 1 : level + 2]):
        if isinstance(beside.item, Text):
            lines = [line_area(beside.item, line) for line in beside.item.lines]
            if any(line.x <= middle.x <= line.right and line.y <= middle.y <= line.bottom for line in lines):
                return False
            if any(line.y - size < middle.y < line.bottom + size for line in lines):
                sizes.append(beside.item.size)
    return any(INLINE_ICON_SIZE[0] * each <= size <= INLINE_ICON_SIZE[1] * each for each in sizes)


_PART: Final = "book "
_BOUND: Final = tuple(f"{_PART}{name} " for name in BOOK_TEXTS)
"""The prefix of the layouts of a book's parts."""

_PAGE: Final = "page "
"""The prefix of the symbols of whole pages."""


def page_face(page: Page, part_faces: Mapping[Symbol, Face], place: Place) -> Face:
    """Return a page of a book as a face.

    Args:
        page: the page.
        part_faces: the faces of the book's pages and chapters, by their symbols.
        place: the text that the book is made from.
    """
    trim = page.trim or Rect(0, 0, *page.size)
    items: tuple[Item, ...] = (Group(page.items, Affine.move(-trim.x, -trim.y)),)
    symbol = Symbol(f"{_PAGE}{page.label}", Rect(-trim.x, -trim.y, *page.size), items)
    placed = list(_placed(items, IDENTITY, part_faces))
    layout = placed[0][0].layout if placed else _PART.strip()
    boxes = tuple(_moved(box, at) for part, at in placed for box in part.boxes)
    return Face(layout, Trim("card", trim.size, "page"), 0.0, 0.0, symbol, boxes, place)


def _placed(items: Iterable[Item], at: Affine, part_faces: Mapping[Symbol, Face]) -> Iterator[tuple[Face, Affine]]:
    """Yield the faces among ``items``, each with its transform."""
    for item in items:
        if isinstance(item, Group):
            yield from _placed(item.items, at @ item.transform, part_faces)
        elif isinstance(item, Use) and item.symbol in part_faces:
            yield part_faces[item.symbol], at @ item.transform


def _moved(box: PlacedBox, at: Affine) -> PlacedBox:
    return box._replace(area=at.bounds(box.area), ink=box.ink and at.bounds(box.ink))


def is_book_part(face: Face) -> bool:
    """Return whether a face is a part of a book's page, which is checked only as part of that page."""
    return face.layout.startswith(_PART) and not is_page(face)


def is_page(face: Face) -> bool:
    """Return whether a face is a whole page."""
    return face.symbol.name.startswith(_PAGE)


def is_bound_page(face: Face) -> bool:
    """Return whether a face is a page of a bound book, not a single sheet of paper."""
    return is_page(face) and face.layout.startswith(_BOUND)


def location_text(face: Face, ink: Ink) -> str:
    """Return where an ink is, for messages."""
    if ink.box is not None:
        return f"box {ink.box.name!r} of face {face.layout!r}"
    return f"{face.symbol.name} of {face.place.file.rsplit('/', 1)[-1]}" if is_page(face) else f"face {face.layout!r}"
