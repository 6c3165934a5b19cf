"""Words that a text defines: its headings, defined terms, and the words that it writes in lower case."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final

from punchboard.checks.prose.english.parsed_text import Block
from punchboard.checks.prose.english.phrases import Phrase
from punchboard.checks.prose.english.words import Word, are_english, fold, stem
from punchboard.checks.prose.reading.vocabulary import forms

OFTEN_USED: Final = 3
"""A phrase that occurs this often in a text is meant as written."""

_MEANS: Final = re.compile(r"\s*(?:[.:\u2013\u2014]|-\s|is\b|are\b|means?\b|lets?\b|was\b)")
_INTRODUCES: Final = re.compile(r"\s*(?:[:\u2013\u2014]|-\s|is\b|are\b|means?\b|lets?\b|was\b)")
"""What follows a term that a sentence introduces; a full stop also follows one that it only uses."""

_ENTRIES: Final = frozenset({"cell", "head", "item"})
"""The kinds of blocks that begin with the term that they explain, as in a glossary."""

_CALLED: Final = re.compile(
    r"\b(?:called|calls?|named|known as|means|this is)(?: it| this| these| the| a)*\s+[\"\u201c\u2018']?$"
)
_QUOTES: Final = " \"\u201c\u2018'(["


class DefinedWords:
    """What some blocks define.

    Args:
        blocks: the blocks of texts.
        cards: the blocks of components, which explain nothing.
        phrases: what looks like a name in the texts.
    """

    def __init__(self, blocks: Sequence[Block], cards: Sequence[Block], phrases: Sequence[Phrase]) -> None:
        self._blocks, self._cards = blocks, cards
        self.phrase_counts = Counter(phrase.folded for phrase in phrases)

    @cached_property
    def lower_case_words(self) -> frozenset[str]:
        """Every word that some text writes in lower case."""
        every = (*self._blocks, *self._cards)
        return frozenset(word.folded for block in every for word in block.words if not word.text[0].isupper())

    @cached_property
    def are_english(self) -> bool:
        """Whether the texts are in English, whose names have no case endings."""
        return are_english([word.folded for block in self._blocks for word in block.words])

    @cached_property
    def _places(self) -> dict[str, list[tuple[Block, int]]]:
        """The blocks and positions of each word."""
        found: dict[str, list[tuple[Block, int]]] = {}
        for block in self._blocks:
            for at, word in enumerate(block.words):
                found.setdefault(word.folded, []).append((block, at))
        return found

    def _uses(self, name: str) -> Iterator[tuple[Block, int, int]]:
        """Yield the block, first and last word of each use of a name, in any form."""
        for form in forms(name):
            parts = form.split()
            for block, at in self._places.get(parts[0], ()):
                if [word.folded for word in block.words[at : at + len(parts)]] == parts:
                    yield block, at, at + len(parts) - 1

    @property
    def single_uses(self) -> Iterator[tuple[Block, Word]]:
        """The words that occur once in the texts."""
        return (
            (block, block.words[at]) for places in self._places.values() if len(places) == 1 for block, at in places
        )

    def use_count(self, word: str) -> int:
        """Return how often a folded word occurs in the texts."""
        return len(self._places.get(word, ()))

    def is_mentioned(self, name: str) -> bool:
        """Return whether the texts contain a name, or a word with the same stem."""
        return stem(fold(name)) in self._stems or any(True for _ in self._uses(name))

    @cached_property
    def _stems(self) -> frozenset[str]:
        return frozenset(map(stem, self._places))

    def is_explained(self, name: str) -> bool:
        """Return whether a name is in a heading, emphasised, at the start of a block or before ``means``."""
        for block, first, last in self._uses(name):
            start, end = block.words[first].start, block.words[last].end
            is_leading = not block.text[:start].strip(_QUOTES)
            is_emphasised = any(mark.start <= start and end <= mark.end for mark in block.marks)
            if block.kind == "heading" or is_leading or is_emphasised or _MEANS.match(block.text, end):
                return True
        return False

    def is_introduced(self, name: str) -> bool:
        """Return whether a name is explained by more than a sentence that ends with it."""
        for block, first, last in self._uses(name):
            start, end = block.words[first].start, block.words[last].end
            is_entry = block.kind in _ENTRIES and not block.text[:start].strip(_QUOTES)
            is_emphasised = any(mark.start <= start and end <= mark.end for mark in block.marks)
            if block.kind == "heading" or is_entry or is_emphasised or _INTRODUCES.match(block.text, end):
                return True
        return False

    @cached_property
    def heading_words(self) -> frozenset[str]:
        """Every word of a heading, in every form."""
        found = {word.folded for block in self._blocks if block.kind == "heading" for word in block.words}
        return frozenset(form for one in found for form in forms(one))

    @cached_property
    def defined_phrases(self) -> frozenset[str]:
        """The phrases where a text defines its words, in every form."""
        return frozenset(form for block in self._blocks for one in _defined(block) for form in forms(one))

    @cached_property
    def own_terms(self) -> frozenset[str]:
        """The phrases that are terms of the text: defined, bold, or often capitalised."""
        bold = {
            block.text[phrase.start : phrase.end]
            for block in self._blocks
            for phrase in block.marks
            if phrase.kind == "strong"
        }
        often = {phrase for phrase, times in self.phrase_counts.items() if times >= OFTEN_USED}
        return self.defined_phrases | {form for phrase in bold | often for form in forms(phrase)}


def _defined(block: Block) -> Iterator[str]:
    """Yield what a block defines: a heading, emphasis at its start, or text after ``called``."""
    if block.kind in {"heading", "head"}:
        yield block.text
        return
    for mark in block.marks:
        leads = not re.search(r"[^\W\d]", block.text[: mark.start]) and _MEANS.match(block.text, mark.end)
        if leads or block.text[mark.start : mark.end].endswith((".", ":")) or _CALLED.search(block.text, 0, mark.start):
            yield block.text[mark.start : mark.end]
