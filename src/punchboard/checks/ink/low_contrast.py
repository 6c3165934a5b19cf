"""Inks that stand out too little against what lies under them."""

from collections.abc import Iterable, Iterator, Sequence
from math import floor
from typing import Final, NamedTuple

from punchboard.checks.ink import colour_vision
from punchboard.checks.ink.background_colour import BARE, ground, may_show
from punchboard.checks.ink.icons import icons
from punchboard.checks.ink.layers import Leaf, layers
from punchboard.checks.ink.readable_inks import Ink, block_of, is_shadow, lines
from punchboard.checks.ink.required_contrast import ICON, PAPER, bad, needed
from punchboard.model.layout.face import Face
from punchboard.scene import Text

UNDER_TEXT, UNDER_ICON = 0.08, 0.25
"""Part of an ink that colours of too little contrast must lie under to count."""

COVERED: Final = 0.2
"""An icon that other shapes cover by so much is part of a drawing."""


class Faint(NamedTuple):
    """An ink that stands out too little: the colour under most of it, their contrast, and what it needs."""

    ink: Ink
    ground: str
    ratio: float
    needed: float

    def __str__(self) -> str:
        """Return what a message says of it, the ratio rounded down."""
        colours = f"{self.ink.colour} on {self.ground}"
        return f"a contrast of {floor(self.ratio * 10) / 10:.1f} ({colours}); it needs {self.needed:g}"


def faint_inks(face: Face) -> Iterator[Faint]:
    """Yield the lines of text and the icons of a face that stand out too little."""
    leaves = layers(face.symbol)
    drawn = {icon.level: icon for icon in icons(face)}
    below: list[Leaf] = []
    for level, leaf in enumerate(leaves):
        if isinstance(leaf.item, Text):
            block = block_of(leaf, level)
            if block is not None:
                ratio = needed(block.size, leaf.item.face.weight)
                if may_show(block.area, below, bad(leaf.item.colour, ratio)):
                    yield from _faintest(lines(face, block), below, leaves, ratio)
            continue
        icon = drawn.get(level)
        if icon is not None:
            is_bad = bad(icon.colour, ICON)
            if may_show(icon.area, below, is_bad) and may_show(icon.area, below, is_bad, leaf.edges.cut):
                yield from _faintest((icon,), below, leaves, ICON)
        below.append(leaf)


def _faintest(group: Iterable[Ink], below: Sequence[Leaf], leaves: Sequence[Leaf], ratio: float) -> Iterator[Faint]:
    for ink in group:
        faint = _faint(ink, below, ratio)
        if faint is not None and not _is_under_others(ink, leaves[ink.level + 1 :]):
            yield faint


def _faint(ink: Ink, below: Sequence[Leaf], ratio: float) -> Faint | None:
    """Return what is too little of an ink's contrast, if anything is."""
    shares, is_bad = ground(ink.area, ink.edges, ink.cell, below), bad(ink.colour, ratio)
    weak = {colour: share for colour, share in shares.items() if is_bad(colour)}
    if sum(weak.values()) < (UNDER_TEXT if ink.words else UNDER_ICON):
        return None
    most = max(weak, key=lambda colour: weak[colour])
    colour = PAPER if most == BARE else most
    return Faint(ink, colour, colour_vision.contrast(ink.colour, colour), ratio)


def _is_under_others(ink: Ink, above: Sequence[Leaf]) -> bool:
    """Tell whether an icon is part of a drawing, or a text the shadow of the same words."""
    if ink.words:
        return is_shadow(ink, above)
    return 1 - ground(ink.area, ink.edges, ink.cell, above).get(BARE, 0.0) > COVERED
