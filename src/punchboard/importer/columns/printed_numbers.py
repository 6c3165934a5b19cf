"""Numbers of cards that are printed, because texts refer to them: "take card 4", "weiter mit Karte 12"."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from punchboard.importer.columns.column_names import name_score, names_by_role, words_in
from punchboard.importer.columns.profile import MAX_READ, ColumnProfile
from punchboard.importer.columns.role_tests import KNOWN, MIN_TEXT_WORDS

REFERRED_TO: Final = "texts refer to its numbers"
"""The reason for a number that is printed."""

ROMAN: Final = "its numbers are Roman"
"""The reason for one that nobody writes for a program."""

NUMBERED: Final = frozenset({REFERRED_TO, ROMAN})
"""The reasons for numbers that only tell cards apart."""

_REFERENCE: Final = re.compile(
    r"(?:([^\W\d_]+)\s+)?([^\W\d_]+)[\s*_]+(?:(?i:no|nr|num|n)[.\u00b0\u00ba]?\s*|[#\u2116]\s*)?"
    r"([A-Za-z]?\d{1,4}[a-z]?|[IVXLC]+)\b"
)
"""Two words, and the number after them."""

_ROMAN: Final = re.compile(r"(?=.)(?:X[CL]|L?X{0,3})(?:I[XV]|V?I{0,3})")


def printed_number(
    columns: Sequence[ColumnProfile], texts: Sequence[ColumnProfile]
) -> tuple[ColumnProfile, str] | None:
    """Return the column of numbers of the cards if people need them, and the reason; None for no such column.

    Args:
        columns: the columns of one side of the cards.
        texts: those of both sides, which may refer to the numbers.
    """
    for column in columns:
        if _numbers_cards(column):
            if all(map(_ROMAN.fullmatch, column.filled)):
                return column, ROMAN
            if not {*map(_bare, column.filled)}.isdisjoint(_references(texts)):
                return column, REFERRED_TO
    return None


def _numbers_cards(column: ColumnProfile) -> bool:
    """Return whether a column is named like an id, and has a number or a code for each row."""
    named = max(name_score(column.name, role) for role in ("id", "index")) > KNOWN
    is_unique = column.is_complete and len(column.distinct) == len(column.values) > 1
    return named and is_unique and (column.runs or not column.is_integer)


def _references(texts: Sequence[ColumnProfile]) -> Iterator[str]:
    """Yield each number that a text names after a word for a card."""
    cards, each = names_by_role()["numbered"].keys(), names_by_role()["each"].keys()
    for column in texts:
        if column.mean_words >= MIN_TEXT_WORDS:
            for before, word, number in chain.from_iterable(map(_REFERENCE.findall, column.filled[:MAX_READ])):
                if {*words_in(word)} & cards and not {*words_in(before)} & each:
                    yield _bare(number)


def _bare(number: str) -> str:
    return number.casefold().lstrip("0")
