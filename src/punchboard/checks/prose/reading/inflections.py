"""The forms in which texts in languages of many cases use the names of pieces."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain, product
from math import prod
from typing import Final

from punchboard.checks.prose.english import word_set
from punchboard.checks.prose.english.parsed_text import (
    Block,
    are_english,
    edit_distance,
    is_inflection,
    root_letters,
    shared_letters,
    words,
)
from punchboard.checks.prose.reading.vocabulary import Naming, Vocabulary

_START: Final = 3
"""Forms of one word share at least this many first letters."""

_CARDS: Final = word_set("cards elsewhere")

_MOST_FORMS: Final = 200
"""A name of several words with more forms than this is taken as it is."""


def with_inflections(vocabulary: Vocabulary, blocks: Iterable[Block]) -> Vocabulary:
    """Return a vocabulary with the forms in which texts use its names; the same for texts in English."""
    found = tuple(blocks)
    if are_english([word.folded for block in found for word in block.words]):
        return vocabulary
    used: dict[str, set[str]] = {}
    for block in chain(found, *(piece.texts for piece in vocabulary.pieces)):
        for word in block.words:
            used.setdefault(root_letters(word.folded)[:_START], set()).add(word.folded)
    return replace(vocabulary, names=(*vocabulary.names, *_forms(vocabulary.names, used)))


def _forms(names: Iterable[Naming], used: Mapping[str, set[str]]) -> Iterator[Naming]:
    for name, sense in names:
        parts = [word.folded for word in words(name)]
        forms = [[part, *_used_forms(part, used)] for part in parts]
        if parts == ["card"]:
            forms = [["card", *(form for word in _CARDS for form in (word, *_used_forms(word, used)))]]
        for form in product(*forms) if 1 < prod(map(len, forms)) <= _MOST_FORMS else ():
            if list(form) != parts:
                yield Naming(" ".join(form), sense)


def _used_forms(word: str, used: Mapping[str, set[str]]) -> list[str]:
    near = used.get(root_letters(word)[:_START], ())
    found = sorted(one for one in near if one != word and is_inflection(word, one, is_english=False))
    return [one for one in found if not any(_is_slip(one, other, word) for other in found)]


def _is_slip(form: str, other: str, word: str) -> bool:
    """Return whether a form is another one with two letters swapped: ``mercatni`` beside ``mercanti``."""
    is_swapped = sorted(form) == sorted(other) and form[-1] == other[-1] and edit_distance(form, other) == 1
    return is_swapped and shared_letters(form, word) < shared_letters(other, word)
