"""PROSE010: the text gives a card a different number than the card itself.

What: ``the Barn Owl costs 3 coins and is worth 4 points``, ``has Strength 7``, or a table of cards with a column of
points; but the card has another number in the field of that name.

Why: the player who holds the card believes the card, all others the rulebook.

Bad::

    # cards.csv: name,points                                     # rules.md
    Barn Owl,5                                                   The Barn Owl is worth 4 points.

Good::

    The Barn Owl is worth 5 points.

If a number is right all the same, mark it on its line or the line before: ``<!-- right: PROSE010 at night -->``.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from punchboard.checks.prose.claims.printed_numbers import difference, effect_numbers, values_in, values_in_lists
from punchboard.checks.prose.english.parsed_text import Table
from punchboard.checks.prose.english.sentences import is_option
from punchboard.checks.prose.reading.reading import Reading
from punchboard.checks.prose.reading.vocabulary import forms
from punchboard.problem import Problem

ID: Final = "PROSE010"
HINT: Final = "correct the number or the card"


def check(reading: Reading) -> Iterator[Problem]:
    """Yield a problem for each number that differs from the card."""
    for block, number, message in effect_numbers(reading):
        yield Problem(ID, block.place(number.start), message, HINT)
    fields = {form: name for piece in reading.vocabulary.pieces for name in piece.numbers for form in forms(name)}
    if not fields:
        return
    for text in reading.texts:
        for table in text.tables:
            yield from _in_table(reading, table, fields)
    for block, number, message in values_in_lists(reading, fields):
        if message:
            yield Problem(ID, block.place(number.start), message, HINT)
    read = (block for block in reading.blocks if block.kind not in {"cell", "head"})
    values = [value for block in read if not is_option(block) for value in values_in(reading, block, fields)]
    right = {(value.field, value.unit) for value in values if not value.message}
    times = Counter(value.field for value in values)
    for value in values:
        is_sure = value.unit is None or (value.field, value.unit) in right
        if value.message and (is_sure or (value.is_plain and times[value.field] == 1)):
            yield Problem(ID, value.block.place(value.number.start), value.message, HINT)


def _in_table(reading: Reading, table: Table, fields: Mapping[str, str]) -> Iterator[Problem]:
    """Yield the cells with a wrong number for the card in their row and the field in their header."""
    for at, header in enumerate(table.header):
        field = fields.get(header.text.strip().casefold())
        for row in table.rows if at and field else ():
            named, cell = reading.mentions(row[0]), row[at]
            numbers = reading.amounts(cell) if len(cell.words) == 1 else ()
            pairs = zip(named, numbers, strict=True) if len(named) == len(numbers) == 1 else ()
            messages = (difference(reading, of, field, number.value) for of, number in pairs if field)
            yield from (Problem(ID, cell.place(), message, HINT) for message in messages if message)
