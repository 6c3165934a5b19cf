"""Names that identify a typeface across processes and builds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from punchboard.fonts.family import Cut, Family
from punchboard.fonts.typeface import Typeface

TypefaceName = tuple[str, str, int]
"""The family, the cut, and the index in that cut's list of typefaces."""


class TypefaceNames:
    """Maps the typefaces of a game to names and back.

    Args:
        families: all font families of the game.
        opened: returns the names of the families opened so far.
    """

    def __init__(self, families: Mapping[str, Family], opened: Callable[[], Iterable[str]]) -> None:
        self._families, self._opened = families, opened
        self._known: dict[Typeface, TypefaceName] = {}

    def name(self, face: Typeface) -> TypefaceName:
        """Return the name of a typeface in use, whose family is therefore open.

        Raises:
            KeyError: when the typeface belongs to another game.
        """
        if face not in self._known:
            self._known = {
                typeface: (name, cut.value, index)
                for name in self._opened()
                for cut, typefaces in self._families[name].cuts.items()
                for index, typeface in enumerate(typefaces)
            }
        return self._known[face]

    def face(self, name: Sequence[Any]) -> Typeface:
        """Return the typeface with a name.

        Raises:
            LookupError, TypeError, ValueError: when no typeface has this name, or it is not a valid name.
        """
        family, cut, index = name
        found: Typeface = self._families[family].cuts[Cut(cut)][index]
        return found
