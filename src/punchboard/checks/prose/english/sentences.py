"""Sentences of a block, its flavour, and phrases that look like names."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from punchboard.checks.prose.english import Patterns, card_synonyms, word_set
from punchboard.checks.prose.english.numbers import NUMBER_WORDS
from punchboard.checks.prose.english.parsed_text import DETERMINERS, FUNCTION_WORDS, Block, Word

_RE: Final = Patterns("sentences")


LEAD: Final = 40
"""At most this many letters at the start of a block can say what it is."""


class Sentence(NamedTuple):
    """A sentence of a block and its range of letters."""

    text: str
    start: int
    end: int


def sentences(block: Block) -> Iterator[Sentence]:
    """Yield the sentences of a block. A semicolon, or a dash with spaces, also ends one."""
    start = 0
    for match in _RE.end.finditer(block.text):
        yield Sentence(block.text[start : match.end()], start, match.end())
        start = match.end()
    if start < len(block.text):
        yield Sentence(block.text[start:], start, len(block.text))


def sentence_at(block: Block, letter: int) -> Sentence:
    """Return the sentence that contains a letter."""
    return next(
        (sentence for sentence in sentences(block) if letter < sentence.end), Sentence(block.text, 0, len(block.text))
    )


def whole_sentence_at(block: Block, letter: int) -> Sentence:
    """Return the sentence that contains a letter, with all parts that semicolons and dashes divide."""
    ends = [match.end() for match in _RE.full_stop.finditer(block.text)]
    start = max((end for end in ends if end <= letter), default=0)
    end = min((end for end in ends if end > letter), default=len(block.text))
    return Sentence(block.text[start:end], start, end)


def is_example(block: Block) -> bool:
    """Return whether a block describes what happened in one game, not what is always true."""
    return block.is_quoted or any(map(_RE.example.search, (*block.sections, block.text[:LEAD])))


def is_option(block: Block, letter: int = 0) -> bool:
    """Return whether a block describes another way to play, by its heading or the emphasis before a letter."""
    leads = [mark for mark in block.marks if not mark.start and mark.end <= letter]
    questions = (
        lead for lead in leads if block.text[lead.end - 1] == "?" and not _RE.answer.match(block.text, lead.end)
    )
    if any(questions) or any(_RE.option.search(block.text[lead.start : lead.end]) for lead in leads):
        return True
    return any(map(_RE.option.search, block.sections)) or (
        block.kind == "heading" and bool(_RE.option.search(block.text))
    )


FEWEST_WORDS: Final = 5
"""Italics with fewer words emphasise a name."""


def is_flavour(block: Block, letter: int) -> bool:
    """Return whether a letter of a block is in a quotation or in long italics."""
    return any(letter in span for span in _flavour_spans(block))


def _flavour_spans(block: Block) -> Iterator[range]:
    """Yield the letters of each quotation in italics or in a quoted block, of speech on a card, and of long italics."""
    if block.is_quoted and (_RE.quote.match(block.text) or _RE.attribution.search(block.text)):
        yield range(len(block.text))
    if block.kind == "card" or _RE.said.search(block.text):
        yield from (range(*match.span()) for match in _RE.spoken.finditer(block.text))
    for mark in block.marks:
        if mark.kind != "em":
            continue
        if len(block.words_between(mark.start, mark.end)) >= FEWEST_WORDS:
            yield range(mark.start, mark.end)


MOST_WORDS: Final = 6
"""Emphasised text with more words is not a name."""

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
        words = block.words_between(mark.start, mark.end)
        if 0 < len(words) <= MOST_WORDS and not _RE.clauses.search(block.text, mark.start, mark.end):
            marked.append(range(mark.start, mark.end))
            yield Phrase(block, without_article(words), is_sure=True, is_marked=True)
    if block.kind == "heading":
        return
    for first, last in _runs(block):
        if not any(block.words[first].start in span and block.words[last].start in span for span in marked):
            yield from _capitals(block, first, last)


def without_article(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """Return words without an article before them; an article alone stays."""
    return words[1:] if len(words) > 1 and words[0].folded in DETERMINERS else words


def _runs(block: Block) -> Iterator[tuple[int, int]]:
    """Yield the first and last word of runs of capitalised words. ``of`` may be inside, a number at the end."""
    words, last = block.words, -1
    for at in [at for at, word in enumerate(words) if not word.text.islower() or word.folded in NUMBER_WORDS]:
        if at <= last or not (words[at].is_capital or _is_rank(words, at)):
            continue
        last = at
        while step := _step(block, last) if last == at or not words[last].is_number or _is_rank(words, last) else 0:
            last += step
        yield at, last


def _step(block: Block, at: int) -> int:
    """Return how many words after ``at`` a run continues, or 0 if it ends."""
    words = block.words
    step = 2 if at + 2 < len(words) and words[at + 1].folded == "of" else 1
    if at + step >= len(words) or not are_adjacent(block, words[at : at + step + 1]):
        return 0
    return step if words[at + step].is_capital or words[at + step].is_number else 0


def _is_rank(words: Sequence[Word], at: int) -> bool:
    """Return whether ``8 of Cups`` or ``eight of Cups`` begins here."""
    if words[at].folded not in NUMBER_WORDS and not words[at].is_number:
        return False
    return at + 2 < len(words) and words[at + 1].folded == "of" and words[at + 2].is_capital


def are_adjacent(block: Block, words: Sequence[Word]) -> bool:
    """Return whether only a space or a hyphen is between each word and the next."""
    return all(block.text[word.end : other.start] in {" ", "-"} for word, other in pairwise(words))


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


COURT_RANKS: Final = word_set("court ranks")

COURT_CARDS: Final = ("court card", "face card", "picture card")


def synonyms_of(word: str) -> frozenset[str]:
    """Return the other names of a rank or suit; none for any other word."""
    return next((group - {word} for group in card_synonyms() if word in group), frozenset[str]())
