"""Columns with few, repeated values as lists of named choices, each with a hue and an icon of its own.

``2d6``, ``4,5``, ``X or 2`` and ``beast, swift`` are not choices, but numbers or several values in one.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from punchboard.expression import slug
from punchboard.importer.columns.column_names import normalised_name
from punchboard.importer.columns.profile import ColumnProfile
from punchboard.system.yaml_parser import own_data

MAX_CHOICES: Final = 12
"""The highest number of choices in a list."""

MAX_CHOICE_LENGTH: Final = 40

HUES: Final = ("blue", "amber", "red", "green", "yellow", "violet")
"""The hues of types: colours of every theme, each with one for what is printed on it (``on-blue``)."""

MARKS: Final = ("disc", "diamond", "triangle", "square", "hexagon", "cross")
"""The icons of types whose names mean no icon: plain forms."""


class Choice(NamedTuple):
    """An entry of a list: its id, its value in the table, and its hue and its icon, if it has any."""

    key: str
    name: str
    hue: str = ""
    icon: str = ""


def list_choices(column: ColumnProfile) -> tuple[Choice, ...]:
    """Return the choices of a column; empty for a column that is not a list of choices."""
    values = column.distinct
    repeated = 2 <= len(values) <= MAX_CHOICES and len(column.filled) >= 2 * len(values)
    words = all(len(value) <= MAX_CHOICE_LENGTH and "\n" not in value for value in values) and column.mean_words <= 3
    named = all(value[:1].isalpha() and "," not in value for value in values)
    if not (repeated and words and named) or column.is_yes_no or column.has_pictures:
        return ()
    keys = [slug(value) for value in values]
    if not all(keys):
        keys = [f"{slug(column.name) or 'choice'}-{number}" for number in range(1, len(values) + 1)]
    if len(set(keys)) < len(keys):
        return ()
    hues = _hues(values) if len(values) <= len(HUES) else [""] * len(values)
    return tuple(map(Choice, keys, values, hues))


def with_icons(choices: Sequence[Choice], find_icon: Callable[[str], str]) -> tuple[Choice, ...]:
    """Return the choices with an icon each: those that their names mean, or else plain forms for all of them."""
    icons = [find_icon(choice.name) for choice in choices]
    if not all(icons) or len(set(icons)) < len(icons):
        icons = list(MARKS) if choices[0].hue else [""] * len(choices)
    return tuple(choice._replace(icon=icon) for choice, icon in zip(choices, icons, strict=False))


def _hues(values: Sequence[str]) -> Iterator[str]:
    """Yield a hue for each value, all different: the one that its words mean, else one of those that are left."""
    meant = dict[str, str]()
    for value in values:
        words = [form for word in normalised_name(value).split() for form in (word, *_singulars(word))]
        hue = next((_meanings()[word] for word in words if word in _meanings()), "")
        if hue and hue not in meant.values():
            meant[value] = hue
    left = (hue for hue in HUES if hue not in meant.values())
    return (meant.get(value) or next(left) for value in values)


def _singulars(word: str) -> Iterator[str]:
    return (word.removesuffix(ending) for ending in ("s", "es", "en") if len(word) > len(ending) + 2)


@cache
def _meanings() -> Mapping[str, str]:
    """Return the hue of each word that means one, as column names are compared."""
    hues = own_data("importer/colours.yaml")
    return {normalised_name(str(word)): hue for hue, words in hues.items() for word in words}
