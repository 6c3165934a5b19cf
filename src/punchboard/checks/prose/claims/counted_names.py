"""Numbers beside a name that names nothing in the deck, and the lists and tables of what is in the box."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from punchboard.checks.prose.claims.claims import FILLERS, GAME_UNITS, PARTIAL_WORDS, Claim, Claims, claims_of
from punchboard.checks.prose.english import Patterns
from punchboard.checks.prose.english.numbers import NUMBER_WORDS, Quantity
from punchboard.checks.prose.english.parsed_text import (
    CALENDAR,
    FUNCTION_WORDS,
    Block,
    Table,
    Word,
    fold,
    is_plural,
    stem,
)
from punchboard.checks.prose.english.sentences import are_adjacent, is_example, is_flavour, sentence_at, without_article
from punchboard.checks.prose.reading.reading import Reading
from punchboard.checks.prose.reading.similar_names import OFTEN_USED
from punchboard.checks.prose.reading.vocabulary import GENERIC, forms

_RE: Final = Patterns("counted")


MAX_WRONG_SHARE: Final = 0.4
"""A list without a title in which a larger share of lines disagrees is not an inventory."""


LISTED: Final = 3
"""A paragraph that counts this many things may list what is in the box, in any language."""


def is_inventory_title(title: str) -> bool:
    """Return whether a heading says that what is in the box is listed below it."""
    return _RE.title.search(title) is not None


def inventories(reading: Reading, claims: Claims) -> Iterator[tuple[Claim, str]]:
    """Yield every claim that is a line of an inventory, with the text beside it."""
    for text in reading.texts:
        for table in text.tables:
            yield from _in_table(table, reading, claims)
        sections: dict[tuple[str, ...], list[Claim]] = {}
        for block in text.blocks:
            if block.kind in {"item", "paragraph", "heading"}:
                sections.setdefault(block.sections, []).extend(_in_block(block, claims))
        for titles, lines in sections.items():
            is_titled = bool(titles and is_inventory_title(titles[-1]))
            # a number of cards counts all of them only if it is large enough
            named = [claim for claim in lines if not claim.is_generic or 2 * claim.quantity.value > claim.largest_total]
            if _is_inventory(named, is_titled=is_titled):
                yield from ((claim, claim.block.text[claim.end :]) for claim in named)


def _in_block(block: Block, claims: Claims) -> Iterator[Claim]:
    """Yield the claims of a block that may count what is in the box, without limits and shares of players."""
    for claim in claims.in_block(block):
        sentence = sentence_at(block, claim.quantity.start)
        before = sentence.text[: claim.quantity.start - sentence.start]
        if claim.quantity.kind != "exactly" or claim.is_partial or claim.is_lower_case:
            continue
        first = claims.in_block(block)[0].quantity
        is_listed = _RE.number.fullmatch(block.text, 0, first.start) and not _RE.end.search(
            block.text, 0, claim.quantity.start
        )
        is_list = len(claims.in_block(block)) >= LISTED
        may_count = block.kind != "paragraph" or is_list or is_listed or _RE.there.search(before)
        if may_count and not _RE.shared.search(before) and not _RE.left.match(block.text, claim.end):
            yield claim


def _is_inventory(claims: Iterable[Claim], *, is_titled: bool) -> bool:
    """Return whether claims count what is in the box, so that those which disagree with the deck are mistakes."""
    named = [claim for claim in claims if is_titled or not claim.is_generic]
    right_count = sum(claim.quantity.value in claim.totals for claim in named)
    if is_titled:
        return bool(right_count) or len(named) == 1
    return right_count > 1 and len(named) - right_count <= MAX_WRONG_SHARE * len(named)


def _in_table(table: Table, reading: Reading, claims: Claims) -> Iterator[tuple[Claim, str]]:
    """Yield the claims of a column of numbers beside a column of names."""
    for name_column in range(len(table.header)):
        cells = enumerate(table.column(name_column))
        named = {row: claim for row, cell in cells if (claim := claims.in_cell(cell)) is not None}
        for column, header in enumerate(table.header):
            if column == name_column or not _is_count(header, reading):
                continue
            counted = dict(_in_column(table, column, named, reading))
            is_running_number = [claim.quantity.value for claim in counted.values()] == [*range(1, len(counted) + 1)]
            if not is_running_number and _is_inventory(counted.values(), is_titled=True):
                for row, claim in counted.items():
                    yield claim, " | ".join(cell.text for cell in table.rows[row][column + 1 :])


def _is_count(header: Block, reading: Reading) -> bool:
    """Return whether a column's header says that it counts: ``Number``, ``Cards``, or the plural of a name."""
    title = header.text.strip()
    is_name = any(form in reading.vocabulary.senses for form in forms(title))
    return bool(_RE.counted.fullmatch(title)) or (is_plural(title.casefold()) and is_name)


