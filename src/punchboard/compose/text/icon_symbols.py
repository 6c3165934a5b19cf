"""Icons on faces and in lines: each icon in each colour is one symbol, shared by all its positions and sizes."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from punchboard.geometry import Affine, Outline
from punchboard.scene import Shape, Symbol, Use

MAX_CACHED_SYMBOLS: Final = 4096
"""How many symbols of icons are cached."""

_MARGIN: Final = 1.0
"""Margin around an icon, in units of its grid: renderers clip a symbol at its bounds, which they may round."""


def icon_use(outline: Outline, colour: str, place: Affine) -> Use:
    """Return an icon on its 512-unit grid, filled with a colour (``#rrggbb``), with a transform to mm."""
    return Use(_symbol(outline, colour), place)


@lru_cache(maxsize=MAX_CACHED_SYMBOLS)
def _symbol(outline: Outline, colour: str) -> Symbol:
    return Symbol("icon", outline.bounds.grow(_MARGIN), (Shape(outline, colour),))
