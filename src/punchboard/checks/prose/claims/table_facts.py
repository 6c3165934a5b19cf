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
from punchboard.checks.prose.english.parsed_text import Block
from punchboard.checks.prose.english.sentences import is_example
from punchboard.checks.prose.reading.reading import Reading
from punchboard.checks.prose.reading.vocabulary import forms

FEWEST: Final = 5
"""Smaller numbers occur in many phrases with an article: ``the two cards``."""

NEAR: Final = 0.2
"""Numbers that differ by a larger part count different things."""

LONGEST: Final = 3
"""A name in a table of scores has at most this many words."""

_SCORE: Final = re.compile(r"scores?|points?|worth|value|pays", re.IGNORECASE)
_THE: Final = re.compile(r"\b(?:the|these|those|all|all the)\s+$", re.IGNORECASE)


def table_scores(reading: Reading) -> Iterator[Fact]:
    """Yield the scores that tables give for terms. Components are left out: their scores differ between tables."""
    for text in reading.texts:
        for table in text.tables:
            for at, header in enumerate(table.header):
                if at and _SCORE.fullmatch(header.text.strip()):
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
    for unit, found in quantities.items():
        if named.isdisjoint(forms(unit)):  # else it is compared with the deck
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
    """Yield a table cell and the slashed number that contradicts it, the more likely mistake first."""
    found = (player_table(table) for text in reading.texts for table in text.tables)
    tables = [table for table in found if table is not None and table.rows]
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
    cell = Fact(("by players",), number, by_players.table.rows[row][at], 0, f"{number} for {seats} players")
    text = block.text[quantity.start : quantity.end]
    slashed = Fact(("by players",), quantity.values[row], block, quantity.start, text)
    is_number_wrong = any(
        _has_constant_difference(quantity.values, other) for column, other in columns.items() if column != at
    )
    yield (cell, slashed) if is_number_wrong else (slashed, cell)


def _has_constant_difference(numbers: Sequence[int], others: Sequence[int]) -> bool:
    """Return whether two columns differ by the same number in each row."""
    return len({one - other for one, other in zip(numbers, others, strict=True)}) == 1
