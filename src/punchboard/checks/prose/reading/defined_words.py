"""What a text makes known beside the deck: its headings, the words it defines, those it writes in lower case."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final

from punchboard.checks.prose.english.phrases import Phrase
from punchboard.checks.prose.english.text import Block
from punchboard.checks.prose.english.words import Word, fold, stem
from punchboard.checks.prose.reading.vocabulary import forms

OFTEN_USED: Final = 3
"""A phrase that stands in a text so often is meant as it is."""

_MEANS: Final = re.compile(r"\s*(?:[.:\u2013\u2014]|-\s|is\b|are\b|means?\b|lets?\b|was\b)")
_CALLED: Final = re.compile(
    r"\b(?:called|calls?|named|known as|means|this is)(?: it| this| these| the| a)*\s+[\"\u201c\u2018']?$"
)
_QUOTES: Final = " \"\u201c\u2018'(["


class DefinedWords:
    """What some blocks make known.

    Args:
        blocks: those of texts.
        cards: those of components, which explain nothing.
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
    def _places(self) -> dict[str, list[tuple[Block, int]]]:
        """Where each word stands."""
        found: dict[str, list[tuple[Block, int]]] = {}
        for block in self._blocks:
            for at, word in enumerate(block.words):
                found.setdefault(word.folded, []).append((block, at))
        return found

    def _uses(self, name: str) -> Iterator[tuple[Block, int, int]]:
        """Yield where the first and last word of a name stand, in any form of it."""
        for form in forms(name):
            parts = form.split()
            for block, at in self._places.get(parts[0], ()):
                if [word.folded for word in block.words[at : at + len(parts)]] == parts:
                    yield block, at, at + len(parts) - 1

    @property
    def single_uses(self) -> Iterator[tuple[Block, Word]]:
        """The words that the texts have but once."""
        return (
            (block, block.words[at]) for places in self._places.values() if len(places) == 1 for block, at in places
        )

    def use_count(self, word: str) -> int:
        """Return how often the texts have a folded word."""
        return len(self._places.get(word, ()))

    def is_mentioned(self, name: str) -> bool:
        """Tell whether the texts have a name anywhere, or a word of the same stem."""
        return stem(fold(name)) in self._stems or any(True for _ in self._uses(name))

    @cached_property
    def _stems(self) -> frozenset[str]:
        return frozenset(map(stem, self._places))

    def is_explained(self, name: str) -> bool:
        """Tell whether a name stands in a heading, in emphasis, at a beginning or before ``means``."""
        for block, first, last in self._uses(name):
            start, end = block.words[first].start, block.words[last].end
            leads = not block.text[:start].strip(_QUOTES)
            marked = any(mark.start <= start and end <= mark.end for mark in block.marks)
            if block.kind == "heading" or leads or marked or _MEANS.match(block.text, end):
                return True
        return False

    @cached_property
    def heading_words(self) -> frozenset[str]:
        """Every word of a heading, in every form."""
        found = {word.folded for block in self._blocks if block.kind == "heading" for word in block.words}
        return frozenset(form for one in found for form in forms(one))

    @cached_property
    def defined_phrases(self) -> frozenset[str]:
        """The phrases that stand where a text defines its words, in every form."""
        return frozenset(form for block in self._blocks for one in _defined(block) for form in forms(one))

    @cached_property
    def own_terms(self) -> frozenset[str]:
        """The phrases that a text makes its own: defined, in bold, or often in capitals."""
        bold = {
            block.text[one.start : one.end] for block in self._blocks for one in block.marks if one.kind == "strong"
        }
        often = {phrase for phrase, times in self.phrase_counts.items() if times >= OFTEN_USED}
        return self.defined_phrases | {form for one in bold | often for form in forms(one)}


def _defined(block: Block) -> Iterator[str]:
    """Yield what a block makes known: a heading, emphasis at its beginning, or after ``called``."""
    if block.kind in {"heading", "head"}:
        yield block.text
        return
    for mark in block.marks:
        leads = not re.search(r"[^\W\d]", block.text[: mark.start]) and _MEANS.match(block.text, mark.end)
        if leads or block.text[mark.start : mark.end].endswith((".", ":")) or _CALLED.search(block.text, 0, mark.start):
            yield block.text[mark.start : mark.end]
