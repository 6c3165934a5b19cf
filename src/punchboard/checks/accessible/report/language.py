"""How hard the language of the rules is: sentence lengths, the passive voice, and names that no text explains."""

import re
from collections.abc import Iterator
from statistics import median
from typing import Final, NamedTuple

from punchboard.checks.prose.english.parsed_text import Block, Text
from punchboard.checks.prose.english.sentences import Sentence
from punchboard.checks.prose.english.words import word_set, words

LENGTH_RULE: Final = "ACCESS004"
"""The rule on the length of sentences, which a comment can exempt."""

_PROSE: Final = frozenset({"paragraph", "item"})
"""The kinds of blocks that have sentences; cells and headings have keywords."""

_END: Final = re.compile(r"[.!?][\"\u201d\u2019')\]]*\s+(?=[^a-z])")

_ABBREVIATION: Final = re.compile(r"(?:\b(?:No|Nos|e\.g|i\.e|vs|p|pp|cf)|\b[A-Z])\.\s+$")

_MIN_WORDS: Final = 3
"""Shorter sentences are labels and exclamations, which would make an average look better than it is."""

_BE: Final = word_set("am is are was were be been being isn't aren't wasn't weren't get gets")
_BETWEEN: Final = word_set("not never always also only just even still now then already usually often first all both")
"""Adverbs between the verb and the participle of a passive."""

_IRREGULAR: Final = word_set(
    "beaten bought broken brought built caught chosen cut dealt done drawn driven eaten fed felt fought found "
    "forgotten forbidden given hidden held hit kept known laid led left lent lost made meant met paid put read rolled "
    "run seen sent set shown shut spent split spoken stolen struck taken thought thrown turned understood won worn "
    "written"
)
_ADJECTIVES: Final = word_set(
    "red tired bored interested worried pleased allowed needed supposed used called named based limited related "
    "wicked naked sacred crooked ragged indeed need speed seed feed deed bed shed exceed bleed hundred"
)
"""Words in *-ed* that are no passive after *is*, or whose active form no reader would expect."""


class Measured(NamedTuple):
    """A sentence with its block and its number of words."""

    block: Block
    sentence: Sentence
    length: int


class LanguageFigures(NamedTuple):
    """The figures of some texts: sentences, words of the median and the longest, share in the passive voice."""

    sentences: int
    median: float
    longest: int
    passive: float


def measured_sentences(text: Text) -> Iterator[Measured]:
    """Yield the sentences of a text, without labels."""
    for block in text.blocks:
        for sentence in _sentences(block) if block.kind in _PROSE else ():
            length = len(words(sentence.text))
            if length >= _MIN_WORDS:
                yield Measured(block, sentence, length)


def language_figures(texts: tuple[Text, ...]) -> LanguageFigures | None:
    """Return the figures of texts, without exempt sentences; None without any."""
    found = [one for text in texts for one in measured_sentences(text) if not _may_be_long(text, one)]
    if not found:
        return None
    passive = sum(1 for one in found if passive_verb(one.sentence.text)) / len(found)
    lengths = [one.length for one in found]
    return LanguageFigures(len(found), median(lengths), max(lengths), passive)


def _may_be_long(text: Text, one: Measured) -> bool:
    """Return whether a comment on its line says that a sentence is long for a reason."""
    exempt = text.exempt_lines.get(one.block.place(one.sentence.start).line)
    return exempt is not None and (not exempt or LENGTH_RULE in exempt)


def passive_verb(text: str) -> str:
    """Return the first verb in the passive voice, such as ``are dealt``; empty if there is none."""
    found = words(text)
    for at, word in enumerate(found):
        if word.folded not in _BE:
            continue
        for participle in found[at + 1 : at + 4]:
            if _is_participle(participle.folded):
                return text[word.start : participle.end]
            if participle.folded not in _BETWEEN and participle.folded not in _BE:
                break
    return ""


def _is_participle(word: str) -> bool:
    return word in _IRREGULAR or (word.endswith("ed") and len(word) > 4 and word not in _ADJECTIVES)


def _sentences(block: Block) -> Iterator[Sentence]:
    """Yield the sentences of a block; unlike those of `english.sentences`, a semicolon does not end one."""
    start = 0
    for found in _END.finditer(block.text):
        if _ABBREVIATION.search(block.text, 0, found.end()):
            continue
        yield Sentence(block.text[start : found.end()].strip(), start, found.end())
        start = found.end()
    if block.text[start:].strip():
        yield Sentence(block.text[start:].strip(), start, len(block.text))
