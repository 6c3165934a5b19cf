"""Numbers in a summary of the rules that the rules never give: ``3 actions`` where they say ``2 actions``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from punchboard.checks.prose.claims.facts import Fact, claim_at, shown, thing_of
from punchboard.checks.prose.claims.inventory import is_inventory_title
from punchboard.checks.prose.claims.subjects import Key
from punchboard.checks.prose.english.parsed_text import Block, Text
from punchboard.checks.prose.english.sentences import is_example, is_option
from punchboard.checks.prose.english.words import FUNCTION_WORDS, stem
from punchboard.checks.prose.reading.reading import Reading

FEWEST_LINES: Final = 3
"""A section without the title of a summary is one only if it is a list of at least this many items."""

MOST_WORDS: Final = 12
"""The items of such a section have at most this many words."""

FEWEST_AGREED: Final = 2
"""Such a section repeats at least this many numbers, and as many as it changes."""

LAST_PART: Final = 0.75
"""Such a section begins after this part of the text."""

_TITLE: Final = re.compile(
    r"\b(?:summary|recap|remind\w*|remember|nutshell|glance|aid|cheat|quick|crib|in short|in brief|reference)\b",
    re.IGNORECASE,
)
_LABEL: Final = re.compile(
    r"(?:step |phase )?(?:\d+(?:\.\d+)*\W*)?([^\W\d][\w' ]{1,24}?)\s*[:.\u2013\u2014]", re.IGNORECASE
)
_CARDS: Final = "card"


def restated_numbers(reading: Reading) -> Iterator[tuple[Fact, Fact]]:
    """Yield each number of a summary that the rules above do not give, with the number that they give most likely."""
    for text in reading.texts:
        summaries = tuple(_summaries(text))
        blocks = {block for summary in summaries for block in summary}
        given = [fact for block in text.blocks if block not in blocks for fact in _numbers(reading, block)]
        labels = _row_labels(text)
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
        if _TITLE.search(titles[-1]) or (is_list and begins[blocks[0]] > LAST_PART * len(text.blocks)):
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
    for one in given:
        by_key.setdefault(one.key, []).append(one)
    for block in summary:
        if is_example(block) or is_option(block):
            continue
        label = labels.get(block) or _label(block)
        for fact in _numbers(reading, block):
            same = by_key.get(fact.key, [])
            alike = [other for other in same if label and _label(other.block) == label] or same
            known = (
                alike
                if alike is not same
                else [other for key in by_key if _may_count(key, fact.key) for other in by_key[key]]
            )
            if any(other.value == fact.value for other in known):
                agreed += 1
            elif alike and fact.value > 1:
                changed.append((fact, max(alike, key=lambda other: _likeness(fact.block, other.block))))
    is_titled = bool(_TITLE.search(summary[0].sections[-1]))
    if agreed >= max(len(changed), 0 if is_titled else FEWEST_AGREED):
        yield from changed


def _may_count(one: Key, other: Key) -> bool:
    """Return whether two numbers may count the same: what has one name, or pieces and ``cards`` in general."""
    return one == other or (bool(one[1]) and bool(other[1]) and _CARDS in {one[1], other[1]})


def _likeness(one: Block, other: Block) -> int:
    """Return how many words two blocks have in common."""
    stems = ({stem(word.folded) for word in block.words if word.folded not in FUNCTION_WORDS} for block in (one, other))
    return len(set.intersection(*stems))


def _label(block: Block) -> str:
    """Return the term that a block begins with, or that its heading is: ``dig`` of ``**Dig.** Take a card``."""
    found = _LABEL.match(block.text) or (_LABEL.fullmatch(f"{block.sections[-1]}:") if block.sections else None)
    return found[1].casefold() if found else ""


def _row_labels(text: Text) -> dict[Block, str]:
    """Return the first cell of the row of each cell."""
    return {cell: row[0].text.casefold() for table in text.tables for row in table.rows for cell in row[1:]}
