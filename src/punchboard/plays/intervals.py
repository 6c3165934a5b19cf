"""What a number of games says about all games: 95 % intervals of shares and of means."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import Final

Z: Final = 1.959964
"""How many standard errors an interval of 95 % reaches to either side."""


def share_interval(count: int, games: int) -> tuple[float, float]:
    """Return the Wilson interval of a share: ``count`` of ``games``; everything from 0 to 1 if there are no games."""
    if not games:
        return 0.0, 1.0
    share, square = count / games, Z * Z / games
    middle, reach = share + square / 2, Z * sqrt(share * (1 - share) / games + square / games / 4)
    low, high = (middle - reach) / (1 + square), (middle + reach) / (1 + square)
    return (0.0 if not count else low), (1.0 if count == games else high)


def mean_interval(counts: Mapping[int, int]) -> tuple[float, float, float]:
    """Return the mean of numbers, given how often each occurs, and its interval; a single number says nothing more."""
    total = sum(counts.values())
    mean = sum(number * count for number, count in counts.items()) / total
    if total < 2:
        return mean, mean, mean
    variance = sum(count * (number - mean) ** 2 for number, count in counts.items()) / (total - 1)
    reach = Z * sqrt(variance / total)
    return mean, mean - reach, mean + reach
