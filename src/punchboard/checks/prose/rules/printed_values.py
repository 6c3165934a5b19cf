"""PROSE010: the text gives a card a different number than the card itself.

What: ``the Barn Owl is worth 4 points``, ``has Strength 7``, or a table of cards with a column of points; but the card
has another number in the field of that name.

Why: the player who holds the card believes the card, all others the rulebook.

Bad::

    # cards.csv: name,points                                     # rules.md
    Barn Owl,5                                                   The Barn Owl is worth 4 points.

Good::

    The Barn Owl is worth 5 points.

If a number is right all the same, mark it on its line or the line before: ``<!-- right: PROSE010 at night -->``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from punchboard.checks.prose.english import Patterns
from punchboard.checks.prose.english.parsed_text import Block, Table
from punchboard.checks.prose.english.sentences import is_example, is_option, sentence_at
from punchboard.checks.prose.reading.reading import Reading
from punchboard.checks.prose.reading.vocabulary import Mention, forms
from punchboard.problem import Problem

_RE: Final = Patterns("printed")


ID: Final = "PROSE010"
HINT: Final = "correct the number or the card"


def check(reading: Reading) -> Iterator[Problem]:
    """Yield a problem for each number that differs from the card."""
    fields = {form: name for piece in reading.vocabulary.pieces for name in piece.numbers for form in forms(name)}
    if not fields:
        return
    for text in reading.texts:
        for table in text.tables:
            yield from _in_table(reading, table, fields)
    for block in reading.blocks:
        if block.kind not in {"cell", "head"} and not is_example(block) and not is_option(block):
            yield from _in_block(reading, block, fields)


def _in_block(reading: Reading, block: Block, fields: Mapping[str, str]) -> Iterator[Problem]:
    """Yield the wrong numbers of a field after the name of a card, without those that hold only at times."""
    for number in reading.quantities(block):
        sentence = sentence_at(block, number.start)
        near = reading.mentions_between(block, sentence.start, number.start)
        if not near or number.kind != "exactly" or _RE.at_times.search(sentence.text):
            continue
        between = block.text[near[-1].end : number.start]
        after = block.words[number.last + 1].folded if number.last + 1 < len(block.words) else ""
        named = _RE.field_before.fullmatch(between)
        field = (
            fields.get(after) if _RE.before.fullmatch(between) else fields.get(named[1].casefold()) if named else None
        )
        if field and (message := _difference(reading, near[-1], field, number.value)):
            yield Problem(ID, block.place(number.start), message, HINT)


def _in_table(reading: Reading, table: Table, fields: Mapping[str, str]) -> Iterator[Problem]:
    """Yield the cells with a wrong number for the card in their row and the field in their header."""
    for at, header in enumerate(table.header):
        field = fields.get(header.text.strip().casefold())
        for row in table.rows if at and field else ():
            named, cell = reading.mentions(row[0]), row[at]
            numbers = reading.quantities(cell) if len(cell.words) == 1 else ()
            pairs = zip(named, numbers, strict=True) if len(named) == len(numbers) == 1 else ()
            messages = (_difference(reading, of, field, number.value) for of, number in pairs if field)
            yield from (Problem(ID, cell.place(), message, HINT) for message in messages if message)


def _difference(reading: Reading, mention: Mention, field: str, value: int) -> str:
    """Return the message if everything that a name can mean has another number in a field, or an empty text."""
    pieces = [reading.vocabulary.pieces[at] for sense in mention.senses for at in sense.pieces]
    if any(sense.role != "piece" for sense in mention.senses) or any(field not in piece.numbers for piece in pieces):
        return ""
    printed = sorted({piece.numbers[field] for piece in pieces})
    shown = " or ".join(map(str, printed))
    return "" if value in printed else f"{field} {value} here, but {mention.senses[0].name!r} has {shown}"
