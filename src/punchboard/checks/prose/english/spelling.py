"""How alike words are, and which of many names is nearest to a word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from itertools import pairwise
from typing import Final

from punchboard.checks.prose.english.numbers import NUMBER_WORDS
from punchboard.checks.prose.english.words import edit_distance, stem

MIN_SIMILARITY: Final = 0.66
"""How alike a name and a phrase must be that is surely meant as one."""

SHARED_PREFIX: Final = 3
"""So many letters at the beginning are the same in a name that was changed by half."""

SHORTEST: Final = 4
"""Shorter words are like too many others."""

LONG: Final = 8
"""Words of so many letters may differ in two of them."""

PAIRS: Final = 2
"""Words that differ in a letter or two have at least so many pairs of letters in common."""


BROKEN: Final = 3
"""So many pairs at most are broken by two letters that are exchanged, and fewer by one letter."""


def similarity(one: str, other: str, *, beside: bool = False) -> float:
    """Return how alike two words are from 0 to 1; ``beside`` others that are the same they may differ more."""
    if {one, other} & NUMBER_WORDS.keys() or one.isdecimal() or other.isdecimal():
        return 0.0
    apart, shorter = edit_distance(one, other), min(len(one), len(other))
    if apart <= 1 + (shorter >= LONG) or (beside and apart == 2 and shorter > SHORTEST):
        return 1.0 - apart / 10
    return SequenceMatcher(None, one, other).ratio() if one[:SHARED_PREFIX] == other[:SHARED_PREFIX] else 0.0


class SpellingIndex:
    """Finds the nearest of some words; only those that share pairs of letters are compared."""

    def __init__(self, names: Iterable[str]) -> None:
        self._by_pair: dict[str, list[str]] = {}
        for name in names:
            for pair in _pairs(name) if len(name) >= SHORTEST else ():
                self._by_pair.setdefault(pair, []).append(name)

    def nearest(self, word: str, *, sure: bool) -> str | None:
        """Return the name that a word is nearly; one that is ``sure`` to be meant as a name may differ by half."""
        if len(word) < SHORTEST:
            return None
        return max(self._near(word, sure=sure), default=(0.0, None))[1]

    def _near(self, word: str, *, sure: bool) -> Iterator[tuple[float, str | None]]:
        own = _pairs(word)
        shared = Counter(name for pair in own for name in self._by_pair.get(pair, ()))
        for name, pairs in shared.items():
            if pairs < PAIRS or name == word:
                continue
            apart = 1 + (min(len(word), len(name)) >= LONG)
            may_be = pairs >= len(own) - BROKEN * apart and abs(len(word) - len(name)) <= apart
            slip = may_be and edit_distance(word, name) <= apart and stem(word) != stem(name)
            if slip or (sure and similarity(word, name) >= MIN_SIMILARITY):
                yield similarity(word, name), name


def _pairs(word: str) -> frozenset[str]:
    """Return each two letters that follow one another, the ends of the word too."""
    return frozenset(one + other for one, other in pairwise(f"^{word}$"))
