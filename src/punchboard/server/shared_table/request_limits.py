"""Limits of how often somebody may ask: a bucket of tokens that fills up again."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic


class Bucket:
    """Allows ``burst`` requests at once, and ``rate`` in each second after that."""

    def __init__(self, burst: float, rate: float, clock: Callable[[], float] = monotonic) -> None:
        self._burst, self._rate, self._clock = burst, rate, clock
        self._left, self._last = burst, clock()

    def take(self) -> bool:
        """Return whether one more request is allowed now."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._last) * self._rate)
        self._last = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
