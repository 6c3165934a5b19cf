"""Columns that are one of several texts: A to D of a question, or choices with their results."""

import re
from collections.abc import Collection, Sequence
from typing import Final

from punchboard.importer.columns.column_names import is_one_of, is_placeholder, name_score, normalised_name
from punchboard.importer.columns.profile import ColumnProfile
from punchboard.importer.columns.role_tests import KNOWN, MIN_TEXT_WORDS, ROLES, is_text

_MEMBER: Final = re.compile(r"(?:(.+) )?([a-h]|[1-8])")
"""A name with a letter or a number for one of several."""


def _member(column: ColumnProfile) -> re.Match[str] | None:
    return None if is_placeholder(column.name) else _MEMBER.fullmatch(normalised_name(column.name))


def letter_of(column: ColumnProfile) -> str:
    """Return the letter or the number at the end of a column's name; empty for none."""
    match = _member(column)
    return match[2].upper() if match else ""


def is_question(column: ColumnProfile) -> bool:
    """Return whether a column has the questions of cards that ask."""
    return is_one_of(column.name, "questions") and bool(column.filled)


def answers_to_choose(columns: Sequence[ColumnProfile]) -> dict[str, str]:
    """Return the letter or the number of each answer that a question offers, by the name of its column.

    Years, names and symbols are answers just as sentences are.
    """
    families: dict[str, dict[str, str]] = {}
    for column in columns if any(map(is_question, columns)) else ():
        match, is_words = _member(column), bool(column.filled) and not column.has_pictures
        stem = match[1] or "" if match else None
        if match and is_words and (not stem or is_one_of(stem, "options") or is_one_of(stem, "answers")):
            families.setdefault(stem or "", {})[column.name] = letter_of(column)
    return next((family for family in families.values() if len(family) > 1), {})


def exchanged(columns: Sequence[ColumnProfile]) -> list[str]:
    """Return the columns with what one gives and what one gets for it, such as the input and output of a workshop.

    Numbers alone are none, and a short cost stays in its corner.
    """
    words = {one.name: (match[1] if (match := _member(one)) else None) or one.name for one in columns if one.filled}
    sides = [[one for one in columns if is_one_of(words.get(one.name, ""), side)] for side in ("given", "gained")]
    both = [one for side in sides for one in side]
    if not all(sides) or not any(is_text(one, ()) for one in both):
        return []
    return [
        one.name
        for one in both
        if not one.has_pictures and (name_score(one.name, "cost") <= KNOWN or one.mean_words >= MIN_TEXT_WORDS)
    ]


def several_texts(columns: Sequence[ColumnProfile]) -> list[ColumnProfile]:
    """Return the columns that are one of several: A to D of a question, or choice A, result A, choice B, result B."""
    members: dict[str, list[ColumnProfile]] = {}
    for column in columns:
        match = _member(column)
        stem = match[1] or "" if match else None
        is_other = stem and any(name_score(stem, role) > KNOWN for role in ROLES)
        is_words = bool(column.filled) and is_text(column, ()) and (not stem or column.mean_words >= MIN_TEXT_WORDS)
        if stem is not None and is_words and not is_other:
            members.setdefault(stem, []).append(column)
    if not any(name_score(column.name, "text") > KNOWN for column in columns):
        members.pop("", None)  # letters alone are names of columns without names
    return [column for family in members.values() if len(family) > 1 for column in family]


def beside_their_results(columns: Sequence[ColumnProfile], texts: Collection[str]) -> list[ColumnProfile]:
    """Return columns with each of several texts beside the other of its letter: choice A, result A, choice B, result B.

    Args:
        columns: the columns in the order of the table.
        texts: the names of those that are one of several.
    """
    members = {one.name: match for one in columns if one.name in texts and (match := _member(one))}
    letters: dict[str, list[str]] = {}
    for match in members.values():
        letters.setdefault(match[1] or "", []).append(match[2])
    alike = [own for own in letters.values() if len(own) > 1 and list(letters.values()).count(own) > 1]
    paired = [one for one in columns if one.name in members and letters[members[one.name][1] or ""] in alike]
    if not paired:
        return list(columns)
    first = columns.index(paired[0])
    others = [one for one in columns if one not in paired]
    return [*others[:first], *sorted(paired, key=lambda one: members[one.name][2]), *others[first:]]
