"""Columns with few, repeated values as lists of named choices, each with a colour of its own.

``2d6``, ``4,5``, ``X or 2`` and ``beast, swift`` are not choices, but numbers or several values in one.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Final, NamedTuple

from punchboard.expression import slug
from punchboard.importer.columns.column_names import normalised_name
from punchboard.importer.columns.profile import ColumnProfile
from punchboard.system.yaml_parser import load_yaml

MAX_CHOICES: Final = 12
"""The highest number of choices in a list."""

MAX_CHOICE_LENGTH: Final = 40

COLOURS: Final = MappingProxyType(
    {
        "#256eb8": "#ffffff",
        "#eba742": "#111111",
        "#851b2c": "#ffffff",
        "#3b9c68": "#111111",
        "#ffe680": "#111111",
        "#311745": "#ffffff",
    }
)
"""Colours, each with a readable text colour. They differ by 10 or more (CIEDE2000) for every kind of colour vision and
in grey print."""


class Choice(NamedTuple):
    """An entry of a list: its id, its value in the table, and its fill and text colour, if it has any."""

    key: str
    name: str
    colour: str = ""
    ink: str = ""


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
    if len(values) > len(COLOURS):
        return tuple(map(Choice, keys, values))
    return tuple(
        Choice(key, value, colour, COLOURS[colour])
        for key, value, colour in zip(keys, values, _colours(values), strict=True)
    )


def _colours(values: Sequence[str]) -> Iterator[str]:
    """Yield a colour for each value, all different: the one that its words mean, else one of those that are left."""
    meant = dict[str, str]()
    for value in values:
        words = [form for word in normalised_name(value).split() for form in (word, *_singulars(word))]
        colour = next((_meanings()[word] for word in words if word in _meanings()), "")
        if colour and colour not in meant.values():
            meant[value] = colour
    left = (colour for colour in COLOURS if colour not in meant.values())
    return (meant.get(value) or next(left) for value in values)


def _singulars(word: str) -> Iterator[str]:
    return (word.removesuffix(ending) for ending in ("s", "es", "en") if len(word) > len(ending) + 2)


@cache
def _meanings() -> Mapping[str, str]:
    """Return the colour of each word that means one, as column names are compared."""
    text = files("punchboard.importer").joinpath("colours.yaml").read_text(encoding="utf-8")
    raw = load_yaml(text)
    return {normalised_name(str(word)): colour for colour, words in raw.items() for word in words}
