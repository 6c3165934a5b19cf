"""Columns that belong to another column: those for the back of a card, and those in another language."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from punchboard.importer.columns.column_names import (
    by_word,
    is_one_of,
    name_score,
    normalised_name,
    split_camel_case,
    word_list,
)
from punchboard.importer.columns.heading_languages import columns_in_languages
from punchboard.importer.columns.profile import ColumnProfile
from punchboard.importer.columns.role_tests import MIN_TEXT_WORDS
from punchboard.importer.columns.roles import ROLE_NAMES
from punchboard.importer.columns.several_texts import answers_to_choose, is_question

_BACK: Final = word_list("back")
_FRONT: Final = word_list("front")
_BRACKETS: Final = str.maketrans("()[].", "     ")
_MEANS_SOMETHING: Final = ("title", "text", "picture", "flavour")
"""Roles of which one at least is on a back of its own."""


def back_columns(columns: Sequence[ColumnProfile]) -> Mapping[str, str]:
    """Return the columns of a back of each card's own, each with the name of the same column of the front.

    There are none without words or a picture: numbers of another side are those of counters. A card that asks has its
    answer there; it may be the number of one of several to choose from.
    """
    asks, offered = any(map(is_question, columns)), answers_to_choose(columns)
    fronts = {name for column in columns if (name := _without(column.name, _FRONT) or _words(column.name))}
    backs = {}
    for column in columns:
        name = _of_a_bare_side(column, columns) or _without(column.name, _BACK)
        if name and column.filled and (name in fronts or any(name_score(name, role) > 2 for role in ROLE_NAMES)):
            backs[column.name] = name
        elif asks and is_one_of(_words(column.name), "answers") and column.filled and (offered or not column.is_number):
            backs[column.name] = "text"
    means = any(name_score(name, role) > 2 for name in backs.values() for role in _MEANS_SOMETHING)
    return backs if means else {}


def _of_a_bare_side(column: ColumnProfile, every: Sequence[ColumnProfile]) -> str:
    """Return what a column is on the back that is called only Back or Reverse; empty if it is called otherwise.

    A few words for many rows name a design of backs, and numbers or yes and no are no other side.
    """
    if _words(column.name) not in map(normalised_name, _BACK) or column.is_number or column.is_yes_no:
        return ""
    if column.has_pictures:
        return "picture"
    is_single = not any(name_score(_without(other.name, _BACK), "text") > 2 for other in every)
    is_text = is_single and (column.mean_words >= MIN_TEXT_WORDS or column.has_sentences)
    is_design = 2 * len(column.distinct) <= len(column.filled)
    return "" if is_design and not column.has_sentences else "text" if is_text else "title"


def _words(name: str) -> str:
    return normalised_name(split_camel_case(name.translate(_BRACKETS)))


def _without(name: str, sides: Sequence[str]) -> str:
    """Return a name without the words for a side before or after it; empty for a name without them."""
    words = _words(name)
    for side in map(normalised_name, sides):
        if words.startswith(f"{side} "):
            return words[len(side) :].strip()
        if words.endswith(f" {side}"):
            return words[: -len(side)].strip()
    return ""


_WORDS: Final = by_word("languages")
"""The languages by the words that begin or end the names of their columns, normalised."""


_CODE: Final = 3
"""The most letters of a code of a language."""


class Translated(NamedTuple):
    """The language that is printed, and the columns of others, each with its language."""

    language: str
    others: Mapping[str, str]


NONE: Final = Translated("", {})


def translated_columns(columns: Sequence[ColumnProfile]) -> Translated:
    """Return the columns in further languages of a table: the first language is printed.

    A column has a language if another one has the same name in another language, or without any; else several columns
    together have one by their headings.
    """
    names = {column.name: _named(column.name) for column in columns if column.filled}
    by_stem: dict[str, dict[str, str]] = defaultdict(dict)
    for name, (stem, language) in names.items():
        if language or not _is_integer(columns, name):
            by_stem[stem].setdefault(language, name)
    sets = [group for group in by_stem.values() if len(group) > 1]
    if not sets:
        plain = [replace(one, name=names[one.name][0] or one.name) for one in columns if one.filled]
        printed, by_index = columns_in_languages(plain)
        return Translated(printed, {one.name: by_index[one.index] for one in columns if one.index in by_index})
    printed = next(language for group in sets for language in group)
    others = {
        name: language for group in sets if printed in group for language, name in group.items() if language != printed
    }
    further = {*others.values()}
    return Translated(printed, others | {name: own for name, (_, own) in names.items() if own in further - {printed}})


def _is_integer(columns: Sequence[ColumnProfile], name: str) -> bool:
    return next(column.is_integer for column in columns if column.name == name)


def _named(name: str) -> tuple[str, str]:
    """Return a column's name without its language, and the language; empty for none.

    A column may be called by its language alone; that of another column is empty then, too, only if it has no letter.
    """
    words = normalised_name(split_camel_case(name.translate(_BRACKETS))).split()
    if len(words) == 1 and words[0] in _WORDS and len(words[0]) > _CODE:
        return "", _WORDS[words[0]]
    for at in (-1, 0):
        if len(words) > 1 and words[at] in _WORDS:
            return " ".join(words[:-1] if at else words[1:]), _WORDS[words[at]]
    return " ".join(words), ""
