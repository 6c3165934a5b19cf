"""What things that are no pieces cost and are worth: ``a tower costs 3 wood``, ``each gem is worth 2 points``."""

from collections.abc import Iterator
from typing import Final

from punchboard.checks.prose.claims.facts import Fact, Key, normalised_term, shown
from punchboard.checks.prose.english import Patterns, word_set
from punchboard.checks.prose.english.numbers import MONEY, NUMBER_WORDS, Quantity
from punchboard.checks.prose.english.parsed_text import FUNCTION_WORDS, Block, Table, fold, words
from punchboard.checks.prose.english.sentences import Sentence, is_example, is_flavour, is_option, whole_sentence_at
from punchboard.checks.prose.reading.reading import Reading
from punchboard.checks.prose.reading.vocabulary import GENERIC, forms

_RE: Final = Patterns("prices")

LONGEST: Final = 80
"""A part of a sentence that states one price has at most this many letters."""

_ORDERS: Final = word_set("orders")

_NO_THINGS: Final = FUNCTION_WORDS | NUMBER_WORDS.keys() | word_set("no things")
"""Words that make a subject one of several cases (``the winner``, ``each of these``), or that are people."""


def prices(reading: Reading) -> Iterator[Fact]:
    """Yield what sentences, lists and tables say that something costs or is worth, at any time and for everybody."""
    for block in reading.blocks:
        if block.kind in {"heading", "head", "cell"} or is_example(block) or _is_of_one_piece(reading, block):
            continue
        for number in reading.amounts(block):
            if (
                number.kind in {"exactly", MONEY}
                and not is_option(block, number.start)
                and not is_flavour(block, number.start)
            ):
                yield from _stated(reading, block, number)
    for table in (table for text in reading.texts for table in text.tables):
        yield from _in_table(reading, table)


def _is_of_one_piece(reading: Reading, block: Block) -> bool:
    """Return whether a block or its section is about a piece, which may change prices: ``**Jeweller.** Each gem``."""
    label = next((block.text[: mark.end] for mark in block.marks if not block.text[: mark.start].strip()), "")
    title = fold(block.sections[-1]) if block.sections else ""
    roles = {sense.role for form in forms(title) for sense in reading.vocabulary.senses.get(form, ())}
    is_order = any(word.folded in _ORDERS for word in words(label))
    return "piece" in roles or not (is_order or _RE.own_label.search(label))


def _stated(reading: Reading, block: Block, number: Quantity) -> Iterator[Fact]:
    sentence = whole_sentence_at(block, number.start)
    if _RE.at_times.search(sentence.text):
        return
    for verb, thing, unit in prices_in(block, sentence, number):
        key = _key(verb, thing, unit)
        named = {mention.form for mention in reading.mentions_between(block, sentence.start, sentence.end)}
        if key is not None and named.isdisjoint(forms(thing)):  # else it is compared with the deck
            yield Fact(key, number.value, block, number.start, shown(block, number))


def prices_in(block: Block, sentence: Sentence, number: Quantity) -> Iterator[tuple[str, str, str]]:
    """Yield the verb, thing and unit of a price, if nothing else in its sentence may restrict it."""
    before, after = block.text[sentence.start : number.start], block.text[number.end : sentence.end]
    after = f" {MONEY}{after}" if number.kind == MONEY else after
    start = max(len(before) - LONGEST, 0)
    said, rest = _RE.said.search(before, start), _RE.rest.match(after)
    if said and rest and all(map(_is_price, _RE.joints.split(before[: said.start()]))):
        yield said["verb"], said["thing"], rest["unit"]
    title = block.sections[-1] if block.sections else ""
    paid = (_RE.paid, _RE.paid_before, _RE.paid_elsewhere, _RE.built, _RE.priced, _RE.priced_elsewhere, _RE.bought)
    forms = [("costs", form) for form in paid]
    if block.kind == "item" and _RE.of_costs.search(title):
        forms.append(("costs", _RE.label))
    if _RE.at_end.search(title):
        forms.append(("worth", _RE.for_each))
    matches = ((verb, form.fullmatch(f"{before}#{after}")) for verb, form in forms if len(sentence.text) <= 2 * LONGEST)
    yield from ((verb, match["thing"], match["unit"] or "") for verb, match in matches if match)


def _is_price(part: str) -> bool:
    """Return whether a part of a sentence before a price is another one or a label: ``Remember``."""
    return len(part) <= LONGEST and bool(_RE.lead.fullmatch(part) or _RE.other.fullmatch(part.strip()))


def _key(verb: str, thing: str, unit: str) -> Key | None:
    """Return the key of a fact, the same as for pieces; None for what is no thing."""
    parts = [word.folded for word in words(thing)]
    if not parts or not _NO_THINGS.isdisjoint(parts) or not forms(parts[-1]).isdisjoint(GENERIC):
        return None
    unit = normalised_term(unit)
    if unit in FUNCTION_WORDS:
        return None
    is_worth = not _RE.costs.match(verb)
    if is_worth != (unit.rpartition(" ")[2] in {"point", "vp"}):
        return None
    return ("worth", normalised_term(thing), "") if is_worth else ("costs", normalised_term(thing), unit)


def _in_table(reading: Reading, table: Table) -> Iterator[Fact]:
    """Yield the prices in a table: ``Tower | 3 wood`` below ``Cost``, or below ``Cost in wood``."""
    for at, header in enumerate(table.header):
        title = _RE.price_column.fullmatch(header.text.strip()) if at else None
        for name, cell in zip(table.column(0), table.column(at), strict=False) if title else ():
            match, amounts = _RE.price.fullmatch(cell.text.strip()), reading.quantities(cell)
            if title is None or match is None or len(amounts) != 1 or reading.mentions(name):
                continue
            key = _key("costs", fold(name.text), match["unit"] or title["unit"] or "")
            if key is not None and key[2]:
                yield Fact(key, amounts[0].value, cell, amounts[0].start, f"{name.text} {cell.text}")
