"""Hyphenation with pyphen's dictionaries: splits a word so that its first part fits on the line."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from punchboard.compose.text.atoms import After, Atom

if TYPE_CHECKING:
    from pyphen import Pyphen

WordSplitter = Callable[[Atom, float], tuple[Atom, Atom] | None]
"""Splits a word so that its first part, with a hyphen, is at most a width in em; None if it cannot be split so."""

_SHORTEST: Final = 6
"""Shorter words are not hyphenated."""

_SOFT_HYPHEN: Final = "\u00ad"
"""Copied from the PDF in place of a hyphen at a line's end, so that the word is whole again."""


@lru_cache(maxsize=8)
def _dictionary(language: str) -> Pyphen | None:
    import pyphen  # noqa: PLC0415 - few styles hyphenate

    code = pyphen.language_fallback(language.replace("-", "_"))
    return pyphen.Pyphen(lang=code, left=2, right=3) if code else None


def has_patterns(language: str) -> bool:
    """Return whether there are hyphenation patterns for a language."""
    return _dictionary(language) is not None


def hyphenator(language: str, features: str = "") -> WordSplitter | None:
    """Return the function that splits words of a language, shaped with ``features``; None without a dictionary."""
    dictionary = _dictionary(language)
    if dictionary is None:
        return None

    def split(atom: Atom, room: float) -> tuple[Atom, Atom] | None:
        text = atom.word.text if atom.word else ""
        if atom.face is None or atom.after is After.NOTHING or len(text) < _SHORTEST or not text.isalpha():
            return None
        if atom.word is not atom.face.word(text, features) or atom.width != atom.word.width * atom.scale:
            return None  # the parts of small caps and tracked words would be shaped without them
        for position in reversed(dictionary.positions(text)):
            first = _part(atom, text[:position] + "-", features, After.NEWLINE)._replace(marks=())
            if first.width <= room:
                return first, _part(atom, text[position:], features, atom.after)
        return None

    return split


def _part(atom: Atom, text: str, features: str, after: After) -> Atom:
    assert atom.face is not None
    word = atom.face.word(text, features)
    if text.endswith("-"):
        word = word._replace(text=text[:-1] + _SOFT_HYPHEN, sources=(*word.sources[:-1], _SOFT_HYPHEN))
    return atom._replace(word=word, width=word.width * atom.scale, after=after)


def syllables(word: str, language: str) -> tuple[str, ...]:
    """Return the parts between which a word may be divided; the word alone if it may not, or without a dictionary."""
    dictionary = _dictionary(language)
    if dictionary is None or not word.isalpha():
        return (word,)
    cuts = (0, *dictionary.positions(word), len(word))
    return tuple(word[start:end] for start, end in pairwise(cuts))
