"""Lists and tables of what is in the box: told from others by their title, or by agreeing with the deck."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from punchboard.checks.prose.claims.claims import Claim, Claims
from punchboard.checks.prose.english.sentences import sentence_at
from punchboard.checks.prose.english.text import Block, Table
from punchboard.checks.prose.english.words import is_plural
from punchboard.checks.prose.reading.reading import Reading
from punchboard.checks.prose.reading.vocabulary import forms

MAX_WRONG_SHARE: Final = 0.4
"""A list without a title of which more lines disagree is no list of the box."""

_TITLE: Final = re.compile(
    r"\b(?:components?|contents|equipment|materials?|inventory|the box|pieces|bits|parts|what you need"
    r"|you(?:'ll|\u2019ll)? need|the pack|the deck)\b|^(?:the )?(?:pack|deck|cards|box)$",
    re.IGNORECASE,
)
_COUNTED: Final = re.compile(
    r"(?:number|count|copies|qty|quantity|how many|amount|no\.?|#|cards?|pieces?|tokens?|total)", re.IGNORECASE
)
_SHARED: Final = re.compile(r"\b(?:each|every|per|player|takes?|draws?|deals?|gets?)\b", re.IGNORECASE)
_LEFT: Final = re.compile(
    r"[\s,]*(?:(?:in|of|to|for) )?(?:each|every|per)\b|\s(?:are |is )?(?:now )?(?:left|remain)", re.IGNORECASE
)
_THERE: Final = re.compile(
    r"\b(?:there (?:are|is)|(?:holds?|contains?|includes?|comprises?|consists? of|made (?:up )?of|comes? with"
    r"|you(?: should)? (?:have|find))\b[^.]*)",
    re.IGNORECASE,
)


def inventories(reading: Reading, claims: Claims) -> Iterator[tuple[Claim, str]]:
    """Yield every claim that is a line of a list of what is in the box, with the words beside it."""
    for text in reading.texts:
        for table in text.tables:
            yield from _in_table(table, reading, claims)
        sections: dict[tuple[str, ...], list[Claim]] = {}
        for block in text.blocks:
            if block.kind in {"item", "paragraph", "heading"}:
                sections.setdefault(block.sections, []).extend(_in_block(block, claims))
        for titles, found in sections.items():
            is_titled = bool(titles and _TITLE.search(titles[-1]))
            named = [claim for claim in found if not claim.is_generic or _may_count_all(claim)]
            if _is_inventory(named, is_titled=is_titled):
                yield from ((claim, claim.block.text[claim.end :]) for claim in named)


def _in_block(block: Block, claims: Claims) -> Iterator[Claim]:
    """Yield the claims of a block that may count what is in the box: no limits, and nothing a player is given."""
    for claim in claims.in_block(block):
        said = sentence_at(block, claim.quantity.start)
        first = said.text[: claim.quantity.start - said.start]
        if claim.quantity.kind != "exactly" or claim.is_partial or claim.is_lower_case:
            continue
        stated = block.kind != "paragraph" or not block.text[: claim.quantity.start].strip() or _THERE.search(first)
        if stated and not _SHARED.search(first) and not _LEFT.match(block.text, claim.end):
            yield claim


def _may_count_all(claim: Claim) -> bool:
    """Tell whether a number of cards is not too small to be that of all of them."""
    return 2 * claim.quantity.value > claim.largest_total


def _is_inventory(found: Iterable[Claim], *, is_titled: bool) -> bool:
    """Tell whether claims count what is in the box, so that those which disagree with the deck are mistakes."""
    named = [claim for claim in found if is_titled or not claim.is_generic]
    right = sum(claim.quantity.value in claim.totals for claim in named)
    if is_titled:
        return bool(right) or len(named) == 1
    return right > 1 and len(named) - right <= MAX_WRONG_SHARE * len(named)


def _in_table(table: Table, reading: Reading, claims: Claims) -> Iterator[tuple[Claim, str]]:
    """Yield the claims of a column of numbers beside a column of names."""
    for of in range(len(table.header)):
        named = {row: claim for row, cell in enumerate(table.column(of)) if (claim := claims.in_cell(cell)) is not None}
        for column, head in enumerate(table.header):
            found = dict(_in_column(table, column, named, reading)) if column != of and _is_count(head, reading) else {}
            ordinal = [claim.quantity.value for claim in found.values()] == list(range(1, len(found) + 1))
            if not ordinal and _is_inventory(found.values(), is_titled=True):
                yield from (
                    (claim, " | ".join(cell.text for cell in table.rows[row][column + 1 :]))
                    for row, claim in found.items()
                )


def _is_count(head: Block, reading: Reading) -> bool:
    """Tell whether numbers below a head count: ``Number``, ``Cards``, or the plural of a name."""
    title = head.text.strip()
    is_name = any(form in reading.vocabulary.senses for form in forms(title))
    return bool(_COUNTED.fullmatch(title)) or (is_plural(title.casefold()) and is_name)


def _in_column(table: Table, column: int, named: dict[int, Claim], reading: Reading) -> Iterator[tuple[int, Claim]]:
    for row, cell in enumerate(table.column(column)):
        numbers = reading.quantities(cell)
        if row in named and len(numbers) == len(cell.words) == 1:
            yield row, named[row]._replace(block=cell, quantity=numbers[0], end=0)
