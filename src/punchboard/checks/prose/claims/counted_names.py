"""Numbers beside a name that names nothing in the deck: ``3 Silver Coins`` where the deck has Silver Pennies."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from punchboard.checks.prose.claims.claims import FILLERS, GAME_UNITS, PARTIAL_WORDS, claims_of
from punchboard.checks.prose.claims.inventory import is_inventory_title
from punchboard.checks.prose.english.flavour import is_flavour
from punchboard.checks.prose.english.numbers import NUMBER_WORDS, Quantity
from punchboard.checks.prose.english.parsed_text import Block
from punchboard.checks.prose.english.sentences import is_example
from punchboard.checks.prose.english.words import CALENDAR, DETERMINERS, FUNCTION_WORDS, Word, fold, is_plural
from punchboard.checks.prose.reading.defined_words import OFTEN_USED
from punchboard.checks.prose.reading.reading import Reading
from punchboard.checks.prose.reading.vocabulary import GENERIC, forms

MOST_WORDS: Final = 3
"""A counted name has at most this many capitalised words."""


class CountedName(NamedTuple):
    """A name after a number: its words, and the letters from the number to its end."""

    block: Block
    words: tuple[Word, ...]
    start: int
    end: int
    number: int = 1

    @property
    def folded(self) -> str:
        """The words in lower case, with single spaces."""
        return " ".join(word.folded for word in self.words)

    @property
    def shown(self) -> str:
        """The number and the name, as written."""
        return self.block.text[self.start : self.end]


def unknown_names(reading: Reading) -> Iterator[CountedName]:
    """Yield each name after a number that is neither in the deck nor a term of the texts."""
    for block in reading.blocks:
        if block.kind in {"heading", "head", "front"} or is_example(block):
            continue
        claimed = {claim.quantity.start for claim in claims_of(reading).in_block(block)}
        for quantity in reading.quantities(block):
            if quantity.start in claimed or quantity.kind == "about" or is_flavour(block, quantity.start):
                continue
            name = _name_after(block, quantity) or _lower_case_name(reading, block, quantity)
            if name is not None and not _is_known(reading, name):
                yield name._replace(number=quantity.value)


def is_introduced(reading: Reading, block: Block) -> bool:
    """Return whether a block lists what is in the box, which may hold more than the table does."""
    right = [claim for claim in claims_of(reading).in_block(block) if claim.quantity.value in claim.totals]
    return bool(block.sections and is_inventory_title(block.sections[-1])) or len(right) > 1


def _name_after(block: Block, quantity: Quantity) -> CountedName | None:
    """Return the capitalised or emphasised name after a number, with a lower-case noun that belongs to it."""
    found, at = block.words, quantity.last + 1
    if found[quantity.first].is_capital and quantity.first:
        return None  # ``the One City``
    while at < len(found) and found[at].folded in FILLERS | PARTIAL_WORDS and not found[at].is_capital:
        at += 1
    if at >= len(found) or not _are_adjacent(block, found[quantity.last : at + 1]):
        return None
    marked = _marked(block, found[at])
    if marked:
        return CountedName(block, marked, quantity.start, _with_noun(block, marked[-1]))
    last = at
    while last < len(found) and found[last].is_capital and _are_adjacent(block, found[last - 1 : last + 1]):
        last += 1
    words = found[at:last]
    if not 0 < len(words) <= MOST_WORDS:
        return None
    return CountedName(block, words, quantity.start, _with_noun(block, words[-1]))


def _lower_case_name(reading: Reading, block: Block, quantity: Quantity) -> CountedName | None:
    """Return two words after a number that begin like a component, in texts that do not capitalise names."""
    words = block.words[quantity.last + 1 : quantity.last + 3]
    if len(words) < 2 or claims_of(reading).is_capital_text:
        return None
    begins = words[0].folded in reading.vocabulary.longest_by_first_word and words[0].text.islower()
    is_noun = words[1].text.islower() and words[1].folded not in FUNCTION_WORDS and is_plural(words[1].folded)
    follows = _are_adjacent(block, block.words[quantity.last : quantity.last + 3])
    return CountedName(block, words, quantity.start, words[1].end) if begins and is_noun and follows else None


def _marked(block: Block, first: Word) -> tuple[Word, ...]:
    """Return the words of a name in the emphasis that begins with a word, without an article; none if there is none."""
    mark = next((mark for mark in block.marks if mark.start == first.start and mark.kind == "em"), None)
    if mark is None:
        return ()
    found = tuple(word for word in block.words if mark.start <= word.start and word.end <= mark.end)
    found = found[1:] if len(found) > 1 and found[0].folded in DETERMINERS else found
    return found if len(found) <= MOST_WORDS and found[-1].is_capital else ()


def _with_noun(block: Block, last: Word) -> int:
    """Return where a name ends: after ``markers`` in ``2 Rupture markers``."""
    after = next((word for word in block.words if word.start > last.start), None)
    belongs = after is not None and not after.is_capital and after.folded not in FUNCTION_WORDS | NUMBER_WORDS.keys()
    is_generic = after is not None and not forms(after.folded).isdisjoint(GENERIC)
    return (
        after.end if after is not None and belongs and is_generic and _are_adjacent(block, (last, after)) else last.end
    )


def _are_adjacent(block: Block, words: Sequence[Word]) -> bool:
    return all(block.text[one.end : other.start] in {" ", "-"} for one, other in pairwise(words))


def _is_known(reading: Reading, name: CountedName) -> bool:
    """Return whether a name is in the deck, a term of the texts, or no name at all."""
    vocabulary, known, folded = reading.vocabulary, reading.defined_words, name.folded
    last = name.words[-1]
    if not forms(last.folded).isdisjoint(GAME_UNITS | CALENDAR | {"player"}) or last.text.isupper():
        return True
    if folded in vocabulary.senses or not forms(folded).isdisjoint(vocabulary.known_terms | known.defined_phrases):
        return True
    if sum(known.phrase_counts[form] for form in forms(folded)) >= OFTEN_USED:
        return True
    for mention in reading.mentions(name.block):
        if mention.start <= last.start < mention.end:
            is_whole = mention.start <= name.words[0].start
            return is_whole or any(sense.role != "head" and fold(sense.name) not in GENERIC for sense in mention.senses)
    return False
