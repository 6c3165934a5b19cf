"""Things that are counted and then listed: ``four suits: Clubs, Spades, Hearts and Diamonds``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from punchboard.checks.prose.claims.facts import is_count_of
from punchboard.checks.prose.english.numbers import Quantity
from punchboard.checks.prose.english.parsed_text import Block, Text
from punchboard.checks.prose.english.words import word_set
from punchboard.checks.prose.reading.reading import Reading
from punchboard.checks.prose.reading.vocabulary import forms

COUNTED: Final = word_set(
    "step phase part thing way kind type sort stage option choice question suit family colour color rank class group"
)
"""Nouns that a sentence counts before listing them. A number of pieces says nothing about the number of list items."""

MOST_WORDS: Final = 3
"""A part with more words is a clause, not a name."""

_TAIL: Final = re.compile(r"[^.!?;:]{0,40}:\s*")
_IN_ORDER: Final = re.compile(r"[^.!?;:]{0,40}\b(?:in (?:this|the following) order|as follows)\b.*", re.DOTALL)
_PARTS: Final = re.compile(r",\s+(?:and\s+|or\s+)?|\s+and\s+|\s+or\s+")
_ENDS: Final = re.compile(r"[.;!?()]|\s[\u2013\u2014-]\s|$")


def wrong_list_counts(reading: Reading) -> Iterator[tuple[Block, Quantity, int]]:
    """Yield numbers that differ from the number of things listed after them, with that number."""
    counted = COUNTED | {form for name in reading.vocabulary.lists for form in forms(name)}
    for text in reading.texts:
        list_sizes = dict(_lists_after(text))
        for block in text.blocks:
            for quantity in reading.quantities(block) if ":" in block.text or block in list_sizes else ():
                start = _list_start(reading, block, quantity, counted)
                number = (
                    list_sizes.get(block, 0) if start == len(block.text) else _name_count(block, start) if start else 0
                )
                if number > 1 and number != quantity.value:
                    yield block, quantity, number


def _list_start(reading: Reading, block: Block, quantity: Quantity, counted: frozenset[str]) -> int:
    """Return where the list begins that a number counts, or 0 if it counts none."""
    if quantity.kind != "exactly" or quantity.value < 2 or not is_count_of(block, quantity, counted):
        return 0
    tail = _TAIL.match(block.text, quantity.end) or _IN_ORDER.match(block.text, quantity.end)
    if tail is None or any(quantity.end < other.start < tail.end() for other in reading.quantities(block)):
        return 0
    return tail.end()


def _name_count(block: Block, start: int) -> int:
    """Return how many names are listed from ``start`` on, or 0 if it is not a list of names."""
    end = _ENDS.search(block.text, start)
    parts = [part.strip() for part in _PARTS.split(block.text[start : end.start() if end else None])]
    parts = [part for part in parts if part]
    names = [part for part in parts if len(part.split()) <= MOST_WORDS and part[:1].isupper()]
    return len(names) if len(names) == len(parts) > 2 else 0


def _lists_after(text: Text) -> Iterator[tuple[Block, int]]:
    """Yield each block that is followed by a list, with the number of its items."""
    items = {one.blocks[0]: len(one.blocks) for one in text.lists if one.blocks}
    yield from ((before, items[after]) for before, after in pairwise(text.blocks) if after in items)
