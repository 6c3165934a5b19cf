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

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from punchboard.checks.prose.english import Patterns
from punchboard.checks.prose.english.numbers import Quantity
from punchboard.checks.prose.english.parsed_text import Block, Table
from punchboard.checks.prose.english.sentences import is_example, is_option, whole_sentence_at
from punchboard.checks.prose.reading.reading import Reading
from punchboard.checks.prose.reading.vocabulary import GENERIC, Mention, forms
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
    counts = {number.last + 1 for number in reading.quantities(block)}
    for number in reading.quantities(block):
        sentence = whole_sentence_at(block, number.start)
        named = reading.mentions_between(block, sentence.start, number.start)
        near = [one for one in named if one.first not in counts]
        if not near or number.kind != "exactly" or _RE.at_times.search(sentence.text):
            continue
        between = block.text[near[-1].end : number.start]
        is_vague = len(near) > 1 and _RE.pronoun.search(between)
        field = None if is_vague else _field(block, number, between, fields)
        if field and (message := _difference(reading, near[-1], field, number.value)):
            yield Problem(ID, block.place(number.start), message, HINT)


def _field(block: Block, number: Quantity, between: str, fields: Mapping[str, str]) -> str | None:
    """Return the field that a number after the name of a card gives: by its name, or by a verb such as ``costs``."""
    if _RE.per.match(block.text, number.end):
        return None
    after = block.words[number.last + 1].folded if number.last + 1 < len(block.words) else ""
    named = _RE.field_before.fullmatch(between)
    if named and named[1].casefold() in fields:
        return fields[named[1].casefold()]
    said = _RE.before.fullmatch(between)
    if said is None or after in fields:
        return fields.get(after) if said else None
    what = _RE.cost if _RE.costs.search(said[1]) else _RE.score if _RE.worth.search(said[1]) else None
    unit = "" if _RE.whole.match(block.text, number.end) else after
    is_unit = what is not None and bool(_RE.money.fullmatch(unit) if what is _RE.cost else _RE.points.fullmatch(unit))
    columns = dict.fromkeys(name for name in fields.values() if what and what.search(name))
    own = (name for name in columns if is_unit or not forms(unit).isdisjoint(name.casefold().split()))
    return next(own, None) if len(columns) == 1 and not _RE.several.match(block.text, number.end) else None


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
    """Return the message if everything that a name can mean has another number in a field, or an empty text.

    The name of a kind is one of its pieces only if all of them have the same number.
    """
    pieces = [reading.vocabulary.pieces[at] for sense in mention.senses for at in sense.pieces]
    if mention.form in GENERIC or any(field not in piece.numbers for piece in pieces):
        return ""
    printed = sorted({piece.numbers[field] for piece in pieces})
    if len(printed) > 1 and any(sense.role != "piece" for sense in mention.senses):
        return ""
    shown = " or ".join(map(str, printed))
    return "" if value in printed else f"{field} {value} here, but {mention.senses[0].name!r} has {shown}"
