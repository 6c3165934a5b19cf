"""Numbers that tables and set phrases repeat: scores, ``the five-and-twenty pairs``, ``6/5/5 for 2/3/4 players``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from punchboard.checks.prose.claims.facts import Fact, shown, unit_of
from punchboard.checks.prose.claims.player_counts import PlayerTable, player_table, slashed_players
from punchboard.checks.prose.claims.player_tables import number_columns
from punchboard.checks.prose.claims.subjects import normalised_term
from punchboard.checks.prose.english.numbers import Quantity
from punchboard.checks.prose.english.sentences import is_example
from punchboard.checks.prose.english.text import Block
from punchboard.checks.prose.reading.reading import Reading
from punchboard.checks.prose.reading.vocabulary import forms

FEWEST: Final = 5
"""A smaller number stands in many phrases with an article: ``the two cards``."""

NEAR: Final = 0.2
"""Numbers of one thing that differ by a larger part are of two things."""

LONGEST: Final = 3
"""A name in a table of scores has no more words."""

_SCORE: Final = re.compile(r"scores?|points?|worth|value|pays", re.IGNORECASE)
_THE: Final = re.compile(r"\b(?:the|these|those|all|all the)\s+$", re.IGNORECASE)


def table_scores(reading: Reading) -> Iterator[Fact]:
    """Yield what tables of scores say of terms that are no components: those score differently in different tables."""
    for text in reading.texts:
        for table in text.tables:
            for at, head in enumerate(table.header):
                if at and _SCORE.fullmatch(head.text.strip()):
                    yield from _score_facts(reading, table.column(0), table.column(at))


def _score_facts(reading: Reading, names: Sequence[Block], cells: Sequence[Block]) -> Iterator[Fact]:
    for name, cell in zip(names, cells, strict=False):
        numbers = reading.quantities(cell)
        if len(numbers) == len(cell.words) == 1 and not reading.mentions(name) and 0 < len(name.words) <= LONGEST:
            yield Fact(("worth", normalised_term(name.text), ""), numbers[0].value, cell, 0, f"{name.text} {cell.text}")


def definite_numbers(reading: Reading) -> Iterator[Fact]:
    """Yield numbers of things that a sentence takes for known, with the nearest other number of the same thing."""
    said: dict[str, list[tuple[Block, Quantity]]] = {}
    for block in reading.blocks:
        for quantity in reading.quantities(block) if not is_example(block) else ():
            unit = unit_of(block, quantity)
            if unit not in {"", "player", "point"} and len(quantity.values) == 1 and quantity.value >= FEWEST:
                said.setdefault(unit, []).append((block, quantity))
    named = {form for head in reading.vocabulary.lists for form in forms(head)} | reading.vocabulary.senses.keys()
    for unit, found in said.items():
        if named.isdisjoint(forms(unit)):  # else it is held against the deck
            yield from _definite_facts(unit, found)


def _definite_facts(unit: str, found: Sequence[tuple[Block, Quantity]]) -> Iterator[Fact]:
    for block, quantity in found:
        if not _THE.search(block.text, 0, quantity.start):
            continue
        others = [(where, other) for where, other in found if other is not quantity]
        near = [one for one in others if abs(one[1].value - quantity.value) <= NEAR * quantity.value]
        if near and all(other.value != quantity.value for _, other in others):
            for where, number in (near[0], (block, quantity)):
                yield Fact(("the", unit, str(quantity.value)), number.value, where, number.start, shown(where, number))


def table_mismatches(reading: Reading) -> Iterator[tuple[Fact, Fact]]:
    """Yield cells of tables by players and the slashed numbers that say otherwise, the likelier mistake first."""
    found = (player_table(table) for text in reading.texts for table in text.tables)
    tables = [by for by in found if by is not None and by.rows]
    for block in reading.blocks if tables else ():
        for quantity in reading.quantities(block):
            seats = slashed_players(block.text[quantity.end :]) if quantity.kind == "each" else ()
            for by in tables:
                if by.rows == seats and len(seats) == len(quantity.values) > 2:
                    yield from _unlike(reading, by, block, quantity)


def _unlike(reading: Reading, by: PlayerTable, block: Block, quantity: Quantity) -> Iterator[tuple[Fact, Fact]]:
    """Yield a cell and the number beside it where one column differs from slashed numbers, and in one row only."""
    columns = number_columns(reading, by)
    odd = {at: [row for row, number in enumerate(of) if number != quantity.values[row]] for at, of in columns.items()}
    at = next((at for at, rows in odd.items() if len(rows) == 1), None)
    if at is None or any(not rows for rows in odd.values()):
        return
    row = odd[at][0]
    number, seats = columns[at][row], by.rows[row]
    cell = Fact(("by players",), number, by.table.rows[row][at], 0, f"{number} for {seats} players")
    said = block.text[quantity.start : quantity.end]
    slashed = Fact(("by players",), quantity.values[row], block, quantity.start, said)
    steady = any(_has_constant_difference(quantity.values, other) for column, other in columns.items() if column != at)
    yield (cell, slashed) if steady else (slashed, cell)


def _has_constant_difference(numbers: Sequence[int], others: Sequence[int]) -> bool:
    """Tell whether two columns differ by the same number in each row."""
    return len({one - other for one, other in zip(numbers, others, strict=True)}) == 1
