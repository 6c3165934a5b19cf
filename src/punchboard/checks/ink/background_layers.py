"""The bed of a face: all that is drawn on it but the texts on top, which the cards of one layout share.

What cards say changes from card to card, the boxes that they say it in do not. So most faces are judged by their
record: a text that has found room lies within its box, and where no colour that is too near to its own lies in the
whole box, its lines need not be looked at. What is not told by this is looked at line by line (`faint.faint_inks`).
"""

from functools import cached_property, lru_cache
from math import inf
from typing import Final, NamedTuple

from punchboard.checks.ink.background_colour import may_lie_under, may_touch
from punchboard.checks.ink.icons import INLINE_ICON_SIZE, box_icons, is_small
from punchboard.checks.ink.layers import Leaf, leaves_of
from punchboard.checks.ink.low_contrast import low_contrast_inks
from punchboard.checks.ink.readable_inks import TEXT_CONTENTS, blocks
from punchboard.checks.ink.required_contrast import insufficient_contrast, required_ratio
from punchboard.geometry import Rect
from punchboard.model.layout.face import Face
from punchboard.scene import Item, Shape, Symbol, Text, Use
from punchboard.units import to_pt

_OFF: Final = 0.1
"""Mm by which a text that has found room may stand out of its box."""

_NOWHERE: Final = Rect(0, 0, 0, 0)

Inks = frozenset[tuple[str, float]]
"""The colours of texts, each with the contrast that it needs."""


class BackgroundLayers:
    """What lies on a face beside its topmost texts, and what has been found out about it."""

    def __init__(self, items: tuple[Item, ...], under: int) -> None:
        self.symbol = Symbol("bed", _NOWHERE, items)
        self.first_face: Face | None = None
        """The face that was seen with it first."""
        self._lowest = items[:under]
        self._areas_by_inks: dict[Inks, _Clear] = {}
        self._readable: dict[tuple[float, tuple[Rect, ...]], bool] = {}

    @cached_property
    def smallest_pt(self) -> float:
        """The size in points of the smallest text within the bed."""
        return min([block.size for block in blocks(self.symbol)], default=inf)

    def clear_areas(self, inks: Inks) -> "_Clear":
        """Return what tells of areas whether inks stand out everywhere within."""
        found = self._areas_by_inks.get(inks)
        if found is None:
            leaves, count = leaves_of(self.symbol), len(leaves_of(Symbol("lowest", _NOWHERE, self._lowest)))
            found = self._areas_by_inks[inks] = _Clear(inks, leaves[:count], leaves[count:])
        return found

    def has_readable_parts(self, face: Face, largest: float, icons: tuple[Rect, ...]) -> bool:
        """Tell whether the icons and texts within the bed stand out, on a face with text of at most a size above it.

        Args:
            face: one face that has this bed.
            largest: the size in mm of the largest text on top.
            icons: where the icons of its boxes lie.
        """
        found = self._readable.get((largest, icons))
        if found is None:
            alone = _with(face, self.symbol)
            found = self._readable[largest, icons] = not _may_have_inline_icon(alone, largest) and not any(
                low_contrast_inks(alone)
            )
        return found


def _with(face: Face, symbol: Symbol) -> Face:
    return Face(face.layout, face.trim, face.bleed, face.safe, symbol, face.boxes, face.place)


def _may_have_inline_icon(face: Face, largest: float) -> bool:
    """Tell whether a shape may be an icon in a line of text, which is none without the text beside it."""
    leaves = leaves_of(face.symbol)
    drawn = box_icons(face, leaves)
    return any(
        isinstance(leaf.item, Shape) and level not in drawn and is_small(leaf, INLINE_ICON_SIZE[1] * largest)
        for level, leaf in enumerate(leaves)
    )


class _Clear(dict[Rect, bool]):
    """Areas, and whether some inks stand out against all that may lie within them."""

    def __init__(self, inks: Inks, under: tuple[Leaf, ...], among: tuple[Leaf, ...]) -> None:
        self._bad = [insufficient_contrast(colour, ratio) for colour, ratio in inks]
        self._under, self._among = under, among

    def __missing__(self, area: Rect) -> bool:
        """What lies under all texts may hide what is beneath it; what lies among them may lie over some alone."""
        room = area.grow(_OFF)
        found = self[area] = not any(
            may_lie_under(room, self._under, is_bad) or any(may_touch(leaf, room, is_bad) for leaf in self._among)
            for is_bad in self._bad
        )
        return found


class SplitFace(NamedTuple):
    """A face taken apart: its topmost texts, the sizes in mm of the smallest and largest, and their bed."""

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
    """Return a face as texts on a bed; None when it has no text on top, or a bed that no face before it had."""
    items = face.symbol.items
    texts = [item for item in items if isinstance(item, Text)]
    if not texts:
        return None
    rest = tuple([item for item in items if not isinstance(item, Text)])
    if not all(isinstance(item, Use | Shape) for item in rest):
        return None
    bed = _background(rest, items.index(texts[0]))
    bed.first_face = bed.first_face or face
    if (
        bed.first_face is face
    ):  # what is found out of a bed costs as much as looking at one face: it pays with the second
        return None
    sizes = [text.size for text in texts]
    return SplitFace(texts, min(sizes), max(sizes), bed)


@lru_cache(maxsize=2048)
def _background(items: tuple[Item, ...], under: int) -> BackgroundLayers:
    return BackgroundLayers(items, under)


def forget() -> None:
    """Let go of all beds: symbols that lie on them may hold on to all of a game."""
    split_face.cache_clear()
    _background.cache_clear()


def has_proven_contrast(face: Face) -> bool:
    """Tell whether all that is read on a face stands out, by its record; False says that the record does not tell."""
    seen = split_face(face)
    if seen is None:
        return False
    clear = seen.background.clear_areas(
        frozenset([(text.colour, required_ratio(to_pt(text.size), text.face.weight)) for text in seen.texts])
    )
    icons = []
    for _, _, area, content, ink, lost, *_ in face.boxes:
        if ink is None:
            continue
        if content in TEXT_CONTENTS:
            if lost or not (clear[area] or clear[ink]):
                return False
        elif content == "icon":
            icons.append(ink)
    return seen.background.has_readable_parts(face, seen.largest_mm, tuple(icons))
