"""Columns that are not printed: what designers and programs keep of a card, what only numbers it or draws it."""

import re
from collections.abc import Sequence
from itertools import permutations
from typing import Final

from punchboard.importer.columns.column_names import (
    FULL_MATCH,
    WORD_MATCH,
    has_private_word,
    is_of_a_program,
    is_one_of,
    name_score,
    names_by_role,
    normalised_name,
    split_camel_case,
    subject,
)
from punchboard.importer.columns.profile import ColumnProfile, is_address
from punchboard.importer.columns.role_tests import KNOWN, is_rules
from punchboard.importer.columns.shapes import OF_ALL, shared_shape

NUMBERS_ROWS: Final = "it only numbers the rows"
"""The reason for an index."""

ORIGIN: Final = "it says who made the cards, or where they come from"
"""The reason for credits that are the same on all cards, and for sources that only some cards have."""

MOST_PEOPLE: Final = 3
"""The most people of a column who made all cards, each of them two or more."""


def private_reason(column: ColumnProfile, every: Sequence[ColumnProfile]) -> tuple[float, str] | None:
    """Return why a column is not printed, with its points: notes, states of work, addresses; None for others."""
    shape = shared_shape(every) if len(column.distinct) == 1 else None
    has_words = bool(column.filled) and not column.is_integer and not column.has_pictures
    for is_so, reason in (
        (shape is not None and column.name in shape.columns, OF_ALL),
        (places_on_a_page(column, every), "it places something on a page of another program"),
        (
            name_score(column.name, "settings") > KNOWN and any(other.has_paints for other in every),
            "it is a setting of another program",
        ),
        (
            name_score(column.name, "sum of cost") > KNOWN
            and any(name_score(other.name, "cost") > KNOWN for other in every if other is not column),
            "another column has the cost",
        ),
        (name_score(column.name, "index") > KNOWN and column.runs, NUMBERS_ROWS),
        (_is_of_tasks(column), "it says what the rows of a list of tasks are"),
        (_is_state(column), "its values say how far the work is"),
        (name_score(column.name, "catalogue") > KNOWN, "it is about the collection, not about the card"),
        (has_words and column.has_addresses, "its values are addresses"),
        (has_words and _tells_origin(column), ORIGIN),
        (has_words and column.has_times, "its values are times of changes"),
        (has_words and column.has_paints, "its values are colours or typefaces for another program"),
        (has_words and (_switches_rows(column) or is_put_away(column, every)), "it switches rows on and off"),
        (_is_ratio(column, every), "its numbers are worked out from two other columns"),
        (is_of_a_program(column.name), "another program keeps it"),
        (_is_of_production(column), "it is about how the cards are made"),
        (_is_foreign_id(column), "it tells rows of another table apart"),
        (_is_of_a_person(column, every), "it is about a person with an address"),
        (
            has_words and name_score(column.name, "title") <= KNOWN and _has_states(column),
            "its values say how far the work is",
        ),
    ):
        if is_so:
            return FULL_MATCH, reason
    named = name_score(subject(column.name), "private") > KNOWN
    others = (other for other in every if other is not column and is_rules(other, ()))
    is_only_text = column.is_complete and column.has_sentences and not any(other.mean_words > 2 for other in others)
    is_owner = name_score(column.name, "owner") > KNOWN and _shares_rows(column) and not any(map(_is_of_work, every))
    if not has_words or is_only_text or is_owner or not (named or has_private_word(column.name)):
        return None
    return FULL_MATCH if named else WORD_MATCH, "its name"


