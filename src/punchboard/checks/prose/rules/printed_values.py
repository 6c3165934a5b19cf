"""PROSE010: the text says another number of a card than the card has.

What: ``the Barn Owl is worth 4 points``, ``has Strength 7``, or a table of cards with a column of their points; and the
card has another number in the field of that name.

Why: the player who holds the card believes the card, all others the rulebook.

Bad::

    # cards.csv: name,points                                     # rules.md
    Barn Owl,5                                                   The Barn Owl is worth 4 points.

Good::

    The Barn Owl is worth 5 points.

A number that is right all the same is marked on its line or the line before: ``<!-- right: PROSE010 at night -->``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from punchboard.checks.prose.english.sentences import is_example, is_option, sentence_at
from punchboard.checks.prose.english.text import Block, Table
from punchboard.checks.prose.reading.mentions import Mention
from punchboard.checks.prose.reading.reading import Reading
from punchboard.checks.prose.reading.vocabulary import forms
from punchboard.problem import Problem

ID: Final = "PROSE010"
HINT: Final = "correct the number, or the card"

_HAS: Final = r"(?:(?:has|have|shows?|bears?|holds?|takes?|gives?|costs?|scores?|counts?|(?:is|are) worth)\s+)"
_BEFORE: Final = re.compile(rf"\s+{_HAS}$")
_FIELD_BEFORE: Final = re.compile(rf"\s+(?:{_HAS}|of\s+)(?:an? |the )?([\w ]+?)(?:\s+of)?\s+$")
_AT_TIMES: Final = re.compile(
    r"\b(?:if|when|while|during|unless|instead|now|left|then|more|less|only|still)\b", re.IGNORECASE
)


def check(reading: Reading) -> Iterator[Problem]:
    """Yield a problem for each number of a card that the card has otherwise."""
    fields = {form: head for one in reading.vocabulary.pieces for head in one.numbers for form in forms(head)}
    if not fields:
        return
    for text in reading.texts:
        for table in text.tables:
            yield from _in_table(reading, table, fields)
    for block in reading.blocks:
        if block.kind not in {"cell", "head"} and not is_example(block) and not is_option(block):
            yield from _in_block(reading, block, fields)


def _in_block(reading: Reading, block: Block, fields: Mapping[str, str]) -> Iterator[Problem]:
    """Yield the numbers of a field after the name of a card, where they do not hold at times only."""
    for number in reading.quantities(block):
        said = sentence_at(block, number.start)
        near = [one for one in reading.mentions(block) if said.start <= one.start and one.end <= number.start]
        if not near or number.kind != "exactly" or _AT_TIMES.search(said.text):
            continue
        between = block.text[near[-1].end : number.start]
        after = block.words[number.last + 1].folded if number.last + 1 < len(block.words) else ""
        named = _FIELD_BEFORE.fullmatch(between)
        field = fields.get(after) if _BEFORE.fullmatch(between) else fields.get(named[1].casefold()) if named else None
        if field and (message := _unlike(reading, near[-1], field, number.value)):
            yield Problem(ID, block.place(number.start), message, HINT)


def _in_table(reading: Reading, table: Table, fields: Mapping[str, str]) -> Iterator[Problem]:
    """Yield the cells below the name of a field, beside the name of a card, that have another number than the card."""
    for at, head in enumerate(table.header):
        field = fields.get(head.text.strip().casefold())
        for row in table.rows if at and field else ():
            named, cell = reading.mentions(row[0]), row[at]
            numbers = reading.quantities(cell) if len(cell.words) == 1 else ()
            pairs = zip(named, numbers, strict=True) if len(named) == len(numbers) == 1 else ()
            messages = (_unlike(reading, of, field, number.value) for of, number in pairs if field)
            yield from (Problem(ID, cell.place(), message, HINT) for message in messages if message)


def _unlike(reading: Reading, of: Mention, field: str, value: int) -> str:
    """Return what is wrong when all that a name can mean have another number in a field."""
    pieces = [reading.vocabulary.pieces[at] for sense in of.senses for at in sense.pieces]
    if any(sense.role != "piece" for sense in of.senses) or any(field not in piece.numbers for piece in pieces):
        return ""
    printed = sorted({piece.numbers[field] for piece in pieces})
    shown = " or ".join(map(str, printed))
    return "" if value in printed else f"{field} {value} of {of.senses[0].name!r}, which has {shown}"
