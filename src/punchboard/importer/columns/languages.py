"""Columns in several languages: of ``Name EN`` and ``Name DE``, one is printed, and the other is for a translation."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from punchboard.importer.columns.column_names import normalised_name, split_camel_case
from punchboard.importer.columns.profile import ColumnProfile

_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        word: code
        for code, words in {
            "en": "en eng english englisch anglais ingles inglese en_us en_gb",
            "de": "de ger deu german deutsch allemand aleman tedesco",
            "fr": "fr fra fre french francais franzosisch frances francese",
            "es": "es esp spa spanish espanol castellano spanisch espagnol",
            "it": "it ita italian italiano italienisch italien",
            "pt": "pt por portuguese portugues portugiesisch br",
            "nl": "nl nld dut dutch nederlands niederlandisch",
            "pl": "pl pol polish polski polnisch",
            "sv": "sv swe swedish svenska schwedisch",
            "da": "da dan danish dansk danisch",
            "cs": "cs cze ces czech cestina tschechisch",
            "ru": "ru rus russian russisch русскии",
            "ja": "ja jp jpn japanese japanisch 日本語",
            "zh": "zh chi zho chinese chinesisch 中文",
            "ko": "ko kor korean koreanisch",
        }.items()
        for word in words.split()
    }
)
"""The languages by the words that begin or end the names of their columns, normalised."""

_BRACKETS: Final = str.maketrans("()[].", "     ")


class Translated(NamedTuple):
    """The language that is printed, and the columns of others, each with its language."""

    language: str
    others: Mapping[str, str]


NONE: Final = Translated("", {})


def translated_columns(columns: Sequence[ColumnProfile]) -> Translated:
    """Return the columns in further languages of a table: the first language is printed.

    A column has a language if another one has the same name in another language, or without any.
    """
    names = {column.name: _named(column.name) for column in columns if column.filled}
    by_stem: dict[str, dict[str, str]] = defaultdict(dict)
    for name, (stem, language) in names.items():
        if stem and (language or not _is_integer(columns, name)):
            by_stem[stem].setdefault(language, name)
    found = [group for group in by_stem.values() if len(group) > 1]
    if not found:
        return NONE
    printed = next(language for group in found for language in group)
    others = {
        name: language for group in found if printed in group for language, name in group.items() if language != printed
    }
    return Translated(printed, others)


def _is_integer(columns: Sequence[ColumnProfile], name: str) -> bool:
    return next(column.is_integer for column in columns if column.name == name)


def _named(name: str) -> tuple[str, str]:
    """Return a column's name without its language, and the language; empty for none."""
    words = normalised_name(split_camel_case(name.translate(_BRACKETS))).split()
    for at in (-1, 0):
        if len(words) > 1 and words[at] in _WORDS:
            return " ".join(words[:-1] if at else words[1:]), _WORDS[words[at]]
    return " ".join(words), ""