def _tells_origin(column: ColumnProfile) -> bool:
    """Return whether a column has the same few people on all cards, the artist of all, or sources of some."""
    people = len(column.distinct)
    most = {"artist": 1, "people": max(1, min(MOST_PEOPLE, len(column.filled) // 2))}
    if any(name_score(column.name, role) > KNOWN and people <= few for role, few in most.items()):
        return True
    some = not column.is_complete or any(map(is_address, column.filled))
    return name_score(column.name, "source") > KNOWN and (some or people == 1)


def _switches_rows(column: ColumnProfile) -> bool:
    return column.is_switch and any(name_score(column.name, role) > KNOWN for role in ("switch", "switched off"))


def is_put_away(column: ColumnProfile, every: Sequence[ColumnProfile]) -> bool:
    """Return whether a column says which rows another program has put away, which keeps other things of them, too."""
    kept = (other for other in every if other is not column and _is_kept(other))
    return column.is_switch and name_score(column.name, "put away") > KNOWN and any(kept)


def _is_kept(column: ColumnProfile) -> bool:
    """Return whether another program keeps a column: a count, or the address of each row."""
    return is_of_a_program(column.name) or (column.has_addresses and name_score(column.name, "private") > KNOWN)


MIN_RATIOS: Final = 3
"""Fewest different numbers that are worked out from others by no chance."""

_DECIMAL: Final = re.compile(r"\d{1,9}(?:[.,](\d{1,9}))?")
_NOT_DIGITS: Final = re.compile(r"[^\d.]")


def _is_ratio(column: ColumnProfile, every: Sequence[ColumnProfile]) -> bool:
    """Return whether the numbers of a column, with decimals, are those of another one divided by those of a third."""
    known = any(name_score(column.name, role) > KNOWN for role in ("cost", "value", "stat"))
    decimals = [_DECIMAL.fullmatch(value) for value in column.filled]
    if known or column.is_integer or len(column.distinct) < MIN_RATIOS or not all(decimals):
        return False
    rounded = [(_amount(match[0]), 0.501 * 10.0 ** -len(match[1] or "")) for match in decimals if match]
    rows = [row for row, value in enumerate(column.values) if value]
    others = [other for other in every if other is not column and (other.is_number or other.has_amounts)]
    amounts = [[_amount(other.values[row]) for row in rows] for other in others]
    return any(
        all(low and abs(high / low - own) <= half for high, low, (own, half) in zip(one, two, rounded, strict=True))
        for one, two in permutations(amounts, 2)
    )


def _amount(value: str) -> float:
    """Return the number in a cell, of which a comma before three digits stands for nothing: ``$1,200``; 0 for none."""
    bare = _NOT_DIGITS.sub("", re.sub(r",(?=\d{1,2}(?!\d))", ".", value))
    return float(bare) if bare.count(".") < 2 and bare.strip(".") else 0.0


_RECORD_IDS: Final = re.compile(r"(?:(?:rec|usr|att|tbl|sel|itm)[A-Za-z0-9]{14}(?:\s*[,;|]\s*|\Z))+")
"""Ids of records, persons and files as programs for tables make them."""


def _is_foreign_id(column: ColumnProfile) -> bool:
    """Return whether a column has the ids of something else than its rows: Board ID, idBoard, owner.id."""
    if not column.filled or name_score(column.name, "id") > KNOWN:
        return False
    words = normalised_name(split_camel_case(column.name)).split()
    is_named = len(words) > 1 and not {words[0], words[-1]}.isdisjoint({"id", "ids"})
    return is_named or all(map(_RECORD_IDS.fullmatch, column.filled))


def _is_of_a_person(column: ColumnProfile, every: Sequence[ColumnProfile]) -> bool:
    """Return whether a column is part of a nested record with an address of mail: owner.name beside owner.email."""
    record, _, _ = column.name.rpartition(".")
    beside = (other for other in every if record and other.name.startswith(f"{record}."))
    return any(other.has_addresses and all("@" in value for value in other.filled) for other in beside)


_PRICE_EACH: Final = re.compile(
    r"(?:[$\u20ac\u00a3\u00a5]|eur|usd|gbp|chf)\s*(?:/|per\b|pro\b|par\b|por\b)\s*\w+", re.IGNORECASE
)
"""A column of the prices of pieces: ``\u20ac/card``."""


def _is_of_production(column: ColumnProfile) -> bool:
    """Return whether a column says how cards are drawn, what one costs to make, or when it came out.

    So does a question to which all cards have the same answer: ``Expansion?``.
    """
    dated = bool(column.filled) and all(any(map(str.isdigit, value)) for value in column.filled)
    is_price = name_score(column.name, "making") > KNOWN or _PRICE_EACH.fullmatch(column.name.strip()) is not None
    is_asked = column.name.endswith("?") and len(column.distinct) == 1 < len(column.filled) and not column.is_yes_no
    return (
        name_score(column.name, "drawing") > KNOWN
        or is_asked
        or (is_price and (column.is_number or column.has_amounts))
        or (name_score(column.name, "release") > KNOWN and dated and not column.is_integer)
    )


def _shares_rows(column: ColumnProfile) -> bool:
    """Return whether a column has several values, which come again in a third of the rows at least."""
    return len(column.distinct) > 1 and 3 * len(column.distinct) <= 2 * len(column.filled)


def _is_of_work(column: ColumnProfile) -> bool:
    """Return whether a column says how far the work on a card is, as a list of tasks does."""
    return _has_states(column) or (bool(column.filled) and name_score(column.name, "work") > KNOWN)


def _has_states(column: ColumnProfile) -> bool:
    return bool(column.filled) and all(is_one_of(value, "workflow") for value in column.distinct)


def _is_of_tasks(column: ColumnProfile) -> bool:
    """Return whether a column only says which rows of a list of tasks are cards, as issue types do."""
    known, name = names_by_role(), subject(column.name)
    is_named = name_score(name, "issue type") > KNOWN >= name_score(name, "type")
    others = {normalised_name(value) for value in column.distinct} - known["issues"].keys()
    return is_named and len(others) == 1 and others <= known["components"].keys()


def _is_state(column: ColumnProfile) -> bool:
    """Return whether a column has marks for what is done: as its name says, or for pictures that are there."""
    named = any(name_score(column.name, role) > KNOWN for role in ("flavour", "picture", "alt"))
    return (name_score(column.name, "status") > KNOWN and column.is_marked) or (named and column.is_switch)


def places_on_a_page(column: ColumnProfile, every: Sequence[ColumnProfile]) -> bool:
    """Return whether a column of numbers is one of three or more with a position, a size or a turn."""
    if not column.is_number or not name_score(column.name, "layout"):
        return False
    placing = [normalised_name(other.name).split() for other in every if name_score(other.name, "layout")]
    return len(placing) > 2 and any({"x", "transform"} & {*words} for words in placing)
