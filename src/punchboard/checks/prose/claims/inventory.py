"""Lists and tables of what is in the box, recognised by their title or because they agree with the deck."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from punchboard.checks.prose.claims.claims import Claim, Claims
from punchboard.checks.prose.english.parsed_text import Block, Table
from punchboard.checks.prose.english.sentences import sentence_at
from punchboard.checks.prose.english.words import is_plural
from punchboard.checks.prose.reading.reading import Reading
from punchboard.checks.prose.reading.vocabulary import forms

MAX_WRONG_SHARE: Final = 0.4
"""A list without a title in which a larger share of lines disagrees is not an inventory."""

_TITLE: Final = re.compile(
    r"\b(?:components?|contents|equipment|materials?|inventory|the box|pieces|bits|parts|what you (?:need|get)"
    r"|you(?:'ll|\u2019ll)? need|the pack|the deck)\b|^(?:the )?(?:pack|deck|cards|box)$",
    re.IGNORECASE,
)
_COUNTED: Final = re.compile(
    r"(?:number|count|copies|qty|quantity|how many|amount|no\.?|#|cards?|pieces?|tokens?|total)", re.IGNORECASE
)
_SHARED: Final = re.compile(r"\b(?:each|every|per|player|takes?|draws?|deals?|gets?)\b", re.IGNORECASE)
_NUMBER: Final = re.compile(r"(?:\d+(?:\.\d+)+)?\W*")
"""The number of a paragraph, before what it says."""
_END: Final = re.compile(r"[.!?]\s")
_LEFT: Final = re.compile(
    r"[\s,]*(?:(?:in|of|to|for) )?(?:each|every|per)\b|\s(?:are |is )?(?:now )?(?:left|remain)", re.IGNORECASE
)
_THERE: Final = re.compile(
    r"\b(?:there (?:are|is)|(?:holds?|contains?|includes?|comprises?|consists? of|made (?:up )?of|comes? with"
    r"|you(?: should)? (?:have|find))\b[^.]*)",
    re.IGNORECASE,
)


def is_inventory_title(title: str) -> bool:
    """Return whether a heading says that what is in the box is listed below it."""
    return _TITLE.search(title) is not None


def inventories(reading: Reading, claims: Claims) -> Iterator[tuple[Claim, str]]:
    """Yield every claim that is a line of an inventory, with the text beside it."""
    for text in reading.texts:
        for table in text.tables:
            yield from _in_table(table, reading, claims)
        sections: dict[tuple[str, ...], list[Claim]] = {}
        for block in text.blocks:
            if block.kind in {"item", "paragraph", "heading"}:
                sections.setdefault(block.sections, []).extend(_in_block(block, claims))
        for titles, found in sections.items():
            is_titled = bool(titles and is_inventory_title(titles[-1]))
            named = [claim for claim in found if not claim.is_generic or _may_count_all(claim)]
            if _is_inventory(named, is_titled=is_titled):
                yield from ((claim, claim.block.text[claim.end :]) for claim in named)


def _in_block(block: Block, claims: Claims) -> Iterator[Claim]:
    """Yield the claims of a block that may count what is in the box, without limits and shares of players."""
    for claim in claims.in_block(block):
        sentence = sentence_at(block, claim.quantity.start)
        before = sentence.text[: claim.quantity.start - sentence.start]
        if claim.quantity.kind != "exactly" or claim.is_partial or claim.is_lower_case:
            continue
        first = claims.in_block(block)[0].quantity
        is_listed = _NUMBER.fullmatch(block.text, 0, first.start) and not _END.search(
            block.text, 0, claim.quantity.start
        )
        may_count = block.kind != "paragraph" or is_listed or _THERE.search(before)
        if may_count and not _SHARED.search(before) and not _LEFT.match(block.text, claim.end):
            yield claim


def _may_count_all(claim: Claim) -> bool:
    """Return whether a number of cards is large enough to be that of all cards."""
    return 2 * claim.quantity.value > claim.largest_total


def _is_inventory(found: Iterable[Claim], *, is_titled: bool) -> bool:
    """Return whether claims count what is in the box, so that those which disagree with the deck are mistakes."""
    named = [claim for claim in found if is_titled or not claim.is_generic]
    right_count = sum(claim.quantity.value in claim.totals for claim in named)
    if is_titled:
        return bool(right_count) or len(named) == 1
    return right_count > 1 and len(named) - right_count <= MAX_WRONG_SHARE * len(named)


def _in_table(table: Table, reading: Reading, claims: Claims) -> Iterator[tuple[Claim, str]]:
    """Yield the claims of a column of numbers beside a column of names."""
    for name_column in range(len(table.header)):
        named = {
            row: claim
            for row, cell in enumerate(table.column(name_column))
            if (claim := claims.in_cell(cell)) is not None
        }
        for column, header in enumerate(table.header):
            found = (
                dict(_in_column(table, column, named, reading))
                if column != name_column and _is_count(header, reading)
                else {}
            )
            is_running_number = [claim.quantity.value for claim in found.values()] == list(range(1, len(found) + 1))
            if not is_running_number and _is_inventory(found.values(), is_titled=True):
                yield from (
                    (claim, " | ".join(cell.text for cell in table.rows[row][column + 1 :]))
                    for row, claim in found.items()
                )


def _is_count(header: Block, reading: Reading) -> bool:
    """Return whether a column's header says that it counts: ``Number``, ``Cards``, or the plural of a name."""
    title = header.text.strip()
    is_name = any(form in reading.vocabulary.senses for form in forms(title))
    return bool(_COUNTED.fullmatch(title)) or (is_plural(title.casefold()) and is_name)


def _in_column(table: Table, column: int, named: dict[int, Claim], reading: Reading) -> Iterator[tuple[int, Claim]]:
    for row, cell in enumerate(table.column(column)):
        numbers = reading.quantities(cell)
        if row in named and len(numbers) == len(cell.words) == 1:
            yield row, named[row]._replace(block=cell, quantity=numbers[0], end=0)
