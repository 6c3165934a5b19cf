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
from dataclasses import replace
from re import Pattern
from typing import Final, NamedTuple

from punchboard.checks.prose.claims.prices import prices_in
from punchboard.checks.prose.english import Patterns
from punchboard.checks.prose.english.numbers import MONEY, Quantity
from punchboard.checks.prose.english.parsed_text import Block, Table
from punchboard.checks.prose.english.sentences import Sentence, is_example, is_option, whole_sentence_at
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
    read = (block for block in reading.blocks if block.kind not in {"cell", "head"})
    values = [value for block in read if not is_option(block) for value in _no_examples(reading, block, fields)]
    right = {(value.field, value.unit) for value in values if not value.message}
    times = Counter(value.field for value in values)
    for value in values:
        is_sure = value.unit is None or (value.field, value.unit) in right
        if value.message and (is_sure or (value.is_plain and times[value.field] == 1)):
            yield Problem(ID, value.block.place(value.number.start), value.message, HINT)


class _Value(NamedTuple):
    """A number of a field after the name of a card, and what is wrong with it."""

    block: Block
    number: Quantity
    field: str
    unit: str | None
    """What is counted, if only other cards whose numbers are right show that the field counts it."""
    message: str
    is_plain: bool
    """Whether its sentence says nothing else: ``A Knight costs 4 grain.``"""


def _no_examples(reading: Reading, block: Block, fields: Mapping[str, str]) -> Iterator[_Value]:
    """Yield the numbers of a field outside of examples, and in plain sentences: ``A Ferry, for example, costs 4``."""
    spaced = _RE.aside.sub(lambda match: " " * len(match[0]), block.text)
    for value in _in_block(reading, block if spaced == block.text else replace(block, text=spaced), fields):
        sentence = whole_sentence_at(value.block, value.number.start)
        is_aside = _RE.aside.search(block.text, sentence.start, sentence.end)
        if value.is_plain if is_aside else not is_example(block):
            yield value


def _in_block(reading: Reading, block: Block, fields: Mapping[str, str]) -> Iterator[_Value]:
    """Yield the numbers of a field that a block states for a card, without those that hold only at times."""
    for number in reading.amounts(block):
        sentence = whole_sentence_at(block, number.start)
        is_case = _RE.at_times.search(sentence.text) or _RE.set_apart.match(sentence.text)
        if number.kind in {"exactly", MONEY} and not is_case:
            after = tuple(_after_name(reading, block, number, sentence, fields))
            yield from after or _paid(reading, block, number, sentence, fields)


def _after_name(
    reading: Reading, block: Block, number: Quantity, sentence: Sentence, fields: Mapping[str, str]
) -> Iterator[_Value]:
    """Yield a number that follows the name of a card: ``A Knight costs 4 grain``."""
    counts = {number.last + 1 for number in reading.quantities(block)}
    named = reading.mentions_between(block, sentence.start, number.start)
    near = [one for one in named if one.first not in counts]
    if not near or _RE.elsewhere.match(block.text, number.end):
        return
    between = block.text[near[-1].end : number.start]
    is_vague = len(near) > 1 and _RE.pronoun.search(between)
    field, unit = (None, None) if is_vague else _field(block, number, between, fields)
    if field:
        message = _difference(reading, near[-1], field, number.value)
        starts = _RE.article.fullmatch(block.text, sentence.start, near[-1].start)
        ends = _RE.unit_only.fullmatch(block.text, number.end, sentence.end)
        yield _Value(block, number, field, unit, message, bool(starts and ends))


def _paid(
    reading: Reading, block: Block, number: Quantity, sentence: Sentence, fields: Mapping[str, str]
) -> Iterator[_Value]:
    """Yield what a whole sentence says is paid for a card: ``Pay 4 coins to play Porcelain``."""
    named = {
        block.text[one.start : one.end]: one for one in reading.mentions_between(block, sentence.start, sentence.end)
    }
    for verb, thing, unit in prices_in(block, sentence, number):
        field, counted = _column(block, number, _RE.cost, unit, fields)
        if verb == "costs" and thing in named and field:
            message = _difference(reading, named[thing], field, number.value)
            yield _Value(block, number, field, counted, message, bool(_RE.unit_only.fullmatch(f" {unit}")))


_FieldAndUnit = tuple[str | None, str | None]


def _field(block: Block, number: Quantity, between: str, fields: Mapping[str, str]) -> _FieldAndUnit:
    """Return the field that a number after the name of a card gives, and its unit unless that is sure.

    It is given by its name, or by a verb such as ``costs``.
    """
    if _RE.per.match(block.text, number.end):
        return None, None
    after = block.words[number.last + 1].folded if number.last + 1 < len(block.words) else ""
    after = MONEY if number.kind == MONEY else after
    unit = "" if _RE.whole.match(block.text, number.end) else after
    named = _RE.field_before.fullmatch(between)
    title = (named["field"] or named["is"]).casefold() if named else ""
    if title in fields:
        return fields[title], None
    if _RE.cost.fullmatch(title):
        return _column(block, number, _RE.cost, unit, fields)
    said = _RE.before.fullmatch(between)
    if said is None or after in fields:
        return (fields.get(after) if said else None), None
    verb = said[1].split()[0].casefold()
    what = _RE.cost if _RE.costs.search(said[1]) else _RE.score if _RE.worth.search(said[1]) else None
    if what is None:
        return fields.get(verb), None
    return _column(block, number, what, unit, fields)


def _column(block: Block, number: Quantity, what: Pattern[str], unit: str, fields: Mapping[str, str]) -> _FieldAndUnit:
    """Return the only column of costs or of points, and the unit of a number unless the column surely counts it."""
    is_unit = bool(_RE.money.fullmatch(unit) if what is _RE.cost else _RE.points.fullmatch(unit))
    columns = list(dict.fromkeys(name for name in fields.values() if what.search(name)))
    if len(columns) != 1 or _RE.several.match(block.text, number.end):
        return None, None
    is_sure = is_unit or not forms(unit).isdisjoint(columns[0].casefold().split())
    return columns[0], None if is_sure else min(forms(unit), key=len)


def _in_table(reading: Reading, table: Table, fields: Mapping[str, str]) -> Iterator[Problem]:
    """Yield the cells with a wrong number for the card in their row and the field in their header."""
    for at, header in enumerate(table.header):
        field = fields.get(header.text.strip().casefold())
        for row in table.rows if at and field else ():
            named, cell = reading.mentions(row[0]), row[at]
            numbers = reading.amounts(cell) if len(cell.words) == 1 else ()
            pairs = zip(named, numbers, strict=True) if len(named) == len(numbers) == 1 else ()
            messages = (_difference(reading, of, field, number.value) for of, number in pairs if field)
            yield from (Problem(ID, cell.place(), message, HINT) for message in messages if message)


def _difference(reading: Reading, mention: Mention, field: str, value: int) -> str:
    """Return the message if everything that a name can mean has another number in a field, or an empty text.

    The name of a kind is one of its pieces only if all of them have the same number.
    """
    pieces = [reading.vocabulary.pieces[at] for sense in mention.senses for at in sense.pieces]
    if mention.form in GENERIC or not pieces or any(field not in piece.numbers for piece in pieces):
        return ""
    printed = sorted({piece.numbers[field] for piece in pieces})
    if len(printed) > 1 and any(sense.role != "piece" for sense in mention.senses):
        return ""
    shown = " or ".join(map(str, printed))
    return "" if value in printed else f"{field} {value} here, but {mention.senses[0].name!r} has {shown}"
