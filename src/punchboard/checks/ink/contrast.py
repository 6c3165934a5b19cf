"""The contrast of texts and icons with what lies under them: what it must be, where it is too low, where it is lowest.

From card to card the words change, but their boxes do not. So most faces are checked by the record of their boxes: text
that fits lies within its box, and if no colour in the whole box is too close to its own, its lines need not be checked.
All other faces are checked line by line (`low_contrast_inks`).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from math import floor, fsum, inf
from typing import Final, NamedTuple

from punchboard.checks.ink.background_colour import BARE_PAPER, PICTURE, background_shares, may_lie_under, may_touch
from punchboard.checks.ink.painted_areas import Leaf, leaves_of
from punchboard.checks.ink.readable_inks import (
    INLINE_ICON_SIZE,
    Ink,
    block_of,
    blocks,
    box_icons,
    icons,
    is_shadow,
    is_small,
    lines,
)
from punchboard.geometry import Rect
from punchboard.model.layout.face import Face
from punchboard.model.layout.layout import TEXT_CONTENT
from punchboard.scene import Item, Shape, Symbol, Text, Use, flat_items
from punchboard.srgb import contrast
from punchboard.units import to_pt

TEXT, LARGE, ICON = 4.5, 3.0, 3.0
"""The ratios that text, large text and icons need."""

THINNEST_OUTLINE: Final = 0.15
"""Mm from which an outline sets letters off from what lies under them."""

PAPER: Final = "#ffffff"


def required_ratio(size: float, weight: float) -> float:
    """Return the ratio that text of a size in points needs. Text is large from 18 pt, or from 14 pt in bold."""
    return LARGE if size > (14 if weight >= 700 else 18) - 0.01 else TEXT


def has_clear_outline(text: Text, size: float) -> bool:
    """Return whether the outline around the letters of a text sets them off from whatever else lies under them.

    ``size`` is the type size in points.
    """
    outline = text.outline
    if outline is None or outline.width / 2 < THINNEST_OUTLINE:
        return False
    return contrast(text.colour, outline.colour) >= required_ratio(size, text.face.weight)


@lru_cache(maxsize=1024)
def insufficient_contrast(ink: str, ratio: float) -> Callable[[str], bool]:
    """Return a function that returns whether a colour has less contrast with ``ink`` than ``ratio``."""
    known: dict[str, bool] = {PICTURE: False, BARE_PAPER: contrast(ink, PAPER) < ratio}

    def is_bad(colour: str) -> bool:
        is_low = known.get(colour)
        if is_low is None:
            is_low = known[colour] = contrast(ink, colour) < ratio
        return is_low

    return is_bad


UNDER_TEXT, UNDER_ICON = 0.08, 0.25
"""Colours with too little contrast count if they lie under at least this share of a line of text, or of an icon."""

MAX_COVERED: Final = 0.2
"""An icon is part of a drawing if other shapes cover more than this share of it."""


class LowContrast(NamedTuple):
    """An ink with too little contrast: the main colour under it, the contrast ratio and the ratio needed."""

    ink: Ink
    background: str
    ratio: float
    required: float

    def __str__(self) -> str:
        """Return the text for messages, with the ratio rounded down."""
        colours = f"{self.ink.colour} on {self.background}"
        return f"a contrast of {floor(self.ratio * 10) / 10:.1f} ({colours}); it needs {self.required:g}"


def low_contrast_inks(face: Face) -> Iterator[LowContrast]:
    """Yield the lines of text and the icons of a face that have too little contrast."""
    leaves = leaves_of(face.symbol)
    drawn = {icon.level: icon for icon in icons(face)}
    below: list[Leaf] = []  # texts are left out: they are no background
    for level, leaf in enumerate(leaves):
        if isinstance(leaf.item, Text):
            block = block_of(leaf, level)
            if block is not None and not has_clear_outline(leaf.item, block.size):
                ratio = required_ratio(block.size, leaf.item.face.weight)
                # the whole block first, which is quick; its lines only if a bad colour may lie under them
                if may_lie_under(block.area, below, insufficient_contrast(leaf.item.colour, ratio)):
                    yield from _low_contrasts(lines(face, block), below, leaves, ratio)
            continue
        icon = drawn.get(level)
        if icon is not None:
            is_bad = insufficient_contrast(icon.colour, ICON)
            # the rectangle around it first; then without the corners that a round icon leaves free
            if may_lie_under(icon.area, below, is_bad) and may_lie_under(
                icon.area, below, is_bad, leaf.edges.corner_cut
            ):
                yield from _low_contrasts((icon,), below, leaves, ICON)
        below.append(leaf)


def _low_contrasts(
    group: Iterable[Ink], below: Sequence[Leaf], leaves: Sequence[Leaf], ratio: float
) -> Iterator[LowContrast]:
    for ink in group:
        low = _low_contrast(ink, below, ratio)
        if low is not None and not _is_under_others(ink, leaves[ink.level + 1 :]):
            yield low


def _low_contrast(ink: Ink, below: Sequence[Leaf], ratio: float) -> LowContrast | None:
    """Return the low contrast of an ink, or None if it has enough."""
    shares, is_bad = background_shares(ink.area, ink.edges, ink.cell, below), insufficient_contrast(ink.colour, ratio)
    weak = {colour: share for colour, share in shares.items() if is_bad(colour)}
    if fsum(weak.values()) < (UNDER_TEXT if ink.words else UNDER_ICON):
        return None
    worst = max(weak, key=lambda colour: weak[colour])
    colour = PAPER if worst == BARE_PAPER else worst
    return LowContrast(ink, colour, contrast(ink.colour, colour), ratio)


def _is_under_others(ink: Ink, above: Sequence[Leaf]) -> bool:
    """Return whether an icon is part of a drawing, or a text the shadow of the same words."""
    if ink.words:
        return is_shadow(ink, above)
    return 1 - background_shares(ink.area, ink.edges, ink.cell, above).get(BARE_PAPER, 0.0) > MAX_COVERED


class TextContrast(NamedTuple):
    """The contrast ratio of a line of text with a colour under it."""

    ratio: float
    words: str
    ink: str
    background: str


def lowest_text_contrast(face: Face) -> TextContrast | None:
    """Return the lowest contrast of a face's text; None without text on plain colours. Pictures are not read."""
    ratios = (
        TextContrast(contrast(ink.colour, colour), ink.words, ink.colour, colour)
        for ink, shares in _backgrounds(face)
        for colour in shares
        if colour != PICTURE
    )
    return min(ratios, default=None)


