"""Names of fields made from the names of columns: unique words that expressions can use."""

import keyword
from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType
from typing import Final

from punchboard.expression import slug
from punchboard.importer.columns.column_names import listed, normalised_name, split_camel_case, word_set
from punchboard.importer.columns.profile import ColumnProfile
from punchboard.importer.columns.role_tests import MIN_FLAVOUR_WORDS, has_rules
from punchboard.model.game.game_file import RESERVED_NAMES
from punchboard.problem import cell_name

_MAX_FIELD_NAME: Final = 40

_TAKEN: Final = RESERVED_NAMES | word_set("taken")
"""Names that have a meaning in texts and layouts."""

_FIXED: Final[Mapping[str, str]] = {"title": "name", "alt": "alt"}
"""The names of fields whose role other parts of the program know by name."""


_EDGES: Final = tuple((tuple(names), tuple(row["boxes"])) for row in listed()["edges"] for names in row["names"])
_DOMINO: Final = ("top", "bottom")
EDGES: Final = frozenset(field for _, fields in _EDGES for field in fields)
"""The fields of edges and ends."""


def edge_columns(columns: Collection[ColumnProfile]) -> dict[str, str]:
    """Return the field of each column of an edge or an end, by column; none unless all of a set are there.

    A domino has no room for a text: cards with one have no ends.
    """
    by_name = {normalised_name(column.name): column.name for column in columns if column.filled}
    edges = next((pair for pair in _EDGES if {*pair[0]} <= by_name.keys()), ((), ()))
    if edges[1] == _DOMINO and any(has_rules(one) or one.mean_words >= MIN_FLAVOUR_WORDS for one in columns):
        return {}
    return {by_name[name]: field for name, field in zip(*edges, strict=True)}


def field_names(
    columns: Iterable[ColumnProfile], roles: Mapping[str, str], edges: Mapping[str, str] = MappingProxyType({})
) -> dict[str, str]:
    """Return the name of the field of each column; a column without Latin letters is named after its role.

    The title is called ``name``, because all lists of components use that field, and the descriptions of pictures
    ``alt``, because the pictures are read as they say.
    """
    names: dict[str, str] = {}
    taken = {"name"} if "title" in roles.values() else set[str]()
    for column in columns:
        word = (
            slug(split_camel_case(column.name) if normalised_name(column.name) else "")
            .replace("-", "_")[:_MAX_FIELD_NAME]
            .strip("_")
        )
        stem = (
            edges.get(column.name)
            or _FIXED.get(roles.get(column.name, ""))
            or (
                word
                or roles.get(column.name, "").replace(" ", "_")
                or f"column_{cell_name(0, column.index + 1).lower()}"
            )
        )
        is_title = roles.get(column.name) == "title"
        names[column.name] = _free(stem if stem[0].isalpha() else f"column_{stem}", set() if is_title else taken)
        taken.add(names[column.name])
    return names


def _free(stem: str, taken: Collection[str]) -> str:
    name = f"{stem}_" if stem in _TAKEN or keyword.iskeyword(stem) else stem
    number = 2
    while name in taken:
        name, number = f"{stem}_{number}", number + 1
    return name
