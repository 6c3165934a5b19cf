"""The bed of a face: all that is drawn on it but the texts on top, which the cards of one layout share.

What cards say changes from card to card, the boxes that they say it in do not. So most faces are judged by their
record: a text that has found room lies within its box, and where no colour that is too near to its own lies in the
whole box, its lines need not be looked at. What is not told by this is looked at line by line (`faint.faint_inks`).
"""

from functools import cached_property, lru_cache
from math import inf
from typing import Final, NamedTuple

from punchboard.checks.ink.background_colour import may_meet, may_show
from punchboard.checks.ink.icons import SIGN, drawn_icons, is_small
from punchboard.checks.ink.layers import Leaf, layers
from punchboard.checks.ink.low_contrast import faint_inks
from punchboard.checks.ink.readable_inks import WORDED, blocks
from punchboard.checks.ink.required_contrast import bad, needed
from punchboard.geometry import Rect
from punchboard.model.layout.face import Face
from punchboard.scene import Item, Shape, Symbol, Text, Use
from punchboard.units import to_pt

_OFF: Final = 0.1
"""Mm by which a text that has found room may stand out of its box."""

_NOWHERE: Final = Rect(0, 0, 0, 0)

Inks = frozenset[tuple[str, float]]
"""The colours of texts, each with the contrast that it needs."""


class Bed:
    """What lies on a face beside its topmost texts, and what has been found out about it."""

    def __init__(self, items: tuple[Item, ...], under: int) -> None:
        self.symbol = Symbol("bed", _NOWHERE, items)
        self.first: Face | None = None
        """The face that was seen with it first."""
        self._lowest = items[:under]
        self._clear: dict[Inks, _Clear] = {}
        self._sound: dict[tuple[float, tuple[Rect, ...]], bool] = {}

    @cached_property
    def smallest(self) -> float:
        """The size in points of the smallest text within the bed."""
        return min([block.size for block in blocks(self.symbol)], default=inf)

    def clear(self, inks: Inks) -> "_Clear":
        """Return what tells of areas whether inks stand out everywhere within."""
        found = self._clear.get(inks)
        if found is None:
            leaves, count = layers(self.symbol), len(layers(Symbol("lowest", _NOWHERE, self._lowest)))
            found = self._clear[inks] = _Clear(inks, leaves[:count], leaves[count:])
        return found

    def is_sound(self, face: Face, largest: float, icons: tuple[Rect, ...]) -> bool:
        """Tell whether the icons and texts within the bed stand out, on a face with text of at most a size above it.

        Args:
            face: one face that has this bed.
            largest: the size in mm of the largest text on top.
            icons: where the icons of its boxes lie.
        """
        found = self._sound.get((largest, icons))
        if found is None:
            alone = _with(face, self.symbol)
            found = self._sound[largest, icons] = not _has_sign(alone, largest) and not any(faint_inks(alone))
        return found


def _with(face: Face, symbol: Symbol) -> Face:
    return Face(face.layout, face.trim, face.bleed, face.safe, symbol, face.boxes, face.place)


def _has_sign(face: Face, largest: float) -> bool:
    """Tell whether a shape may be an icon in a line of text, which is none without the text beside it."""
    leaves = layers(face.symbol)
    drawn = drawn_icons(face, leaves)
    return any(
        isinstance(leaf.item, Shape) and level not in drawn and is_small(leaf, SIGN[1] * largest)
        for level, leaf in enumerate(leaves)
    )


class _Clear(dict[Rect, bool]):
    """Areas, and whether some inks stand out against all that may lie within them."""

    def __init__(self, inks: Inks, under: tuple[Leaf, ...], among: tuple[Leaf, ...]) -> None:
        self._bad = [bad(colour, ratio) for colour, ratio in inks]
        self._under, self._among = under, among

    def __missing__(self, area: Rect) -> bool:
        """What lies under all texts may hide what is beneath it; what lies among them may lie over some alone."""
        room = area.grow(_OFF)
        found = self[area] = not any(
            may_show(room, self._under, is_bad) or any(may_meet(leaf, room, is_bad) for leaf in self._among)
            for is_bad in self._bad
        )
        return found


class Sight(NamedTuple):
    """A face taken apart: its topmost texts, the sizes in mm of the smallest and largest, and their bed."""

    texts: list[Text]
    smallest: float
    largest: float
    bed: Bed

    @property
    def least(self) -> float:
        """The size in points of the smallest text on the face."""
        return min(to_pt(self.smallest), self.bed.smallest)


@lru_cache(maxsize=4)
def sight(face: Face) -> Sight | None:
    """Return a face as texts on a bed; None when it has no text on top, or a bed that no face before it had."""
    items = face.symbol.items
    texts = [item for item in items if isinstance(item, Text)]
    if not texts:
        return None
    rest = tuple([item for item in items if not isinstance(item, Text)])
    if not all(isinstance(item, Use | Shape) for item in rest):
        return None
    bed = _bed(rest, items.index(texts[0]))
    bed.first = bed.first or face
    if bed.first is face:  # what is found out of a bed costs as much as looking at one face: it pays with the second
        return None
    sizes = [text.size for text in texts]
    return Sight(texts, min(sizes), max(sizes), bed)


@lru_cache(maxsize=2048)
def _bed(items: tuple[Item, ...], under: int) -> Bed:
    return Bed(items, under)


def forget() -> None:
    """Let go of all beds: symbols that lie on them may hold on to all of a game."""
    sight.cache_clear()
    _bed.cache_clear()


def stands_out(face: Face) -> bool:
    """Tell whether all that is read on a face stands out, by its record; False says that the record does not tell."""
    seen = sight(face)
    if seen is None:
        return False
    clear = seen.bed.clear(
        frozenset([(text.colour, needed(to_pt(text.size), text.face.weight)) for text in seen.texts])
    )
    icons = []
    for _, _, area, content, ink, lost, *_ in face.boxes:
        if ink is None:
            continue
        if content in WORDED:
            if lost or not (clear[area] or clear[ink]):
                return False
        elif content == "icon":
            icons.append(ink)
    return seen.bed.is_sound(face, seen.largest, tuple(icons))