def inks_over_pictures(face: Face) -> Iterator[Ink]:
    """Yield the lines of text that lie over a picture, whose contrast nobody can know."""
    for ink, shares in _backgrounds(face):
        if PICTURE in shares:
            yield ink


def _backgrounds(face: Face) -> Iterator[tuple[Ink, tuple[str, ...]]]:
    """Yield each line of text, without shadows, with the colours under at least a twelfth of it."""
    leaves = leaves_of(face.symbol)
    below: list[Leaf] = []
    for level, leaf in enumerate(leaves):
        if not isinstance(leaf.item, Text):
            below.append(leaf)
            continue
        block = block_of(leaf, level)
        for ink in lines(face, block) if block is not None else ():
            outline = leaf.item.outline
            if outline is not None and has_clear_outline(leaf.item, ink.size):
                yield ink, (outline.colour,)
            elif not is_shadow(ink, leaves[level + 1 :]):
                shares = background_shares(ink.area, ink.edges, ink.cell, below)
                counted = (colour for colour, share in shares.items() if share >= UNDER_TEXT)
                yield ink, tuple(PAPER if colour == BARE_PAPER else colour for colour in counted)


_OFF: Final = 0.1
"""Mm by which text that fits may extend beyond its box."""

_NOWHERE: Final = Rect(0, 0, 0, 0)

Inks = frozenset[tuple[str, float]]
"""The colours of texts, each with the contrast ratio that it needs."""


