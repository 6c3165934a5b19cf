"""The contrast ratio that text and icons need, and which colours are too close to theirs."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from punchboard.checks.ink.background_colour import BARE_PAPER, PICTURE
from punchboard.srgb import contrast

TEXT, LARGE, ICON = 4.5, 3.0, 3.0
"""The ratios that text, large text and icons need."""

PAPER: Final = "#ffffff"


def required_ratio(size: float, weight: float) -> float:
    """Return the ratio that text of a size in points needs. Text is large from 18 pt, or from 14 pt in bold."""
    return LARGE if size > (14 if weight >= 700 else 18) - 0.01 else TEXT


@lru_cache(maxsize=1024)
def insufficient_contrast(ink: str, ratio: float) -> Callable[[str], bool]:
    """Return a function that returns whether a colour has less contrast with ``ink`` than ``ratio``."""
    known: dict[str, bool] = {PICTURE: False, BARE_PAPER: contrast(ink, PAPER) < ratio}

    def is_bad(colour: str) -> bool:
        found = known.get(colour)
        if found is None:
            found = known[colour] = contrast(ink, colour) < ratio
        return found

    return is_bad
