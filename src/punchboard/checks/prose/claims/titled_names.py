"""Names that texts use like those of cards: ``**Decoy**: discard a card`` among cards, ``a Fake Parrot card``."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from punchboard.checks.prose.claims.claims import GAME_UNITS
from punchboard.checks.prose.claims.counted_names import MOST_WORDS, CountedName
from punchboard.checks.prose.english import Patterns, word_set
from punchboard.checks.prose.english.parsed_text import CALENDAR, FUNCTION_WORDS, Block, Text, Word
from punchboard.checks.prose.english.sentences import is_flavour, without_article
from punchboard.checks.prose.reading.reading import Reading
from punchboard.checks.prose.reading.similar_names import OFTEN_USED
from punchboard.checks.prose.reading.vocabulary import GENERIC, forms

_RE: Final = Patterns("titled")

FEWEST: Final = 3
"""At least this many titles beside an unknown one are names of cards, and two for each unknown one."""

_NO_NAMES: Final = FUNCTION_WORDS | GENERIC | CALENDAR | GAME_UNITS | word_set("titles") | word_set("orders")


class _Title(NamedTuple):
    block: Block
    words: tuple[Word, ...]


def titled_names(reading: Reading) -> Iterator[CountedName]:
    """Yield the titles among those of cards, the names before ``card`` and the halves of names that name nothing."""
    for text in reading.texts:
        for titles in _groups(text):
            yield from _unknown(reading, titles)
    tests = ((_RE.before_card, _is_unknown), (_RE.with_article, _is_other_half))
    for block in reading.blocks if reading.defined_words.are_english else ():
        for pattern, is_unknown in tests:
            for match in pattern.finditer(block.text):
                words = block.words_between(*match.span("name"))
                if words and not is_flavour(block, match.start()) and is_unknown(reading, _Title(block, words)):
                    known = reading.defined_words
                    is_term = not forms(match["name"]).isdisjoint(known.own_terms)
                    if not is_term and sum(known.phrase_counts[form] for form in forms(match["name"])) < OFTEN_USED:
                        yield CountedName(block, words, words[0].start, words[-1].end)


def _groups(text: Text) -> Iterator[Sequence[_Title]]:
    """Yield the titles of each section that are alike: its headings of a level, or bold words before its paragraphs."""
    groups: dict[tuple[object, ...], list[_Title]] = {}
    for block in text.blocks:
        words = _title(block)
        if 0 < len(words) <= MOST_WORDS and all(word.is_capital for word in words):
            groups.setdefault((block.sections, block.kind, block.level), []).append(_Title(block, words))
    yield from groups.values()


def _title(block: Block) -> tuple[Word, ...]:
    """Return the words of a heading, or of what is bold before a paragraph or an item."""
    if block.kind == "heading":
        return without_article(block.words)
    mark = next((mark for mark in block.marks if mark.kind == "strong" and not block.text[: mark.start].strip()), None)
    if mark is None or block.kind not in {"item", "paragraph"}:
        return ()
    is_title = block.text[mark.start : mark.end].endswith((".", ":")) or _RE.introduces.match(block.text, mark.end)
    return without_article(block.words_between(mark.start, mark.end)) if is_title else ()


def _unknown(reading: Reading, titles: Sequence[_Title]) -> Iterator[CountedName]:
    """Yield the titles that name nothing between those of cards; also bold words right after the last of these."""
    cards = [at for at, title in enumerate(titles) if _is_card(reading, title)]
    if not cards:
        return
    last = cards[-1] + (titles[0].block.kind != "heading")
    unknown = [title for title in titles[cards[0] : last + 1] if _is_unknown(reading, title)]
    if len(cards) >= max(FEWEST, 2 * len(unknown)):
        for block, words in unknown:
            yield CountedName(block, words, words[0].start, words[-1].end)


def _is_card(reading: Reading, title: _Title) -> bool:
    """Return whether a title is the name of a piece."""
    named = (mention for mention in reading.mentions(title.block) if mention.start == title.words[0].start)
    return any(
        sense.role == "piece" and mention.end == title.words[-1].end for mention in named for sense in mention.senses
    )


def _is_unknown(reading: Reading, title: _Title) -> bool:
    """Return whether none of a title's words is common, and no name begins with them or has all of them."""
    vocabulary, folded = reading.vocabulary, [word.folded for word in title.words]
    are_common = any(not forms(word).isdisjoint(_NO_NAMES) or word.endswith("ing") for word in folded)
    if are_common or any(word.text.isupper() for word in title.words):
        return False
    if not forms(" ".join(folded)).isdisjoint(vocabulary.known_terms):
        return False
    in_lower_case = reading.defined_words.lower_case_words
    return folded[0] not in vocabulary.own_words and not in_lower_case.issuperset(folded)


def _is_other_half(reading: Reading, title: _Title) -> bool:
    """Return whether only the first of two words is one of a card's name: ``Bone Dragon`` beside ``Bone Knight``."""
    first, last = (word.folded for word in title.words[:2])
    vocabulary, known = reading.vocabulary, reading.defined_words
    begins = any(piece.name.casefold().startswith(f"{first} ") for piece in vocabulary.pieces)
    if not begins or first in vocabulary.senses or first in known.lower_case_words or last.endswith("ing"):
        return False
    others = (_NO_NAMES, vocabulary.own_words, known.lower_case_words, known.heading_words)
    return all(forms(last).isdisjoint(words) for words in others)
