"""Names of icons in a column: of built-in icons, of installed sets, and of well-known sets that are not installed."""

import re
from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from punchboard.expression import slug
from punchboard.load.icons.sets import KNOWN_SETS, IconNames

_WITH_SET: Final = re.compile(r"([a-z0-9]+(?:-[a-z0-9]+)*):[a-z0-9]+(?:-[a-z0-9]+)*")
_WITH_DASH: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)+")


class IconNaming(NamedTuple):
    """How the values of a column name icons: the template of the name, and sets that are not installed."""

    template: str
    """An expression for the name of the icon, in which ``{0}`` stands for the field."""
    missing_sets: tuple[str, ...] = ()


def icon_naming(values: Sequence[str], icons: Collection[str]) -> IconNaming | None:
    """Return how the values name icons; None when they do not.

    Args:
        values: the values of a column that are not empty.
        icons: the names of all icons.
    """
    if not values:
        return None
    if all(value in icons for value in values):
        return IconNaming("{0}")
    installed = tuple(icons.sets) if isinstance(icons, IconNames) else ()
    prefixes = [match.group(1) if (match := _WITH_SET.fullmatch(value)) else "" for value in values]
    if all(prefix in installed or prefix in KNOWN_SETS for prefix in prefixes):
        return IconNaming("{0}", _missing(prefixes, installed))
    for prefix in sorted({*installed, *KNOWN_SETS}, key=len, reverse=True):
        if all(value.startswith(f"{prefix}-") and _WITH_DASH.fullmatch(value) for value in values):
            name = f"'{prefix}:' ~ {{0}}[{len(prefix) + 1}:] if {{0}} else ''"
            return IconNaming(name, _missing([prefix], installed))
    return _of_one_set(values, icons) if isinstance(icons, IconNames) else None


def _of_one_set(values: Sequence[str], icons: IconNames) -> IconNaming | None:
    names = {slug(value) for value in values}
    for prefix in icons.sets:
        if names <= set(icons.sets.icon_names(prefix)):
            return IconNaming(f"'{prefix}:' ~ ({{0}} | slug) if {{0}} else ''")
    return None


def _missing(prefixes: Sequence[str], installed: Sequence[str]) -> tuple[str, ...]:
    return tuple(prefix for prefix in dict.fromkeys(prefixes) if prefix not in installed)


def missing_set_warning(column: str, sets: Sequence[str]) -> str:
    """Return the warning that a column names icons of sets that are not installed."""
    noun = "the set" if len(sets) == 1 else "the sets"
    verb, pronoun = ("is", "it") if len(sets) == 1 else ("are", "them")
    return (
        f"{column!r} names icons of {noun} {' and '.join(sets)}, which {verb} not installed; add {pronoun} with "
        f"`punchboard icons add {' '.join(sets)}`, then use the line of the icon in layouts/faces/"
    )


def unknown_icons_warning(column: str, value: str) -> str:
    """Return the warning that a column is named for icons, but no icon has its values as names."""
    return (
        f"{column!r} seems to name icons, but no icon is called {value!r}; if they are of a set, add it before the "
        "import: punchboard icons add game-icons"
    )
