"""Variants: a modest number of drawings that the ornaments of many components share, each placed as a symbol.

Every component could have a drawing of its own, from its id as the seed. A deck of two thousand would make as many,
and print them all. So a layout may say how many there are; each is also seen in a mirror. Which one a component has
goes by its seed alone: it stays when rows are added.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from math import ceil, log
from typing import Any, Final
from zlib import crc32

from punchboard.compose.boxes.ornament import DrawOrnament
from punchboard.geometry import Affine, Rect
from punchboard.scene import Symbol, Use

Evaluate = Callable[[Mapping[str, Any]], object]

HEIGHT_STEP: Final = 1.2
"""Drawings for boxes that are higher on one card than on another come in heights that grow by this factor."""


def shared_seed(seed: Evaluate, variants: int) -> Evaluate:
    """Return what works out the number of a component's variant, from 0 to twice as many as there are drawings."""
    return lambda values: crc32(str(seed(values)).encode("utf-8", "surrogatepass")) % (2 * variants)


def drawing_area(area: Rect, *, moves: bool) -> Rect:
    """Return what a shared drawing is drawn over, its top left corner at the origin; it is as high or a little higher.

    Args:
        area: what it is to cover.
        moves: whether the box is higher on other cards.
    """
    if not moves or area.height <= 0:
        return Rect(0, 0, area.width, area.height)
    height = HEIGHT_STEP ** ceil(log(area.height, HEIGHT_STEP) - 1e-6)
    return Rect(0, 0, area.width, round(max(height, area.height), 3))


class Variants:
    """The drawings that are shared, each made when it is first asked for."""

    def __init__(self) -> None:
        self._symbols: dict[Hashable, Symbol] = {}

    def place(self, manner: Hashable, number: int, area: Rect, draw: DrawOrnament, *, moves: bool) -> Use:
        """Return a variant over an area; it may run over the area's lower edge.

        Args:
            manner: all that the drawing depends on beside its seed and size.
            number: which variant it is; every other is a drawing in a mirror.
            area: what it covers.
            draw: draws from a seed over an area.
            moves: whether the box is higher on other cards.
        """
        seed, mirrored = divmod(number, 2)
        over = drawing_area(area, moves=moves)
        key = (manner, seed, over)
        symbol = self._symbols.get(key)
        if symbol is None:
            symbol = self._symbols[key] = Symbol(f"variant-{seed}", over, draw(str(seed), over))
        if mirrored:
            return Use(symbol, Affine(-1, 0, 0, 1, round(area.right, 3), area.y))
        return Use(symbol, Affine.move(area.x, area.y))
