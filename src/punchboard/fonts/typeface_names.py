"""Names of typefaces by which two processes, or two builds, mean the same one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from punchboard.fonts.family import Cut, Family
from punchboard.fonts.typeface import Typeface

TypefaceName = tuple[str, str, int]
"""A typeface's family, its cut, and its place among those that stand in for one another."""


class TypefaceNames:
    """Names the typefaces of a game, and finds them by their names.

    Args:
        families: all of its families.
        opened: yields the names of those that were opened so far.
    """

    def __init__(self, families: Mapping[str, Family], opened: Callable[[], Iterable[str]]) -> None:
        self._families, self._opened = families, opened
        self._known: dict[Typeface, TypefaceName] = {}

    def name(self, face: Typeface) -> TypefaceName:
        """Return the name of a typeface, which is in use, and so opened.

        Raises:
            KeyError: when it is of another game.
        """
        if face not in self._known:
            self._known = {
                one: (name, cut.value, at)
                for name in self._opened()
                for cut, faces in self._families[name].cuts.items()
                for at, one in enumerate(faces)
            }
        return self._known[face]

    def face(self, name: Sequence[Any]) -> Typeface:
        """Return the typeface of a name.

        Raises:
            LookupError, TypeError, ValueError: when there is none, or it is no name.
        """
        family, cut, at = name
        found: Typeface = self._families[family].cuts[Cut(cut)][at]
        return found
