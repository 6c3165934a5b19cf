"""PROSE005: a term on a card that no rule explains.

What: a card has a word that stands for a rule (as a sentence of its own, in bold, or in a column of such words) or a
capitalised name, and the text does not mention it. If the text explains some keywords in headings, in emphasis or at
the beginning of a line, it must explain all of them in this way.

Why: the player who draws the card looks the word up and does not find it.

Bad::

    # cards.csv: Hedgehog,Shy.

Good::

    **Shy**: scores nothing beside a Beast.

The name of a column of the cards needs no rule. If another term needs none, name it in a comment anywhere in the text:
``<!-- right: PROSE005 Shy -->``.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Final, Literal, NamedTuple

from punchboard.checks.prose.english import Patterns, word_set
from punchboard.checks.prose.english.parsed_text import CALENDAR, FUNCTION_WORDS, Block, fold
from punchboard.checks.prose.english.sentences import is_flavour
from punchboard.checks.prose.reading.reading import Reading
from punchboard.checks.prose.reading.vocabulary import GENERIC, Piece
from punchboard.problem import Place, Problem

_RE: Final = Patterns("terms")


ORDERS: Final = word_set("orders")
_SEPARATOR: Final = re.compile(r"\s*[,;/]\s*")
OCCASIONS: Final = word_set("occasions")


class Term(NamedTuple):
    """A term, its first place, and its kind: a keyword of a text, an entry of a column, or only a name."""

    name: str
    place: Place
    kind: Literal["keyword", "entry", "name"]
    column: str = ""


def terms(reading: Reading) -> tuple[Term, ...]:
    """Return each term of the cards once, in order."""
    by_name: dict[str, Term] = {}
    bold = Counter(word for block in reading.card_blocks for word in _bold(block))
    printed = (
        term for block in reading.card_blocks for term in (*_keywords(reading, block, bold), *_names(reading, block))
    )
    entries = (term for piece in reading.vocabulary.pieces for term in _entries(reading, piece))
    for term in chain(printed, entries):
        by_name.setdefault(fold(term.name), term)
    return tuple(by_name.values())


def _bold(block: Block) -> Iterator[str]:
    """Yield the words in bold, without numbers."""
    bold = (block.text[mark.start : mark.end] for mark in block.marks if mark.kind == "strong")
    yield from (word for word in bold if any(map(str.isalpha, word)))


def _says_when_or_what(block: Block, words: str) -> bool:
    """Return whether words begin like ``Once per turn``, or are the name of what follows, ``Lures: a hero moves``."""
    first, *rest = words.strip(" .:").split()
    is_label = re.search(rf"(?<!\w){re.escape(words.strip(' .:'))}(?: [\dX]+)?:\s*\S", block.text)
    return bool(is_label) or (bool(rest) and fold(first) in OCCASIONS)


def _keywords(reading: Reading, block: Block, bold_counts: Mapping[str, int]) -> Iterator[Term]:
    """Yield what is bold or a sentence of its own, except orders such as ``Ignores Dread``.

    Numbers in bold are no terms, nor is a word in lower case that one card only stresses.
    """
    bold = (word for word in _bold(block) if word[:1].isupper() or bold_counts[word] > 1)
    alone = (
        match[1]
        for match in _RE.alone.finditer(block.text if reading.defined_words.are_english else "")
        if not is_flavour(block, match.start(1)) and not _is_description(reading, block, match[1])
    )
    for phrase in (*alone, *bold):
        word = phrase.strip(" .:")
        first, _, rest = word.partition(" ")
        known = reading.defined_words
        is_order = fold(first) in ORDERS or (
            rest and (fold(first) in known.lower_case_words or known.is_explained(rest))
        )
        is_aside = bool(word) and _says_when_or_what(block, word)
        if word and fold(word) not in FUNCTION_WORDS | ORDERS and not (is_order or is_aside):
            yield Term(word, block.place(), "keyword")


def _is_description(reading: Reading, block: Block, alone: str) -> bool:
    """Return whether a card's whole text is a verb, ``Bakes.``, as those of other cards are: ``Sings at weddings.``."""
    is_whole = block.text.rstrip(".!") == alone
    return (
        is_whole
        and alone.endswith("s")
        and any(map(_RE.description.match, (card_block.text for card_block in reading.card_blocks)))
    )


