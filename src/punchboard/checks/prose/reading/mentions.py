"""Mentions: places where a text names something in the vocabulary."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from punchboard.checks.prose.english.numbers import NUMBER_WORDS
from punchboard.checks.prose.english.parsed_text import Block
from punchboard.checks.prose.english.words import DETERMINERS, FUNCTION_WORDS, Word
from punchboard.checks.prose.reading.vocabulary import Sense, Vocabulary

_JOINT: Final = re.compile(r"\s?[-/&,:+\u2013]?\s?")
"""What may stand between two words of a name."""


class Mention(NamedTuple):
    """A name in a block: its form, first and last word, first and last letter, and what it can mean."""

    form: str
    first: int
    last: int
    start: int
    end: int
    senses: tuple[Sense, ...]


def mentions(block: Block, vocabulary: Vocabulary) -> Iterator[Mention]:
    """Yield the names in a block from left to right, the longest at each place."""
    found, senses, begins = block.words, vocabulary.senses, vocabulary.longest_by_first_word
    at = 0
    while at < len(found):
        longest = begins.get(found[at].folded, 0)
        form = _longest(block, found[at : at + longest], vocabulary) if longest else ""
        last = at + form.count(" ")
        if form and (last > at or _is_name(found, at)):
            yield Mention(form, at, last, found[at].start, found[last].end, senses[form])
            at = last
        at += 1


def _longest(block: Block, found: Sequence[Word], vocabulary: Vocabulary) -> str:
    """Return the longest name that some words begin with, or an empty text."""
    form = found[0].folded
    best = form if form in vocabulary.senses else ""
    for before, word in pairwise(found):
        if not _JOINT.fullmatch(block.text, before.end, word.start):
            break
        form = f"{form} {word.folded}"
        if form in vocabulary.senses:
            best = form
    return best


def _is_name(found: Sequence[Word], at: int) -> bool:
    """Return whether a single word that is also a number or a function word is meant as a name."""
    word = found[at]
    before = found[at - 1].folded if at else ""
    if word.folded in NUMBER_WORDS:
        return word.is_capital and (before in DETERMINERS or before in {"of", "with"})
    return word.folded not in FUNCTION_WORDS or (word.is_capital and at > 0)