def _in_column(table: Table, column: int, named: dict[int, Claim], reading: Reading) -> Iterator[tuple[int, Claim]]:
    for row, cell in enumerate(table.column(column)):
        numbers = reading.quantities(cell)
        if row in named and len(numbers) == len(cell.words) == 1:
            yield row, named[row]._replace(block=cell, quantity=numbers[0], end=0)


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


def shared_words(folded: str, name: str) -> int:
    """Return how many words two names have in common, without general ones."""
    return len({stem(word) for word in folded.split()} & {stem(word) for word in name.casefold().split()} - GENERIC)


def is_introduced(reading: Reading, block: Block) -> bool:
    """Return whether a block lists what is in the box, which may hold more than the table does."""
    right = [claim for claim in claims_of(reading).in_block(block) if claim.quantity.value in claim.totals]
    return bool(block.sections and is_inventory_title(block.sections[-1])) or len(right) > 1


def _name_after(block: Block, quantity: Quantity) -> CountedName | None:
    """Return the capitalised or emphasised name after a number, with a lower-case noun that belongs to it."""
    all_words, at = block.words, quantity.last + 1
    if all_words[quantity.first].is_capital and quantity.first:
        return None  # ``the One City``
    while at < len(all_words) and all_words[at].folded in FILLERS | PARTIAL_WORDS and not all_words[at].is_capital:
        at += 1
    if at >= len(all_words) or not are_adjacent(block, all_words[quantity.last : at + 1]):
        return None
    marked = _marked(block, all_words[at])
    if marked:
        return CountedName(block, marked, quantity.start, _with_noun(block, marked[-1]))
    last = at
    while last < len(all_words) and all_words[last].is_capital and are_adjacent(block, all_words[last - 1 : last + 1]):
        last += 1
    words = all_words[at:last]
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
    follows = are_adjacent(block, block.words[quantity.last : quantity.last + 3])
    return CountedName(block, words, quantity.start, words[1].end) if begins and is_noun and follows else None


def _marked(block: Block, first: Word) -> tuple[Word, ...]:
    """Return the words of a name in the emphasis that begins with a word, without an article; none if there is none."""
    mark = next((mark for mark in block.marks if mark.start == first.start and mark.kind == "em"), None)
    if mark is None:
        return ()
    words = without_article(block.words_between(mark.start, mark.end))
    return words if len(words) <= MOST_WORDS and words[-1].is_capital else ()


def _with_noun(block: Block, last: Word) -> int:
    """Return where a name ends: after ``markers`` in ``2 Rupture markers``."""
    after = next((word for word in block.words if word.start > last.start), None)
    belongs = after is not None and not after.is_capital and after.folded not in FUNCTION_WORDS | NUMBER_WORDS.keys()
    is_generic = after is not None and not forms(after.folded).isdisjoint(GENERIC)
    return (
        after.end if after is not None and belongs and is_generic and are_adjacent(block, (last, after)) else last.end
    )


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
