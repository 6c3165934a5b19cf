"""Chance with a seed: numbers that Python and the browser draw alike, so that a seed deals the same game in both."""

from __future__ import annotations

_MASK = 0xFFFFFFFF


class Chance:
    """Draws from a seed by the generator mulberry32. It is for games, not for secrets."""

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def below(self, number: int) -> int:
        """Return one of the numbers from 0 that are less than ``number``."""
        state = self._state = (self._state + 0x6D2B79F5) & _MASK
        mixed = ((state ^ (state >> 15)) * (state | 1)) & _MASK
        mixed ^= (mixed + (mixed ^ (mixed >> 7)) * (mixed | 61)) & _MASK
        return ((mixed ^ (mixed >> 14)) * number) >> 32

    def shuffle(self, pile: list[int]) -> None:
        """Shuffle a list in place."""
        state = self._state
        for last in range(len(pile) - 1, 0, -1):  # as `below` does, without a call for each
            state = (state + 0x6D2B79F5) & _MASK
            mixed = ((state ^ (state >> 15)) * (state | 1)) & _MASK
            mixed ^= (mixed + (mixed ^ (mixed >> 7)) * (mixed | 61)) & _MASK
            at = ((mixed ^ (mixed >> 14)) * (last + 1)) >> 32
            pile[last], pile[at] = pile[at], pile[last]
        self._state = state
