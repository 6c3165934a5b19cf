"""The languages of headings: which language a table is in, and which columns are the same in two."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import permutations
from typing import Final

from punchboard.importer.columns.column_names import normalised_name
from punchboard.importer.columns.profile import ColumnProfile
from punchboard.system.yaml_parser import load_yaml

ENGLISH: Final = "en"

MIN_HEADINGS: Final = 2
"""Fewest headings that show a language."""

MIN_COLUMNS: Final = 2
"""Fewest columns of a table in two languages."""

SAME_ROWS: Final = 0.8
"""The share of rows in which two columns that say the same are both filled, or both empty."""

_TRANSLATED: Final = ("title", "text", "type", "flavour")
"""Roles of columns that a second language needs once more."""


@cache
def _headings() -> Mapping[str, Mapping[str, frozenset[str]]]:
    text = files("punchboard.importer").joinpath("headings.yaml").read_text(encoding="utf-8")
    return {
        language: {role: frozenset(normalised_name(str(name)) for name in names) for role, names in roles.items()}
        for language, roles in load_yaml(text).items()
    }


def languages_of_headings(headings: Iterable[str]) -> list[str]:
    """Return the languages that most headings are known in; English if it is one of them, none without two headings."""
    names = {normalised_name(heading) for heading in headings}
    counts = {language: len(names & _names(language)) for language in _headings()}
    most = max(counts.values())
    best = [language for language, count in counts.items() if count == most >= MIN_HEADINGS]
    return [ENGLISH] if ENGLISH in best else best


@cache
def _names(language: str) -> frozenset[str]:
    return frozenset().union(*_headings()[language].values())


def columns_in_languages(columns: Sequence[ColumnProfile]) -> tuple[str, dict[int, str]]:
    """Return the language of the first of the columns that a table has in several languages, and those in others.

    They are known by their headings alone, such as ``Titel`` and ``Regeln`` beside ``Title`` and ``Rules``.

    Returns:
        The language, and that of each column in another one, by its index.
    """
    words = [column for column in columns if column.filled and not column.is_number and not column.is_switch]
    found = {pair: _pairs(words, *pair) for pair in permutations(_headings(), 2)}
    printed = max(found, key=lambda pair: len(found[pair]))[0]
    others: dict[int, str] = {}
    for (language, other), pairs in found.items():
        if language == printed and len(pairs) >= MIN_COLUMNS:
            others |= {index: other for index in pairs.values() if index not in others}
    return (printed, others) if others else ("", {})


def _pairs(columns: Sequence[ColumnProfile], language: str, other: str) -> dict[int, int]:
    """Return the columns in a language, each with that of the same role in another; none if the other comes first."""
    mine, theirs, found = _headings()[language], _headings()[other], list[tuple[ColumnProfile, ColumnProfile]]()
    for role in _TRANSLATED:
        one = next((col for col in columns if normalised_name(col.name) in mine[role] - theirs[role]), None)
        two = next((col for col in columns if normalised_name(col.name) in theirs[role] - mine[role]), None)
        if one and two and _say_the_same(one, two):
            found.append((one, two))
    first = min((column.index for pair in found for column in pair), default=0)
    return {one.index: two.index for one, two in found} if any(one.index == first for one, _ in found) else {}


def _say_the_same(one: ColumnProfile, other: ColumnProfile) -> bool:
    """Return whether two columns are filled in the same rows, mostly with other words."""
    rows = list(zip(one.values, other.values, strict=True))
    same = sum(bool(value) == bool(translated) for value, translated in rows)
    return same >= SAME_ROWS * len(rows) and 2 * sum(value != translated for value, translated in rows) > len(rows)