def _names(reading: Reading, block: Block) -> Iterator[Term]:
    """Yield the capitalised names of nothing in the deck. Some languages capitalise every noun."""
    if not reading.defined_words.are_english:
        return
    named = {at for mention in reading.mentions(block) for at in range(mention.start, mention.end)}
    for phrase in reading.phrases(block):
        is_named = phrase.folded in ORDERS or any(
            word.start in named or word.folded in CALENDAR for word in phrase.words
        )
        is_capital = any(word.is_capital for word in phrase.words)
        if is_capital and not (phrase.is_first or is_named or _says_when_or_what(block, phrase.text)):
            yield Term(phrase.text.rstrip(" 0123456789"), block.place(), "name")  # ``test Body 3``


def _entries(reading: Reading, piece: Piece) -> Iterator[Term]:
    """Yield the capitalised entries that are not part of the piece's own name."""
    own = {fold(word) for word in piece.name.split()}
    for column, entry in piece.entries.items():
        if column in reading.vocabulary.lists and entry[:1].isupper() and fold(entry) not in own | GENERIC:
            kind: Literal["keyword", "entry"] = "keyword" if _RE.keywords.fullmatch(column) else "entry"
            for part in _SEPARATOR.split(entry):
                yield Term(part, piece.place, kind, column)


def _are_cards_known(reading: Reading, term: Term) -> bool:
    """Return whether the texts mention each card with an entry by its name."""
    pieces = reading.vocabulary.pieces
    cards = [piece for piece in pieces if term.name in _SEPARATOR.split(piece.entries.get(term.column, ""))]
    return bool(cards) and all(reading.defined_words.is_mentioned(piece.name) for piece in cards)


ID: Final = "PROSE005"
HINT: Final = "explain it in the text, or use a word that the text explains"


def check(reading: Reading) -> Iterator[Problem]:
    """Yield a problem for each term that the texts do not explain."""
    columns: dict[tuple[str, str], list[Term]] = {}
    fields = set(map(fold, reading.vocabulary.terms))  # a card shows them, with their values
    for term in terms(reading) if reading.is_complete else ():
        if term.kind != "entry" and fold(term.name) in fields:
            continue
        columns.setdefault((term.kind, term.column), []).append(term)
    for (kind, _column), group in columns.items():
        for term in _unexplained_keywords(reading, group) if kind == "keyword" else _unmentioned(reading, group, kind):
            if reading.name_matcher.nearest_to_word(term.name) is None:  # else PROSE001 reports it
                yield Problem(ID, term.place, f"no rule explains {term.name!r}", HINT)


def _unexplained_keywords(reading: Reading, terms: Sequence[Term]) -> Iterator[Term]:
    """Yield the keywords without an explanation. If no keyword has one, a mention is enough."""
    explained = {term for term in terms if reading.defined_words.is_explained(term.name)}
    for term in terms:
        if term not in explained and (explained or not reading.defined_words.is_mentioned(term.name)):
            yield term


def _unmentioned(reading: Reading, terms: Sequence[Term], kind: str) -> Iterator[Term]:
    """Yield the names that the texts do not mention, except in a column of which they mention less than half.

    An entry needs no rule of its own if the text mentions each of its cards: the ``Solo`` of a single card.
    """
    known = reading.defined_words
    missing = [term for term in terms if not known.is_mentioned(term.name) and not _are_cards_known(reading, term)]
    if kind == "name" or 2 * len(missing) <= len(terms):
        yield from missing
