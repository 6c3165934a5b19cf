"""Phrases that look like names: capitals, emphasis, links, a rank of a suit."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from punchboard.checks.prose.english.numbers import NUMBER_WORDS
from punchboard.checks.prose.english.parsed_text import Block
from punchboard.checks.prose.english.words import DETERMINERS, FUNCTION_WORDS, Word

MOST_WORDS: Final = 6
"""Emphasised text with more words is not a name."""

_CLAUSES: Final = re.compile(r"[.!?;:,]\s")
_QUOTES: Final = " \"'\u201c\u201d\u2018\u2019(*["
_ENDS: Final = ".!?:;\u2013\u2014\u2022"


class Phrase(NamedTuple):
    """Words that look like a name."""

    block: Block
    words: tuple[Word, ...]
    is_sure: bool
    """It is surely a name: emphasised, several words, a whole cell, or after an article or a number."""
    is_marked: bool = False
    """It is emphasised, or a link, as a whole."""
    is_first: bool = False
    """It begins its sentence, where any word is capitalised."""

    @property
    def start(self) -> int:
        """The first letter, in its block."""
        return self.words[0].start

    @property
    def folded(self) -> str:
        """The words in lower case, with single spaces."""
        return " ".join(word.folded for word in self.words)

    @property
    def text(self) -> str:
        """The words as written."""
        return self.block.text[self.words[0].start : self.words[-1].end]


def phrases(block: Block) -> Iterator[Phrase]:
    """Yield the phrases of a block that look like names, emphasised ones first."""
    marked = []
    for mark in block.marks:
        found = tuple(word for word in block.words if mark.start <= word.start and word.end <= mark.end)
        if 0 < len(found) <= MOST_WORDS and not _CLAUSES.search(block.text, mark.start, mark.end):
            marked.append(range(mark.start, mark.end))
            yield Phrase(block, _without_article(found), is_sure=True, is_marked=True)
    if block.kind == "heading":
        return
    for first, last in _runs(block):
        if not any(block.words[first].start in span and block.words[last].start in span for span in marked):
            yield from _capitals(block, first, last)


def _without_article(found: tuple[Word, ...]) -> tuple[Word, ...]:
    return found[1:] if len(found) > 1 and found[0].folded in DETERMINERS else found


def _runs(block: Block) -> Iterator[tuple[int, int]]:
    """Yield the first and last word of runs of capitalised words. ``of`` may be inside, a number at the end."""
    found, last = block.words, -1
    for at in [at for at, word in enumerate(found) if not word.text.islower() or word.folded in NUMBER_WORDS]:
        if at <= last or not (found[at].is_capital or _is_rank(found, at)):
            continue
        last = at
        while step := _step(block, last) if last == at or not found[last].is_number or _is_rank(found, last) else 0:
            last += step
        yield at, last


def _step(block: Block, at: int) -> int:
    """Return how many words after ``at`` a run continues, or 0 if it ends."""
    found = block.words
    step = 2 if at + 2 < len(found) and found[at + 1].folded == "of" else 1
    if at + step >= len(found) or not _are_adjacent(block, found[at : at + step + 1]):
        return 0
    return step if found[at + step].is_capital or found[at + step].is_number else 0


def _is_rank(found: Sequence[Word], at: int) -> bool:
    """Return whether ``8 of Cups`` or ``eight of Cups`` begins here."""
    if found[at].folded not in NUMBER_WORDS and not found[at].is_number:
        return False
    return at + 2 < len(found) and found[at + 1].folded == "of" and found[at + 2].is_capital


def _are_adjacent(block: Block, found: Sequence[Word]) -> bool:
    return all(block.text[one.end : other.start] in {" ", "-"} for one, other in pairwise(found))


def _capitals(block: Block, first: int, last: int) -> Iterator[Phrase]:
    """Yield the name in a run of capitals, without a first word that is capitalised only as the start of a sentence."""
    begins = _begins_sentence(block, block.words[first])
    while first < last and block.words[first].folded in FUNCTION_WORDS:
        first, begins = first + 1, False
    run = block.words[first : last + 1]
    if run[0].folded in FUNCTION_WORDS or not any(word.is_capital for word in run):
        return
    before = block.words[first - 1] if first else None
    is_introduced = before is not None and block.text[before.end : run[0].start] == " " and _introduces_name(before)
    is_whole_cell = block.kind == "cell" and run == block.words
    yield Phrase(
        block, run, is_sure=is_introduced or is_whole_cell or len(run) > 1, is_first=begins and not is_whole_cell
    )


def _introduces_name(word: Word) -> bool:
    """Return whether a name can follow a word: an article or a number."""
    return word.folded in DETERMINERS or word.folded in NUMBER_WORDS or word.is_number


def _begins_sentence(block: Block, word: Word) -> bool:
    before = block.text[: word.start].rstrip(_QUOTES)
    return not before or before[-1] in _ENDS
