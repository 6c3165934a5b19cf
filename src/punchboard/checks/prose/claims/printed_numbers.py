"""Numbers that sentences say of a card, with the field of the card that they give: ``A Knight costs 4 grain``.

And numbers of what a card does: ``The Blacksmith gives you 4 cards``, against the only number of cards in its text.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from re import Pattern
from typing import Final, NamedTuple

from punchboard.checks.prose.claims.player_counts import number_of
from punchboard.checks.prose.claims.prices import prices_in
from punchboard.checks.prose.english import Patterns
from punchboard.checks.prose.english.numbers import MONEY, Quantity
from punchboard.checks.prose.english.parsed_text import Block
from punchboard.checks.prose.english.sentences import Sentence, is_example, is_option, sentences, whole_sentence_at
from punchboard.checks.prose.reading.reading import Reading
from punchboard.checks.prose.reading.vocabulary import GENERIC, Mention, Piece, forms

_RE: Final = Patterns("printed")


class Value(NamedTuple):
    """A number of a field after the name of a card, and what is wrong with it."""

    block: Block
    number: Quantity
    field: str
    unit: str | None
    """What is counted, if only other cards whose numbers are right show that the field counts it."""
    message: str
    is_plain: bool
    """Whether its sentence says nothing else: ``A Knight costs 4 grain.``"""


def values_in(reading: Reading, block: Block, fields: Mapping[str, str]) -> Iterator[Value]:
    """Yield the numbers of a field outside of examples, and in plain sentences: ``A Ferry, for example, costs 4``."""
    spaced = _RE.aside.sub(lambda match: " " * len(match[0]), block.text)
    for value in _in_block(reading, block if spaced == block.text else replace(block, text=spaced), fields):
        sentence = whole_sentence_at(value.block, value.number.start)
        is_aside = _RE.aside.search(block.text, sentence.start, sentence.end)
        if value.is_plain if is_aside else not is_example(block):
            yield value


def _in_block(reading: Reading, block: Block, fields: Mapping[str, str]) -> Iterator[Value]:
    """Yield the numbers of a field that a block states for a card, without those that hold only at times."""
    for number in reading.amounts(block):
        sentence = whole_sentence_at(block, number.start)
        is_case = _RE.at_times.search(sentence.text) or _RE.set_apart.match(sentence.text)
        if number.kind in {"exactly", MONEY} and not is_case:
            after = tuple(_after_name(reading, block, number, sentence, fields))
            yield from after or _paid(reading, block, number, sentence, fields)


def _after_name(
    reading: Reading, block: Block, number: Quantity, sentence: Sentence, fields: Mapping[str, str]
) -> Iterator[Value]:
    """Yield a number that follows the name of a card: ``A Knight costs 4 grain``."""
    start = sentence.start
    if _RE.starts_with_subject.match(block.text, start):
        start = max((other.start for other in sentences(block) if other.end <= start), default=start)
    near = _uncounted(reading, block, start, number.start)
    if not near or _RE.elsewhere.match(block.text, number.end):
        return
    described = _described(block, near, number)
    if described:
        near, between = [near[0]], described
        is_whole = _RE.unit_end.fullmatch(block.text, number.end, sentence.end)
        field, unit = _field(block, number, between, fields) if is_whole else (None, None)
    else:
        field, unit = _said(reading, block, number, near, fields)
    if field:
        message = difference(reading, near[-1], field, number.value)
        starts = _RE.article.fullmatch(block.text, sentence.start, near[-1].start)
        ends = _RE.unit_only.fullmatch(block.text, number.end, sentence.end)
        yield Value(block, number, field, unit, message, bool(starts and ends))


def _uncounted(reading: Reading, block: Block, start: int, end: int) -> list[Mention]:
    """Return the names between two letters that no number counts."""
    counts = {number.last + 1 for number in reading.quantities(block)}
    return [mention for mention in reading.mentions_between(block, start, end) if mention.first not in counts]


FEWEST_AGREED: Final = 2
"""A list states a field if at least this many of its items, and most of them, have the numbers of their cards."""


def values_in_lists(reading: Reading, fields: Mapping[str, str]) -> Iterator[tuple[Block, Quantity, str]]:
    """Yield the numbers in lists of cards, ``Mint: 6 gold``, each with what is wrong with it or an empty text."""
    vocabulary = reading.vocabulary
    for listed in (listed for text in reading.texts for listed in text.lists):
        items = [item for block in listed.blocks for item in _labelled(reading, block)]
        counted = sum(number.value in map(vocabulary.copies, _pieces(name)) for _, name, number in items)
        for field in dict.fromkeys(fields.values()) if len(items) > FEWEST_AGREED else ():
            messages = [difference(reading, name, field, number.value) for _, name, number in items]
            if messages.count("") > max(counted, len(items) / 2, FEWEST_AGREED - 1):
                yield from ((item[0], item[2], message) for item, message in zip(items, messages, strict=True))
                break


def _pieces(name: Mention) -> list[frozenset[int]]:
    return [sense.pieces for sense in name.senses]


def _labelled(reading: Reading, block: Block) -> Iterator[tuple[Block, Mention, Quantity]]:
    """Yield the name and the number of a list item that is nothing else."""
    named, numbers = reading.mentions(block), reading.amounts(block)
    if len(named) == len(numbers) == 1 and {sense.role for sense in named[0].senses} == {"piece"}:
        is_label = _RE.label.fullmatch(block.text, named[0].end, numbers[0].start)
        if is_label and not named[0].start and _RE.unit_end.fullmatch(block.text, numbers[0].end):
            yield block, named[0], numbers[0]


def _described(block: Block, near: Sequence[Mention], number: Quantity) -> str:
    """Return what stands before the number of a card that a sentence first describes: ``The Mint is dear. It costs``.

    The card is its subject, and besides it only kinds of the card are named: ``is a building; it costs``.
    """
    first = near[0]
    match = _RE.described.match(block.text, first.end, number.start)
    pieces = frozenset[int]().union(*_pieces(first))
    are_kinds = all(
        sense.pieces >= pieces and mention.end <= match.end()
        for mention in near[1:]
        for sense in mention.senses
        if match
    )
    start = whole_sentence_at(block, first.start).start
    is_subject = match and are_kinds and _RE.article.fullmatch(block.text, start, first.start)
    return block.text[match.end() : number.start] if match and is_subject else ""


def _said(
    reading: Reading, block: Block, number: Quantity, near: Sequence[Mention], fields: Mapping[str, str]
) -> "_FieldAndUnit":
    """Return the field of a number that something says of the last of some names, and its unit unless that is sure.

    What is said of a name may hold for the next one: ``The Tavern costs 3 gold, the Cannery 5``.
    """
    last = near[-1]
    between = block.text[last.end : number.start]
    if len(near) > 1 and between == " " and _RE.elided_end.match(block.text, number.end):
        earlier = next((amount for amount in reversed(reading.amounts(block)) if amount.end <= last.start), None)
        if earlier and earlier.start > near[-2].end and _RE.elided.fullmatch(block.text, earlier.end, last.start):
            return _said(reading, block, earlier, near[:-1], fields)
    is_vague = len(near) > 1 and _RE.pronoun.search(between)
    return (None, None) if is_vague else _field(block, number, between, fields)


def _paid(
    reading: Reading, block: Block, number: Quantity, sentence: Sentence, fields: Mapping[str, str]
) -> Iterator[Value]:
    """Yield what a whole sentence says is paid for a card: ``Pay 4 coins to play Porcelain``."""
    named = {
        block.text[mention.start : mention.end]: mention
        for mention in reading.mentions_between(block, sentence.start, sentence.end)
    }
    for verb, thing, unit in prices_in(block, sentence, number):
        field, counted = _column(block, number, _RE.cost, unit, fields)
        if verb == "costs" and thing in named and field:
            message = difference(reading, named[thing], field, number.value)
            yield Value(block, number, field, counted, message, bool(_RE.unit_only.fullmatch(f" {unit}")))


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
    match = _RE.before.fullmatch(between)
    if match is None or after in fields:
        return (fields.get(after) if match else None), None
    verb = match[1].split()[0].casefold()
    what = _RE.cost if _RE.costs.search(match[1]) else _RE.score if _RE.worth.search(match[1]) else None
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


def difference(reading: Reading, mention: Mention, field: str, value: int) -> str:
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


def effect_numbers(reading: Reading) -> Iterator[tuple[Block, Quantity, str]]:
    """Yield the numbers that a sentence gives for what a card does but its text does not, with what is wrong."""
    for block in reading.blocks:
        if block.kind in {"cell", "head", "heading"} or is_example(block):
            continue
        named = [
            mention for mention in reading.mentions(block) if {sense.role for sense in mention.senses} == {"piece"}
        ]
        for number in reading.quantities(block) if named and not is_option(block) else ():
            before = [mention for mention in named if mention.end < number.start]
            if before and _is_said_of(block, before[-1], number):
                noun = block.words[number.last + 1].folded
                pieces = {at for sense in before[-1].senses for at in sense.pieces}
                printed = {_printed(reading.vocabulary.pieces[at], noun) for at in pieces}
                if 0 not in printed and number.value not in printed:
                    there = " or ".join(map(str, sorted(printed)))
                    name = block.text[before[-1].start : before[-1].end]
                    yield block, number, f"{number.value} {noun} here, but the text of {name!r} has {there}"


def _is_said_of(block: Block, name: Mention, number: Quantity) -> bool:
    """Return whether a clause says nothing else than that a card gives or holds a number of things, at any time."""
    sentence = whole_sentence_at(block, number.start)
    is_subject = _RE.effect_starts.search(block.text[sentence.start : name.start])
    is_effect = is_subject and _RE.gives.fullmatch(block.text, name.end, number.start)
    return bool(
        is_effect and _RE.effect_ends.match(block.text, number.end) and not _RE.effect_at_times.search(sentence.text)
    )


def _printed(piece: Piece, noun: str) -> int:
    """Return the only number of a noun in the text of a piece; 0 if there is none or it holds only at times."""
    text = "\n".join(block.text for block in piece.texts)
    counted = [match for match in _RE.counted.finditer(text) if not forms(noun).isdisjoint(forms(match["noun"]))]
    if len(counted) != 1 or _RE.effect_at_times.search(text):
        return 0
    return number_of(counted[0]["number"])
