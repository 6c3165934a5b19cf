"""Text and icons with too little contrast to what lies under them."""

from collections.abc import Iterable, Iterator, Sequence
from math import floor
from typing import Final, NamedTuple

from punchboard.checks.ink.background_colour import BARE_PAPER, background_shares, may_lie_under
from punchboard.checks.ink.layers import Leaf, leaves_of
from punchboard.checks.ink.readable_icons import icons
from punchboard.checks.ink.readable_inks import Ink, block_of, is_shadow, lines
from punchboard.checks.ink.required_contrast import ICON, PAPER, insufficient_contrast, required_ratio
from punchboard.model.layout.face import Face
from punchboard.scene import Text
from punchboard.srgb import contrast

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
    below: list[Leaf] = []
    for level, leaf in enumerate(leaves):
        if isinstance(leaf.item, Text):
            block = block_of(leaf, level)
            if block is not None:
                ratio = required_ratio(block.size, leaf.item.face.weight)
                if may_lie_under(block.area, below, insufficient_contrast(leaf.item.colour, ratio)):
                    yield from _low_contrasts(lines(face, block), below, leaves, ratio)
            continue
        icon = drawn.get(level)
        if icon is not None:
            is_bad = insufficient_contrast(icon.colour, ICON)
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
    if sum(weak.values()) < (UNDER_TEXT if ink.words else UNDER_ICON):
        return None
    worst = max(weak, key=lambda colour: weak[colour])
    colour = PAPER if worst == BARE_PAPER else worst
    return LowContrast(ink, colour, contrast(ink.colour, colour), ratio)


def _is_under_others(ink: Ink, above: Sequence[Leaf]) -> bool:
    """Return whether an icon is part of a drawing, or a text the shadow of the same words."""
    if ink.words:
        return is_shadow(ink, above)
    return 1 - background_shares(ink.area, ink.edges, ink.cell, above).get(BARE_PAPER, 0.0) > MAX_COVERED
