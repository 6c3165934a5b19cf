"""Flavour in a text: quotes and asides in italics, which tell a story and state no rule."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from punchboard.checks.prose.english.parsed_text import Block

FEWEST_WORDS: Final = 5
"""Italics with fewer words emphasise a name."""

_QUOTE: Final = re.compile(r"\s*[\"\u201c\u2018']")
_SPOKEN: Final = re.compile(r"[\"\u201c](?:[^\s\"\u201d]+\s+){4,}[^\s\"\u201d]+[\"\u201d]")
_SAID: Final = re.compile(
    r"\b(?:said|says|asked|asks|cried|told|replied|whispered|sang|wrote|shouted|muttered|growled)\b", re.IGNORECASE
)
_ATTRIBUTION: Final = re.compile(r"[\"\u201d\u2019'.!?]\s*(?:\u2014|\u2013|--?)\s*\S|\(attributed\b")


def is_flavour(block: Block, letter: int) -> bool:
    """Return whether a letter of a block is in a quotation or in long italics."""
    return any(letter in span for span in _flavour_spans(block))


def _flavour_spans(block: Block) -> Iterator[range]:
    """Yield the letters of each quotation in italics or in a quoted block, of speech on a card, and of long italics."""
    if block.is_quoted and (_QUOTE.match(block.text) or _ATTRIBUTION.search(block.text)):
        yield range(len(block.text))
    if block.kind == "card" or _SAID.search(block.text):
        yield from (range(*found.span()) for found in _SPOKEN.finditer(block.text))
    for mark in block.marks:
        if mark.kind != "em":
            continue
        words = sum(mark.start <= word.start and word.end <= mark.end for word in block.words)
        if words >= FEWEST_WORDS:
            yield range(mark.start, mark.end)
