"""Ornaments in boxes: their marks as shapes, and variants, which are drawings that many components share.

If each component had a drawing of its own, a deck of 2000 cards would put 2000 drawings in the file. So a layout may
limit their number; each drawing is used as it is and mirrored. A component's seed alone decides which variant it gets,
so that the variant stays the same when rows are added.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from math import ceil, log
from typing import Final
from zlib import crc32

from punchboard import ornament
from punchboard.compose.inks import InkMode
from punchboard.expression import Evaluate
from punchboard.geometry import Affine, Rect
from punchboard.model.layout.box_drawing import OrnamentFile
from punchboard.scene import Item, Shape, Stroke, Symbol, Use

DrawOrnament = Callable[[str, Rect], tuple[Item, ...]]
"""Takes a seed and an area in mm; returns the items of an ornament."""


def ornament_drawer(kind: str, colours: Sequence[str], params: Mapping[str, object], ink_mode: InkMode) -> DrawOrnament:
    """Return a function that draws an ornament of a kind in these colours (``#rrggbb``)."""

    def draw(seed: str, area: Rect) -> tuple[Item, ...]:
        marks = ornament.draw(kind, area, seed, params)
        return tuple([ink_mode.ornament_shape(_shape(mark, colours[mark.ink % len(colours)])) for mark in marks])

    return draw


def _shape(mark: ornament.Mark, colour: str) -> Shape:
    if mark.width is None:
        return Shape(mark.outline, fill=colour)
    return Shape(mark.outline, stroke=Stroke(colour, mark.width, round=True))


_MOTIF: Final = "\x1e"
"""Separates a seed from the number of the drawing."""

HEIGHT_STEP: Final = 1.2
"""For boxes whose height differs from card to card, drawings come in heights that grow by this factor."""


def shared_seed(seed: Evaluate, variants: int) -> Evaluate:
    """Return a function from a component's values to its variant: a number from 0 up to twice ``variants``."""
    return lambda values: crc32(str(seed(values)).encode("utf-8", "surrogatepass")) % (2 * variants)


def motif_seed(seed: Evaluate, file: OrnamentFile, motifs: Sequence[OrnamentFile]) -> Evaluate:
    """Return a function from a component's values to the seed of a box's drawing, or its variant.

    Args:
        seed: evaluates the seed that the box gives.
        file: the ornament of the box.
        motifs: the drawings of which it shows one; a theme's drawing may have a seed and variants of its own.
    """
    first = motifs[0] if motifs else file
    own = seed if file.seed else (lambda _values: first.seed)
    variants = first.variants or file.variants
    return shared_seed(own, variants) if variants else own


def with_motif(seed: str, number: int) -> str:
    """Return a seed with the number of the drawing that it is for, as `read_motif` reads it."""
    return f"{seed}{_MOTIF}{number}"


def read_motif(content: str) -> tuple[str, int]:
    """Return the seed and the number of a drawing."""
    seed, _, number = content.partition(_MOTIF)
    return seed, int(number or 0)


def drawing_area(area: Rect, *, moves: bool) -> Rect:
    """Return the area that a shared drawing fills, with the origin at its top left; at least as high as ``area``.

    Args:
        area: the area to cover, in mm.
        moves: whether the height of the box differs from card to card.
    """
    if not moves or area.height <= 0:
        return Rect(0, 0, area.width, area.height)
    height = HEIGHT_STEP ** ceil(log(area.height, HEIGHT_STEP) - 1e-6)
    return Rect(0, 0, area.width, round(max(height, area.height), 3))


class Variants:
    """The shared drawings of ornaments; each is drawn on first use."""

    def __init__(self) -> None:
        self._symbols: dict[Hashable, Symbol] = {}

    def place(self, style_key: Hashable, number: int, area: Rect, draw: DrawOrnament, *, moves: bool) -> Use:
        """Return a variant placed over an area; it may extend below the area's lower edge.

        Args:
            style_key: everything that the drawing depends on besides seed and size.
            number: the number of the variant; odd ones are mirrored drawings.
            area: the area to cover, in mm.
            draw: draws the ornament from a seed over an area.
            moves: whether the height of the box differs from card to card.
        """
        seed, mirrored = divmod(number, 2)
        over = drawing_area(area, moves=moves)
        key = (style_key, seed, over)
        symbol = self._symbols.get(key)
        if symbol is None:
            symbol = self._symbols[key] = Symbol(f"variant-{seed}", over, draw(str(seed), over))
        if mirrored:
            return Use(symbol, Affine(-1, 0, 0, 1, round(area.right, 3), area.y))
        return Use(symbol, Affine.move(area.x, area.y))
