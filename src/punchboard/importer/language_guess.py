"""The language of an imported game, where it changes the direction of reading."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import chain
from typing import Final

from punchboard.fonts.script_table import SCRIPTS, script_of
from punchboard.importer.draft import Note

MIN_SHARE: Final = 0.5
"""The share of all letters that must be of a script that is read from right to left."""


def guess_language(cards: Iterable[Iterable[str]]) -> Note | None:
    """Return the language of a game most of whose letters are read from right to left; None for all other games.

    Args:
        cards: the texts of each card.
    """
    counts = Counter[str]()
    for text in chain.from_iterable(cards):
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
