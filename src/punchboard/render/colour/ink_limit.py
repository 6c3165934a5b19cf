"""Ink limit: less cyan, magenta and yellow, and more black, until the total is what a press can dry.

This is grey component replacement, applied only as far as needed. All three inks lose the same amount, so the hue
stays; black replaces the lost darkness as well as it can. Ink levels are 0 to 255, and limits are sums of levels.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from punchboard.render.colour.icc_profile import Plates

_STEPS: Final = 7
"""Steps of the binary search for the black that keeps the lightness: finer than 8 bits of ink can show."""

_MAX_BLACK: Final = 2.0
"""The most black that may replace one part of each of the three inks."""

Lightness = Callable[[Sequence[Plates]], list[float]]


def limit_inks(inks: Sequence[Plates], limit: int, lightness: Lightness) -> list[Plates]:
    """Return the inks with every sum reduced to the limit; inks within the limit stay unchanged.

    Args:
        inks: the inks as the profile separates them.
        limit: the largest sum of the four levels, at most 1020.
        lightness: returns how light inks print.
    """
    over = [plates for plates in dict.fromkeys(inks) if sum(plates) > limit]
    targets = lightness(over)
    low, high = [0.0] * len(over), [_MAX_BLACK] * len(over)
    for _ in range(_STEPS):
        tried = [(least + most) / 2 for least, most in zip(low, high, strict=True)]
        printed = lightness([_replaced(plates, limit, part) for plates, part in zip(over, tried, strict=True)])
        for index, (light, target) in enumerate(zip(printed, targets, strict=True)):
            (low if light > target else high)[index] = tried[index]
    limited = {plates: _replaced(plates, limit, part) for plates, part in zip(over, high, strict=True)}
    return [limited.get(plates, plates) for plates in inks]


def _replaced(plates: Plates, limit: int, part: float) -> Plates:
    """Reduce the three colour inks equally and add ``part`` of the reduction to black, so that the sum is the limit."""
    excess = sum(plates) - limit
    taken = excess / (3 - part)
    black = plates.black + part * taken
    if black > 255:
        black, taken = 255.0, (excess + 255 - plates.black) / 3
    colours = [max(0.0, level - taken) for level in plates[:3]]
    room, total = limit - int(black), sum(colours)
    fit = min(1.0, room / total) if total else 1.0  # an ink that reached 0 leaves the rest to the other two
    cyan, magenta, yellow = (int(level * fit) for level in colours)
    return Plates(cyan, magenta, yellow, int(black))
