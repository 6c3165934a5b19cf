"""Names as a language of many cases writes them: ``Варти`` and ``Варті`` are the ``Варта`` of the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain, product
from typing import Final

from punchboard.checks.prose.english.parsed_text import Block
from punchboard.checks.prose.english.words import are_english, is_inflection, words
from punchboard.checks.prose.reading.vocabulary import Naming, Vocabulary

_START: Final = 3
"""Forms of one word share at least this many first letters."""

_MOST: Final = 200
"""A name of several words with more forms than this is taken as it is."""


def with_inflections(vocabulary: Vocabulary, blocks: Iterable[Block]) -> Vocabulary:
    """Return a vocabulary with the forms in which texts use its names; the same for texts in English."""
    found = tuple(blocks)
    if are_english([word.folded for block in found for word in block.words]):
        return vocabulary
    used: dict[str, set[str]] = {}
    for block in chain(found, *(piece.texts for piece in vocabulary.pieces)):
        for word in block.words:
            used.setdefault(word.folded[:_START], set()).add(word.folded)
    return replace(vocabulary, names=(*vocabulary.names, *_forms(vocabulary.names, used)))


def _forms(names: Iterable[Naming], used: Mapping[str, set[str]]) -> Iterator[Naming]:
    for name, sense in names:
        parts = [word.folded for word in words(name)]
        forms = [[part, *_used_forms(part, used)] for part in parts]
        count = 1
        for each in forms:
            count *= len(each)
        for form in product(*forms) if 1 < count <= _MOST else ():
            if list(form) != parts:
                yield Naming(" ".join(form), sense)


def _used_forms(word: str, used: Mapping[str, set[str]]) -> list[str]:
    near = used.get(word[:_START], ())
    return sorted(one for one in near if one != word and is_inflection(word, one, is_english=False))
