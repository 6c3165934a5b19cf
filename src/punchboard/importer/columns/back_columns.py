"""Columns for the back of each card: those whose names begin or end with Back, Reverse, Side B or Face 2."""

from collections.abc import Mapping, Sequence
from typing import Final

from punchboard.importer.columns.column_names import name_score, normalised_name, split_camel_case
from punchboard.importer.columns.profile import ColumnProfile
from punchboard.importer.columns.roles import ROLE_NAMES

_BACK: Final = (
    *(
        "side b",
        "side 2",
        "side two",
        "b side",
        "face b",
        "face 2",
        "second side",
        "other side",
        "back side",
        "back face",
    ),
    *("back", "backside", "reverse", "rear", "flip", "flipside", "flip side", "verso", "dos", "rückseite", "hinten"),
    *("seite b", "seite 2", "face arrière", "cara b", "cara 2", "reverso", "dorso", "retro", "lato b", "lato 2"),
    *("achterkant", "verso", "tył", "rewers", "baksida", "bagside", "bakside", "оборот", "裏", "裏面", "背面"),
)
_FRONT: Final = (
    *("side a", "side 1", "side one", "a side", "face a", "face 1", "first side", "front side", "front face", "front"),
    *("obverse", "vorderseite", "vorne", "seite a", "seite 1", "recto", "cara a", "cara 1", "anverso", "fronte"),
    *("lato a", "lato 1", "voorkant", "frente", "przód", "awers", "framsida", "forside", "лицо", "表", "表面"),
)
_BRACKETS: Final = str.maketrans("()[].", "     ")
_MEANS_SOMETHING: Final = ("title", "text", "picture", "flavour")
"""Roles of which one at least is on a back of its own."""


def back_columns(columns: Sequence[ColumnProfile]) -> Mapping[str, str]:
    """Return the columns of a back of each card's own, each with the name of the same column of the front.

    There are none without words or a picture: numbers of another side are those of counters.
    """
    fronts = {name for column in columns if (name := _without(column.name, _FRONT) or _words(column.name))}
    found = {}
    for column in columns:
        name = _without(column.name, _BACK)
        if name and column.filled and (name in fronts or any(name_score(name, role) > 2 for role in ROLE_NAMES)):
            found[column.name] = name
    means = any(name_score(name, role) > 2 for name in found.values() for role in _MEANS_SOMETHING)
    return found if means else {}


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
