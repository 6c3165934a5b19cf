"""Numbers that a text gives again: in tables, lists and set phrases, and in summaries of the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from punchboard.checks.prose.claims.counted_names import is_inventory_title
from punchboard.checks.prose.claims.facts import (
    Fact,
    Key,
    claim_at,
    is_count_of,
    normalised_term,
    shown,
    thing_of,
    unit_of,
)
from punchboard.checks.prose.claims.player_counts import PlayerTable, player_table, slashed_players
from punchboard.checks.prose.english import Patterns, word_set
from punchboard.checks.prose.english.numbers import Quantity
from punchboard.checks.prose.english.parsed_text import FUNCTION_WORDS, Block, Text, stem
from punchboard.checks.prose.english.sentences import is_example, is_option
from punchboard.checks.prose.reading.reading import Reading
from punchboard.checks.prose.reading.vocabulary import forms
from punchboard.model.values import counted

_RE: Final = Patterns("repeated")


COUNTED: Final = word_set("listed")

MOST_LISTED_WORDS: Final = 3
"""A part with more words is a clause, not a name."""


def wrong_list_counts(reading: Reading) -> Iterator[tuple[Block, Quantity, int]]:
    """Yield numbers that differ from the number of things listed after them, with that number."""
    counted = COUNTED | {form for name in reading.vocabulary.lists for form in forms(name)}
    for text in reading.texts:
        list_sizes = dict(_lists_after(text))
        for block in text.blocks:
            for quantity in reading.quantities(block) if ":" in block.text or block in list_sizes else ():
                start = _list_start(reading, block, quantity, counted)
                number = (
                    list_sizes.get(block, 0) if start == len(block.text) else _name_count(block, start) if start else 0
                )
                if number > 1 and number != quantity.value:
                    yield block, quantity, number


def _list_start(reading: Reading, block: Block, quantity: Quantity, counted: frozenset[str]) -> int:
    """Return where the list begins that a number counts, or 0 if it counts none."""
    if quantity.kind != "exactly" or quantity.value < 2 or not is_count_of(block, quantity, counted):
        return 0
    tail = _RE.tail.match(block.text, quantity.end) or _RE.in_order.match(block.text, quantity.end)
    if tail is None or any(quantity.end < other.start < tail.end() for other in reading.quantities(block)):
        return 0
    return tail.end()


def _name_count(block: Block, start: int) -> int:
    """Return how many names are listed from ``start`` on, or 0 if it is not a list of names."""
    end = _RE.ends.search(block.text, start)
    parts = [part.strip() for part in _RE.parts.split(block.text[start : end.start() if end else None])]
    parts = [part for part in parts if part]
    names = [part for part in parts if len(part.split()) <= MOST_LISTED_WORDS and part[:1].isupper()]
    return len(names) if len(names) == len(parts) > 2 else 0


def _lists_after(text: Text) -> Iterator[tuple[Block, int]]:
    """Yield each block that is followed by a list, with the number of its items."""
    items = {item_list.blocks[0]: len(item_list.blocks) for item_list in text.lists if item_list.blocks}
    yield from ((before, items[after]) for before, after in pairwise(text.blocks) if after in items)


FEWEST_LINES: Final = 3
"""A section without the title of a summary is one only if it is a list of at least this many items."""

MOST_WORDS: Final = 12
"""The items of such a section have at most this many words."""

FEWEST_AGREED: Final = 2
"""Such a section repeats at least this many numbers, and as many as it changes."""

LAST_PART: Final = 0.75
"""Such a section begins after this part of the text."""

_CARDS: Final = "card"


def restated_numbers(reading: Reading) -> Iterator[tuple[Fact, Fact]]:
    """Yield each number of a summary that the rules above do not give, with the number that they give most likely."""
    for text in reading.texts:
        summaries = tuple(_summaries(text))
        blocks = {block for summary in summaries for block in summary}
        given = [fact for block in text.blocks if block not in blocks for fact in _numbers(reading, block)]
        rows = (row for table in text.tables for row in table.rows)
        labels = {cell: row[0].text.casefold() for row in rows for cell in row[1:]}  # the first cell names its row
        for summary in summaries:
            yield from _changed(reading, summary, given, labels)


def _summaries(text: Text) -> Iterator[Sequence[Block]]:
    """Yield the blocks of each section that may be a summary."""
    sections: dict[tuple[str, ...], list[Block]] = {}
    for block in text.blocks:
        if block.kind != "heading" and block.sections and not is_inventory_title(block.sections[-1]):
            sections.setdefault(block.sections, []).append(block)
    begins = {block: number for number, block in enumerate(text.blocks)}
    for titles, blocks in sections.items():
        items = [block for block in blocks if block.kind == "item" and len(block.words) <= MOST_WORDS]
        is_list = len(items) >= FEWEST_LINES and set(blocks[1:]) <= set(items)
        if _RE.title.search(titles[-1]) or (is_list and begins[blocks[0]] > LAST_PART * len(text.blocks)):
            yield blocks


def _numbers(reading: Reading, block: Block) -> Iterator[Fact]:
    """Yield the numbers of a block, with what they count as key: its name, and ``card`` for pieces in general."""
    if block.kind == "heading" or (block.sections and is_inventory_title(block.sections[-1])):
        return
    for quantity in reading.quantities(block):
        thing, claim = thing_of(reading, block, quantity), claim_at(reading, block, quantity)
        group = "" if claim is None else _CARDS if claim.is_generic else "piece"
        for value in quantity.values if thing else ():
            yield Fact((thing, group), value, block, quantity.start, shown(block, quantity))


def _changed(
    reading: Reading, summary: Sequence[Block], given: Sequence[Fact], labels: dict[Block, str]
) -> Iterator[tuple[Fact, Fact]]:
    agreed, changed = 0, []
    by_key: dict[Key, list[Fact]] = {}
    for stated in given:
        by_key.setdefault(stated.key, []).append(stated)
    for block in summary:
        if is_example(block) or is_option(block):
            continue
        label = labels.get(block) or _label(block)
        for fact in _numbers(reading, block):
            same = by_key.get(fact.key, [])
            # what the rules say of the same term, such as ``Dig``, counts before what they say elsewhere
            labelled = [other for other in same if label and _label(other.block) == label]
            comparable = labelled or [other for key in by_key if _may_count(key, fact.key) for other in by_key[key]]
            if any(other.value == fact.value for other in comparable):
                agreed += 1
            elif same and fact.value > 1:
                changed.append((fact, max(labelled or same, key=lambda other: _likeness(fact.block, other.block))))
    is_titled = bool(_RE.title.search(summary[0].sections[-1]))
    if agreed >= max(len(changed), 0 if is_titled else FEWEST_AGREED):
        yield from changed


def _may_count(key: Key, other: Key) -> bool:
    """Return whether two numbers may count the same: what has one name, or pieces and ``cards`` in general."""
    return key == other or (bool(key[1]) and bool(other[1]) and _CARDS in {key[1], other[1]})


def _likeness(first: Block, second: Block) -> int:
    """Return how many words two blocks have in common."""
    stems = (
        {stem(word.folded) for word in block.words if word.folded not in FUNCTION_WORDS} for block in (first, second)
    )
    return len(set.intersection(*stems))


def _label(block: Block) -> str:
    """Return the term that a block begins with, or that its heading is: ``dig`` of ``**Dig.** Take a card``."""
    match = _RE.label.match(block.text) or (_RE.label.fullmatch(f"{block.sections[-1]}:") if block.sections else None)
    return match[1].casefold() if match else ""


def overfull_hands(stated: Sequence[Fact]) -> Iterator[tuple[Fact, Fact]]:
    """Yield the hands of cards that are refilled beyond what a hand may hold, with the limit."""
    limits = [fact for fact in stated if fact.key == ("limit", "card", "card")]
    for fact in stated:
        if fact.key[:2] == ("refill", "card") and limits and fact.value > max(limit.value for limit in limits):
            yield fact, limits[0]


MAX_UNDEALT: Final = 2
"""At most this many cards may be neither dealt nor left over, such as one that is turned up."""


def inconsistent_cells(reading: Reading, total: int) -> Iterator[tuple[Block, str]]:
    """Yield the cells whose row does not give the total of the other rows, with the problem in words."""
    for text in reading.texts:
        for table in text.tables:
            numbered = player_table(table)
            if numbered is not None and numbered.rows:
                yield from _odd_cells(reading, numbered, total)


def number_columns(reading: Reading, by_players: PlayerTable) -> dict[int, tuple[int, ...]]:
    """Return the columns of a table whose cells are single numbers, by column number."""
    columns = {}
    for at in range(1, len(by_players.table.header)):
        cells = [reading.quantities(cell) for cell in by_players.table.column(at)]
        if len(cells) == len(by_players.rows) and all(len(quantities) == 1 for quantities in cells):
            columns[at] = tuple(quantities[0].value for quantities in cells)
    return columns


def _odd_cells(reading: Reading, by_players: PlayerTable, total: int) -> Iterator[tuple[Block, str]]:
    columns = number_columns(reading, by_players)
    for each, dealt in columns.items():
        for other, left in columns.items():
            if other == each or not _RE.left.search(by_players.table.header[other].text):
                continue
            sums = [seats * share + rest for seats, share, rest in zip(by_players.rows, dealt, left, strict=True)]
            common, times = Counter(sums).most_common(1)[0]
            odd_rows = [row for row, row_sum in enumerate(sums) if row_sum != common]
            if len(odd_rows) == 1 and times > 1 and 0 <= total - common <= MAX_UNDEALT:
                row = odd_rows[0]
                message = (
                    f"{by_players.rows[row]} players with {dealt[row]} each and {left[row]} left over make {sums[row]}"
                )
                yield by_players.table.rows[row][other], f"{message}, but the other rows make {common}"


FEWEST: Final = 5
"""Smaller numbers occur in many phrases with an article: ``the two cards``."""

NEAR: Final = 0.2
"""Numbers that differ by a larger part count different things."""

LONGEST: Final = 3
"""A name in a table of scores has at most this many words."""


def table_scores(reading: Reading) -> Iterator[Fact]:
    """Yield the scores that tables give for terms. Components are left out: their scores differ between tables."""
    for text in reading.texts:
        for table in text.tables:
            for at, header in enumerate(table.header):
                if at and _RE.score.fullmatch(header.text.strip()):
                    yield from _score_facts(reading, table.column(0), table.column(at))


def _score_facts(reading: Reading, names: Sequence[Block], cells: Sequence[Block]) -> Iterator[Fact]:
    for name, cell in zip(names, cells, strict=False):
        numbers = reading.quantities(cell)
        if len(numbers) == len(cell.words) == 1 and not reading.mentions(name) and 0 < len(name.words) <= LONGEST:
            yield Fact(("worth", normalised_term(name.text), ""), numbers[0].value, cell, 0, f"{name.text} {cell.text}")


def definite_numbers(reading: Reading) -> Iterator[Fact]:
    """Yield numbers that a sentence treats as known (``the ten pairs``), with the nearest other number of the noun."""
    quantities: dict[str, list[tuple[Block, Quantity]]] = {}
    for block in reading.blocks:
        for quantity in reading.quantities(block) if not is_example(block) else ():
            unit = unit_of(block, quantity)
            if unit not in {"", "player", "point"} and len(quantity.values) == 1 and quantity.value >= FEWEST:
                quantities.setdefault(unit, []).append((block, quantity))
    named = {form for name in reading.vocabulary.lists for form in forms(name)} | reading.vocabulary.senses.keys()
    for unit, of_unit in quantities.items():
        if named.isdisjoint(forms(unit)):  # else it is compared with the deck
            yield from _definite_facts(unit, of_unit)


def _definite_facts(unit: str, counted: Sequence[tuple[Block, Quantity]]) -> Iterator[Fact]:
    for block, quantity in counted:
        if not _RE.the.search(block.text, 0, quantity.start):
            continue
        others = [(where, other) for where, other in counted if other is not quantity]
        near = [pair for pair in others if abs(pair[1].value - quantity.value) <= NEAR * quantity.value]
        if near and all(other.value != quantity.value for _, other in others):
            for where, number in (near[0], (block, quantity)):
                yield Fact(("the", unit, str(quantity.value)), number.value, where, number.start, shown(where, number))


def table_mismatches(reading: Reading) -> Iterator[tuple[Fact, Fact]]:
    """Yield a table cell and the slashed number that contradicts it, the more likely mistake first."""
    candidates = (player_table(table) for text in reading.texts for table in text.tables)
    tables = [table for table in candidates if table is not None and table.rows]
    for block in reading.blocks if tables else ():
        for quantity in reading.quantities(block):
            seats = slashed_players(block.text[quantity.end :]) if quantity.kind == "each" else ()
            for table in tables:
                if table.rows == seats and len(seats) == len(quantity.values) > 2:
                    yield from _mismatches(reading, table, block, quantity)


def _mismatches(
    reading: Reading, by_players: PlayerTable, block: Block, quantity: Quantity
) -> Iterator[tuple[Fact, Fact]]:
    """Yield a cell and its slashed number if one column differs from the slashed numbers in one row only."""
    columns = number_columns(reading, by_players)
    odd = {at: [row for row, number in enumerate(of) if number != quantity.values[row]] for at, of in columns.items()}
    at = next((at for at, rows in odd.items() if len(rows) == 1), None)
    if at is None or any(not rows for rows in odd.values()):
        return
    row = odd[at][0]
    number, seats = columns[at][row], by_players.rows[row]
    cell = Fact(("by players",), number, by_players.table.rows[row][at], 0, f"{number} for {counted(seats, 'player')}")
    text = block.text[quantity.start : quantity.end]
    slashed = Fact(("by players",), quantity.values[row], block, quantity.start, text)
    is_number_wrong = any(
        _has_constant_difference(quantity.values, other) for column, other in columns.items() if column != at
    )
    yield (cell, slashed) if is_number_wrong else (slashed, cell)


def _has_constant_difference(numbers: Sequence[int], others: Sequence[int]) -> bool:
    """Return whether two columns differ by the same number in each row."""
    return len({number - other for number, other in zip(numbers, others, strict=True)}) == 1
