"""Icons on faces and in lines: each a symbol, drawn once for all places and sizes in which it has one colour."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from punchboard.geometry import Affine, Outline
from punchboard.scene import Shape, Symbol, Use

MAX_CACHED_SYMBOLS: Final = 4096
"""Icons that are known at a time."""

_ROOM: Final = 1.0
"""Units of an icon's grid round it: renderers cut a symbol off at its bounds, and may round these."""


def icon_use(outline: Outline, colour: str, place: Affine) -> Use:
    """Return an icon on its 512-unit grid, filled with a colour (``#rrggbb``), under a transform to mm."""
    return Use(_symbol(outline, colour), place)


@lru_cache(maxsize=MAX_CACHED_SYMBOLS)
def _symbol(outline: Outline, colour: str) -> Symbol:
    return Symbol("icon", outline.bounds.grow(_ROOM), (Shape(outline, colour),))
