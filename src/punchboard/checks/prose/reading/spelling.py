"""How similar words are, and the nearest of many names to a word."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from difflib import SequenceMatcher
from itertools import pairwise
from typing import Final

from punchboard.checks.prose.english.numbers import NUMBER_WORDS
from punchboard.checks.prose.english.parsed_text import edit_distance, stem

MIN_SIMILARITY: Final = 0.66
"""The least similarity between a name and a phrase that is surely meant as one."""

_SHARED_PREFIX: Final = 3
"""Words that differ by up to half must have this many first letters in common."""

SHORTEST: Final = 4
"""Shorter words are too similar to others."""

LONG: Final = 8
"""Words with this many letters may differ in two of them."""

PAIRS: Final = 2
"""Words that differ in one or two letters share at least this many pairs of letters."""

BROKEN: Final = 3
"""Swapping two letters changes at most this many pairs, changing one letter fewer."""


def differs_inside(word: str, other: str) -> bool:
    """Return whether two words differ by one letter between the first and the last."""
    return word[0] == other[0] and word[-1] == other[-1] and edit_distance(word, other) == 1


def similarity(word: str, other: str, *, beside: bool = False) -> float:
    """Return how similar two words are, from 0 to 1. They may differ more ``beside`` other words that are equal."""
    if {word, other} & NUMBER_WORDS.keys() or word.isdecimal() or other.isdecimal():
        return 0.0
    edits, shorter = edit_distance(word, other), min(len(word), len(other))
    if edits <= 1 + (shorter >= LONG) or (beside and edits == 2 and shorter > SHORTEST):
        return 1.0 - edits / 10
    return SequenceMatcher(None, word, other).ratio() if word[:_SHARED_PREFIX] == other[:_SHARED_PREFIX] else 0.0


class SpellingIndex:
    """Finds the nearest of many words, comparing only those that share pairs of letters."""

    def __init__(self, names: Iterable[str], are_forms: Callable[[str, str], bool]) -> None:
        self._are_forms = are_forms
        self._by_pair: dict[str, list[str]] = {}
        for name in names:
            for pair in _pairs(name) if len(name) >= SHORTEST else ():
                self._by_pair.setdefault(pair, []).append(name)

    def nearest(self, word: str, *, sure: bool) -> str | None:
        """Return the nearest name to a word, or None. A word that is ``sure`` to be a name may differ by up to half."""
        if len(word) < SHORTEST:
            return None
        return max(self._near(word, sure=sure), default=(0.0, None))[1]

    def _near(self, word: str, *, sure: bool) -> Iterator[tuple[float, str | None]]:
        own = _pairs(word)
        shared = Counter(name for pair in own for name in self._by_pair.get(pair, ()))
        sure = sure and not any(_is_compound(word, name) for name in shared)
        for name, pairs in shared.items():
            if pairs < PAIRS or name == word or _is_compound(word, name) or self._are_forms(word, name):
                continue
            allowed_edits = 1 + (min(len(word), len(name)) >= LONG)
            may_match = pairs >= len(own) - BROKEN * allowed_edits and abs(len(word) - len(name)) <= allowed_edits
            is_misspelling = may_match and edit_distance(word, name) <= allowed_edits and stem(word) != stem(name)
            if is_misspelling or (sure and similarity(word, name) >= MIN_SIMILARITY):
                yield similarity(word, name), name


def _is_compound(word: str, name: str) -> bool:
    """Return whether a word begins or ends with a name and goes on with another word: ``ropewalk`` with ``rope``."""
    return len(word) - len(name) >= _SHARED_PREFIX and (word.startswith(name) or word.endswith(name))


def _pairs(word: str) -> frozenset[str]:
    """Return each two adjacent letters, including the ends of the word."""
    return frozenset(map("".join, pairwise(f"^{word}$")))
