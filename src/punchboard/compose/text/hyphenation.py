"""Hyphenation with pyphen's dictionaries: splits a word so that its first part fits on the line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final
from unicodedata import combining

from punchboard.compose.text.atoms import After, Atom

if TYPE_CHECKING:
    from pyphen import Pyphen

WordSplitter = Callable[[Atom, float], tuple[Atom, Atom] | None]
"""Splits a word so that its first part, with a hyphen, is at most a width in em; None if it cannot be split so."""

_SHORTEST: Final = 6
"""Shorter words are not hyphenated."""

_LETTERS: Final = re.compile(r"[\W_]*([^\W\d_]+)[\W_]*")
"""A word with the signs before and after it."""

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


MIN_BROKEN: Final = 12
"""Shorter words are never broken to fit a line: they are too wide for a box that is too small."""

_SHAPINGS: Final = ("", " -liga -clig", " smcp", " -liga -clig smcp")
"""What a style with tracking or small capitals adds to the features that words are shaped with."""


def broken_words(atoms: Iterable[Atom], width: float, language: str, features: str) -> Iterator[Atom]:
    """Yield atoms, those wider than a line in parts: with hyphens where the language knows how, else anywhere."""
    for atom in atoms:
        rest, parts = atom, None
        if atom.word is not None and len(atom.word.text) >= MIN_BROKEN and not atom.word.text.isnumeric():
            parts = _first_part(atom, width, language, features)
        while parts is not None:
            yield parts[0]
            rest = parts[1]
            parts = _first_part(rest, width, language, features)
        yield rest


def _first_part(atom: Atom, width: float, language: str, features: str) -> tuple[Atom, Atom] | None:
    """Return the longest part of a word that fits a line, and the rest; None for a word that stays as it is."""
    face, text = atom.face, atom.word.text if atom.word else ""
    if face is None or atom.width <= width or atom.script:
        return None
    shaping = next(
        (features + more for more in _SHAPINGS if face.word(text, (features + more).strip()) == atom.word), None
    )
    if shaping is None:
        return None
    cuts = [(f"{text[:at]}-", at, After.NEWLINE) for at in _hyphens(text, language)]
    cuts += [(text[:at], at, After.BREAK) for at in range(1, len(text)) if not combining(text[at])]
    for start, at, after in sorted(cuts, key=lambda cut: (cut[2] is After.NEWLINE, cut[1]), reverse=True):
        first = _part(atom, start, shaping.strip(), after)._replace(marks=())
        if first.width <= width:
            return first, _part(atom, text[at:], shaping.strip(), atom.after)
    return None


def _hyphens(text: str, language: str) -> Iterator[int]:
    """Yield where a word may be divided, without the signs before and after it."""
    match, dictionary = _LETTERS.fullmatch(text), _dictionary(language)
    if match and dictionary:
        yield from (match.start(1) + at for at in dictionary.positions(match[1]))


def _part(atom: Atom, text: str, features: str, after: After) -> Atom:
    assert atom.face is not None
    assert atom.word is not None
    word = atom.face.word(text, features)
    tracking = (atom.width - atom.word.width * atom.scale) / len(atom.word.glyphs)
    width = word.width * atom.scale + tracking * len(word.glyphs)
    if text.endswith("-"):
        word = word._replace(text=text[:-1] + _SOFT_HYPHEN, sources=(*word.sources[:-1], _SOFT_HYPHEN))
    return atom._replace(word=word, width=width, after=after)


def syllables(word: str, language: str) -> tuple[str, ...]:
    """Return the parts between which a word may be divided; the word alone if it may not, or without a dictionary."""
    dictionary = _dictionary(language)
    if dictionary is None or not word.isalpha():
        return (word,)
    cuts = (0, *dictionary.positions(word), len(word))
    return tuple(word[start:end] for start, end in pairwise(cuts))
