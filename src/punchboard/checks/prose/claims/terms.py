"""Words on cards that stand for a rule or name something: keywords, list entries, capitalised names."""

import re
from collections.abc import Iterator
from itertools import chain
from typing import Final, Literal, NamedTuple

from punchboard.checks.prose.english.text import Block
from punchboard.checks.prose.english.words import FUNCTION_WORDS, fold
from punchboard.checks.prose.reading.reading import Reading
from punchboard.checks.prose.reading.vocabulary import GENERIC, Piece
from punchboard.problem import Place

_ALONE: Final = re.compile(
    r"(?:^|(?<=[.!;:]\s))([A-Z][\w'\u2019-]*(?: [A-Z][\w'\u2019-]*)?)(?: [\dX+]+)?[.!:;](?=\s|$)"
)
_KEYWORDS: Final = re.compile(
    r"(?:special )?(?:keywords?|powers?|abilit(?:y|ies)|traits?|skills?|specials?|tags?)", re.IGNORECASE
)


class Term(NamedTuple):
    """A term, its first place, and its kind: a keyword of a text, an entry of a column, or only a name."""

    name: str
    place: Place
    kind: Literal["keyword", "entry", "name"]
    column: str = ""


def terms(reading: Reading) -> tuple[Term, ...]:
    """Return each term of the cards once, in order."""
    found: dict[str, Term] = {}
    printed = (term for block in reading.card_blocks for term in (*_keywords(reading, block), *_names(reading, block)))
    entries = (term for piece in reading.vocabulary.pieces for term in _entries(reading, piece))
    for term in chain(printed, entries):
        found.setdefault(fold(term.name), term)
    return tuple(found.values())


def _keywords(reading: Reading, block: Block) -> Iterator[Term]:
    """Yield what is bold or a sentence of its own, except orders such as ``Ignores Dread``."""
    bold = (block.text[mark.start : mark.end] for mark in block.marks if mark.kind == "strong")
    for found in (*_ALONE.findall(block.text), *bold):
        word = found.strip(" .:")
        first, _, rest = word.partition(" ")
        is_order = rest and fold(first) in reading.defined_words.lower_case_words
        if word and fold(word) not in FUNCTION_WORDS and not is_order:
            yield Term(word, block.place(), "keyword")


def _names(reading: Reading, block: Block) -> Iterator[Term]:
    """Yield the capitalised names of nothing in the deck."""
    named = {at for mention in reading.mentions(block) for at in range(mention.start, mention.end)}
    for phrase in reading.phrases(block):
        if not phrase.is_first and not any(word.start in named for word in phrase.words):
            yield Term(phrase.text, block.place(), "name")


def _entries(reading: Reading, piece: Piece) -> Iterator[Term]:
    """Yield the capitalised entries that are not part of the piece's own name."""
    own = {fold(word) for word in piece.name.split()}
    for column, entry in piece.entries.items():
        if column in reading.vocabulary.lists and entry[:1].isupper() and fold(entry) not in own | GENERIC:
            kind: Literal["keyword", "entry"] = "keyword" if _KEYWORDS.fullmatch(column) else "entry"
            for part in re.split(r"\s*[,;/]\s*", entry):
                yield Term(part, piece.place, kind, column)
