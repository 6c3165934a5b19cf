"""The background layers of a face: everything drawn on it except the texts on top. Faces of one layout share them.

From card to card the words change, but their boxes do not. So most faces are checked by the record of their boxes: text
that fits lies within its box, and if no colour in the whole box is too close to its own, its lines need not be checked.
All other faces are checked line by line (`low_contrast.low_contrast_inks`).
"""

from functools import cached_property, lru_cache
from math import inf
from typing import Final, NamedTuple

from punchboard.checks.ink.background_colour import may_lie_under, may_touch
from punchboard.checks.ink.layers import Leaf, leaves_of
from punchboard.checks.ink.low_contrast import low_contrast_inks
from punchboard.checks.ink.readable_icons import INLINE_ICON_SIZE, box_icons, is_small
from punchboard.checks.ink.readable_inks import blocks
from punchboard.checks.ink.required_contrast import insufficient_contrast, required_ratio
from punchboard.geometry import Rect
from punchboard.model.layout.face import Face
from punchboard.model.layout.layout import TEXT_CONTENT
from punchboard.scene import Item, Shape, Symbol, Text, Use, flat_items
from punchboard.units import to_pt

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
            background_face = _with(face, self.symbol)
            result = self._readable[largest, icons] = not _may_have_inline_icon(background_face, largest) and not any(
                low_contrast_inks(background_face)
            )
        return result


def _with(face: Face, symbol: Symbol) -> Face:
    return Face(face.layout, face.trim, face.bleed, face.safe, symbol, face.boxes, face.place)


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
        found = self[area] = not any(
            may_lie_under(area_with_margin, self._under, is_bad)
            or any(may_touch(leaf, area_with_margin, is_bad) for leaf in self._among)
            for is_bad in self._bad
        )
        return found


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
    if (
        background.first_face is face
    ):  # checking the layers costs as much as checking one face, so it pays from the second
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
