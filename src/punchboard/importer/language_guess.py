"""The language of an imported game, guessed from its texts and its headings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from itertools import chain
from typing import Final

import yaml

from punchboard.fonts.script_table import SCRIPTS, script_of
from punchboard.importer.draft import Note

MIN_SHARE: Final = 0.5
"""The share of all letters that must be of a script that is read from right to left."""

MIN_WORDS: Final = 6
"""Fewest frequent words of a language that show it, and in texts without so many, of its headings."""

CLEARLY: Final = 1.5
"""How many times as many frequent words a language has than English."""

ENGLISH: Final = "en"

_WORD: Final = re.compile(r"[^\W\d_]+")


def guess_language(cards: Iterable[Iterable[str]]) -> Note | None:
    """Return the language of a game, with the reason; None for English and for languages that are not known.

    Args:
        cards: the texts of each card, and the headings.
    """
    texts = list(chain.from_iterable(cards))
    return _right_to_left(texts) or _by_words(texts)


def _right_to_left(texts: Iterable[str]) -> Note | None:
    counts = Counter[str]()
    for text in texts:
        if not text.isascii():
            counts.update(text)
    letters = Counter[str]()
    for character, count in counts.items():
        if character.isalpha():
            letters[script_of(character)] += count
    for script in SCRIPTS:
        if script.rtl_language and letters[script.codes[0]] > MIN_SHARE * letters.total():
            because = f"most letters are {script.name}, read from right to left; write the tag of another language here"
            return Note("language", script.rtl_language, because)
    return None


def _by_words(texts: Iterable[str]) -> Note | None:
    words = Counter(word for text in texts for word in _WORD.findall(text.casefold()))
    points = {language: sum(words[word] for word in known) for language, known in _frequent_words().items()}
    best = max(points, key=lambda language: points[language])
    if best == ENGLISH or points[best] < max(MIN_WORDS, CLEARLY * points[ENGLISH]):
        return None
    seen = sorted(_frequent_words()[best], key=lambda word: -words[word])[:3]
    return Note("language", best, f"words such as {', '.join(map(repr, seen))}; write the tag of another language here")


@cache
def _frequent_words() -> Mapping[str, frozenset[str]]:
    text = files("punchboard.importer").joinpath("languages.yaml").read_text(encoding="utf-8")
    raw = yaml.load(text, Loader=yaml.CSafeLoader)
    return {language: frozenset(map(str, known)) for language, known in raw.items()}
