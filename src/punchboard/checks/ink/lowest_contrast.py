"""The lowest contrast of the text on a face with what lies under it, whether or not it is enough."""

from collections.abc import Iterator
from typing import NamedTuple

from punchboard.checks.ink.background_colour import BARE_PAPER, PICTURE, background_shares
from punchboard.checks.ink.layers import Leaf, leaves_of
from punchboard.checks.ink.low_contrast import UNDER_TEXT
from punchboard.checks.ink.readable_inks import Ink, block_of, is_shadow, lines
from punchboard.checks.ink.required_contrast import PAPER
from punchboard.model.layout.face import Face
from punchboard.scene import Text
from punchboard.srgb import contrast


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
            if not is_shadow(ink, leaves[level + 1 :]):
                shares = background_shares(ink.area, ink.edges, ink.cell, below)
                counted = (colour for colour, share in shares.items() if share >= UNDER_TEXT)
                yield ink, tuple(PAPER if colour == BARE_PAPER else colour for colour in counted)