class BackgroundLayers:
    """Everything on a face except its topmost texts, and the results of checking it."""

    def __init__(self, items: tuple[Item, ...], under: int) -> None:
        self.symbol = Symbol("background", _NOWHERE, items)
        self.first_face: Face | None = None
        """The first face that had these layers."""
        self._lowest = items[:under]
        self._areas_by_inks: dict[Inks, _ClearAreas] = {}
        self._readable: dict[tuple[float, tuple[Rect, ...]], bool] = {}

    @cached_property
    def smallest_pt(self) -> float:
        """The size in points of the smallest text within the layers."""
        return min([block.size for block in blocks(self.symbol)], default=inf)

    def clear_areas(self, inks: Inks) -> "_ClearAreas":
        """Return a mapping from areas to whether ``inks`` have enough contrast everywhere within."""
        areas = self._areas_by_inks.get(inks)
        if areas is None:
            leaves, count = leaves_of(self.symbol), len(leaves_of(Symbol("lowest", _NOWHERE, self._lowest)))
            areas = self._areas_by_inks[inks] = _ClearAreas(inks, leaves[:count], leaves[count:])
        return areas

    def has_readable_parts(self, face: Face, largest: float, icons: tuple[Rect, ...]) -> bool:
        """Return whether the icons and texts within the layers have enough contrast, given the largest text above them.

        Args:
            face: a face with these layers.
            largest: the size in mm of the largest text on top.
            icons: the areas of the icons in its boxes.
        """
        result = self._readable.get((largest, icons))
        if result is None:
            background_face = Face(face.layout, face.trim, face.bleed, face.safe, self.symbol, face.boxes, face.place)
            result = self._readable[largest, icons] = not _may_have_inline_icon(background_face, largest) and not any(
                low_contrast_inks(background_face)
            )
        return result


def _may_have_inline_icon(face: Face, largest: float) -> bool:
    """Return whether a shape may be an icon in a line of text that is not part of these layers."""
    leaves = leaves_of(face.symbol)
    drawn = box_icons(face, leaves)
    return any(
        isinstance(leaf.item, Shape) and level not in drawn and is_small(leaf, INLINE_ICON_SIZE[1] * largest)
        for level, leaf in enumerate(leaves)
    )


class _ClearAreas(dict[Rect, bool]):
    """Areas, and whether some inks have enough contrast with everything that may lie within them."""

    def __init__(self, inks: Inks, under: tuple[Leaf, ...], among: tuple[Leaf, ...]) -> None:
        self._bad = [insufficient_contrast(colour, ratio) for colour, ratio in inks]
        self._under, self._among = under, among

    def __missing__(self, area: Rect) -> bool:
        """Check an area.

        A layer under all texts may hide what is below it. One between texts may cover only some of them.
        """
        area_with_margin = area.grow(_OFF)
        is_clear = self[area] = not any(
            may_lie_under(area_with_margin, self._under, is_bad)
            or any(may_touch(leaf, area_with_margin, is_bad) for leaf in self._among)
            for is_bad in self._bad
        )
        return is_clear


class SplitFace(NamedTuple):
    """A face split into its topmost texts and the layers behind them, with the smallest and largest text size in mm."""

    texts: list[Text]
    smallest_mm: float
    largest_mm: float
    background: BackgroundLayers

    @property
    def smallest_pt(self) -> float:
        """The size in points of the smallest text on the face."""
        return min(to_pt(self.smallest_mm), self.background.smallest_pt)


@lru_cache(maxsize=4)
def split_face(face: Face) -> SplitFace | None:
    """Return a face as texts on background layers; None if it has no texts or is the first with its layers."""
    items = tuple(flat_items(face.symbol.items))
    texts = [item for item in items if isinstance(item, Text)]
    if not texts:
        return None
    rest = tuple([item for item in items if not isinstance(item, Text)])
    if not all(isinstance(item, Use | Shape) for item in rest):
        return None
    background = _background(rest, items.index(texts[0]))
    background.first_face = background.first_face or face
    if background.first_face is face:  # checking the layers costs as much as one face, so it pays from the second
        return None
    sizes = [text.size for text in texts]
    return SplitFace(texts, min(sizes), max(sizes), background)


@lru_cache(maxsize=2048)
def _background(items: tuple[Item, ...], under: int) -> BackgroundLayers:
    return BackgroundLayers(items, under)


def clear_caches() -> None:
    """Clear all caches: their symbols may keep a whole game alive."""
    split_face.cache_clear()
    _background.cache_clear()


def has_proven_contrast(face: Face) -> bool:
    """Return whether the record of a face proves that all its texts and icons have enough contrast.

    False means that the face must be checked line by line.
    """
    split = split_face(face)
    if split is None:
        return False
    clear = split.background.clear_areas(
        frozenset([(text.colour, required_ratio(to_pt(text.size), text.face.weight)) for text in split.texts])
    )
    icons = []
    for _, _, area, content, ink, lost, *_ in face.boxes:
        if ink is None:
            continue
        if content in TEXT_CONTENT:
            if lost or not (clear[area] or clear[ink]):
                return False
        elif content == "icon":
            icons.append(ink)
    return split.background.has_readable_parts(face, split.largest_mm, tuple(icons))
