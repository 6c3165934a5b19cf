"""Total ink: what a press can dry. Too much is taken out of cyan, magenta and yellow alike, and black stands in.

That is grey component replacement, as far as it is needed and no further: colours keep their lightness as near as black
can give it, and their hue because the three lose alike. Levels are 0 to 255, limits in the same measure.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from punchboard.render.colour.icc_profile import Plates

_STEPS: Final = 7
"""Halvings in search of the black that keeps the lightness: finer than 8 bits of ink can show."""

_MOST: Final = 2.0
"""The most black that ever stands in for one part of all three inks."""

Lightness = Callable[[Sequence[Plates]], list[float]]


def limit_inks(inks: Sequence[Plates], limit: int, lightness: Lightness) -> list[Plates]:
    """Return inks of which no sum is above the limit; those that are within it stay as they are.

    Args:
        inks: what colours ask for.
        limit: the most ink in all, of 1020.
        lightness: how light inks print.
    """
    over = [plates for plates in dict.fromkeys(inks) if sum(plates) > limit]
    wanted = lightness(over)
    low, high = [0.0] * len(over), [_MOST] * len(over)
    for _ in range(_STEPS):
        tried = [(one + other) / 2 for one, other in zip(low, high, strict=True)]
        printed = lightness([_replaced(plates, limit, part) for plates, part in zip(over, tried, strict=True)])
        for index, (light, aim) in enumerate(zip(printed, wanted, strict=True)):
            (low if light > aim else high)[index] = tried[index]
    made = {plates: _replaced(plates, limit, part) for plates, part in zip(over, high, strict=True)}
    return [made.get(plates, plates) for plates in inks]


def _replaced(plates: Plates, limit: int, part: float) -> Plates:
    """Take the same from three inks and give ``part`` of it to black, so that the sum is the limit."""
    excess = sum(plates) - limit
    taken = excess / (3 - part)
    black = plates.black + part * taken
    if black > 255:
        black, taken = 255.0, (excess + 255 - plates.black) / 3
    colours = [max(0.0, level - taken) for level in plates[:3]]
    room, asked = limit - int(black), sum(colours)
    fit = min(1.0, room / asked) if asked else 1.0  # an ink that was used up leaves the rest to the other two
    cyan, magenta, yellow = (int(level * fit) for level in colours)
    return Plates(cyan, magenta, yellow, int(black))
