"""The languages of headings: which language a table is in, and which columns are the same in two."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from itertools import permutations
from typing import Final

from punchboard.importer.columns.column_names import normalised_name
from punchboard.importer.columns.profile import ColumnProfile
from punchboard.system.yaml_parser import own_data

ENGLISH: Final = "en"

MIN_HEADINGS: Final = 2
"""Fewest headings that show a language."""

MIN_COLUMNS: Final = 2
"""Fewest columns of a table in two languages."""

SAME_ROWS: Final = 0.8
"""The share of rows in which two columns that say the same are both filled, or both empty."""

_TRANSLATED: Final = ("title", "text", "type", "flavour")
"""Roles of columns that a second language needs once more."""


_Known = Sequence[tuple[ColumnProfile, frozenset[str]]]
"""The columns whose headings are known for a role, each with the languages."""


@cache
def _headings() -> Mapping[str, Mapping[str, frozenset[str]]]:
    return {
        language: {role: frozenset(normalised_name(str(name)) for name in names) for role, names in roles.items()}
        for language, roles in own_data("importer/headings.yaml").items()
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
    known = [[(col, own) for col in words if (own := _languages(col.name, role))] for role in _TRANSLATED]
    alike = {
        (one.index, two.index) for group in known for (one, _), (two, _) in permutations(group, 2) if _agree(one, two)
    }
    spoken = dict.fromkeys(language for group in known for _, own in group for language in sorted(own))
    by_pair = {pair: _pairs(known, alike, *pair) for pair in permutations(spoken, 2)} if alike else {}
    if not by_pair:
        return "", {}
    printed = max(by_pair, key=lambda pair: len(by_pair[pair]))[0]
    others: dict[int, str] = {}
    for (language, other), pairs in by_pair.items():
        if language == printed and len(pairs) >= MIN_COLUMNS:
            others |= {index: other for index in pairs.values() if index not in others}
    return (printed, others) if others else ("", {})


def _languages(name: str, role: str) -> frozenset[str]:
    """Return the languages in which a heading is known for a role."""
    text = normalised_name(name)
    return frozenset(language for language, roles in _headings().items() if text in roles[role])


def _pairs(known: Sequence[_Known], alike: Collection[tuple[int, int]], language: str, other: str) -> dict[int, int]:
    """Return the columns in a language, each with that of the same role in another; none if the other comes first."""
    pairs = []
    for group in known:
        one = next((col.index for col, own in group if language in own and other not in own), -1)
        two = next((col.index for col, own in group if other in own and language not in own), -1)
        if (one, two) in alike:
            pairs.append((one, two))
    first = min((index for pair in pairs for index in pair), default=0)
    return dict(pairs) if any(one == first for one, _ in pairs) else {}


def _agree(one: ColumnProfile, other: ColumnProfile) -> bool:
    """Return whether two columns are filled in the same rows, mostly with other words."""
    rows = list(zip(one.values, other.values, strict=True))
    same = sum(bool(value) == bool(translated) for value, translated in rows)
    return same >= SAME_ROWS * len(rows) and 2 * sum(value != translated for value, translated in rows) > len(rows)
