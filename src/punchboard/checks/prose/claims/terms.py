"""Words on cards that stand for a rule or name something: keywords, list entries, capitalised names."""

import re
from collections.abc import Iterator
from itertools import chain
from typing import Final, Literal, NamedTuple

from punchboard.checks.prose.english.flavour import is_flavour
from punchboard.checks.prose.english.parsed_text import Block
from punchboard.checks.prose.english.words import CALENDAR, FUNCTION_WORDS, fold, word_set
from punchboard.checks.prose.reading.reading import Reading
from punchboard.checks.prose.reading.vocabulary import GENERIC, Piece
from punchboard.problem import Place

_ALONE: Final = re.compile(
    r"(?:^|(?<=[.!;:]\s))([A-Z][\w'\u2019-]*(?: [A-Z][\w'\u2019-]*)?)(?: [\dX+]+)?[.!:;](?=\s|$)"
)
ORDERS: Final = word_set("stop wait go pass skip draw discard play roll shuffle swap repeat choose")
"""What a card may say alone to players of any game."""

_DESCRIPTION: Final = re.compile(r"[A-Z][a-z]*[a-rt-z]s [a-z]")
"""The beginning of a text that says what its card does: ``Sings at weddings``."""
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
    alone = (
        found[1]
        for found in _ALONE.finditer(block.text)
        if not is_flavour(block, found.start(1)) and not _is_description(reading, block, found[1])
    )
    for found in (*alone, *bold):
        word = found.strip(" .:")
        first, _, rest = word.partition(" ")
        known = reading.defined_words
        is_order = rest and (fold(first) in known.lower_case_words or known.is_explained(rest))
        if word and fold(word) not in FUNCTION_WORDS | ORDERS and not is_order:
            yield Term(word, block.place(), "keyword")


def _is_description(reading: Reading, block: Block, alone: str) -> bool:
    """Return whether a card's whole text is a verb, ``Bakes.``, as those of other cards are: ``Sings at weddings.``."""
    is_whole = block.text.rstrip(".!") == alone
    return is_whole and alone.endswith("s") and any(map(_DESCRIPTION.match, (one.text for one in reading.card_blocks)))


def _names(reading: Reading, block: Block) -> Iterator[Term]:
    """Yield the capitalised names of nothing in the deck."""
    named = {at for mention in reading.mentions(block) for at in range(mention.start, mention.end)}
    for phrase in reading.phrases(block):
        is_named = any(word.start in named or word.folded in CALENDAR for word in phrase.words)
        if not phrase.is_first and not is_named:
            yield Term(phrase.text, block.place(), "name")


def _entries(reading: Reading, piece: Piece) -> Iterator[Term]:
    """Yield the capitalised entries that are not part of the piece's own name."""
    own = {fold(word) for word in piece.name.split()}
    for column, entry in piece.entries.items():
        if column in reading.vocabulary.lists and entry[:1].isupper() and fold(entry) not in own | GENERIC:
            kind: Literal["keyword", "entry"] = "keyword" if _KEYWORDS.fullmatch(column) else "entry"
            for part in re.split(r"\s*[,;/]\s*", entry):
                yield Term(part, piece.place, kind, column)
