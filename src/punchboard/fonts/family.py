"""Font families: typefaces for each cut in order of preference, and names that identify a typeface."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from punchboard.fonts.script_table import script_of
from punchboard.fonts.typeface import Typeface, Word

_INVISIBLE: Final = dict.fromkeys((0xFE0E, 0xFE0F, 0x20E3))
"""Characters that only choose how the one before them looks, in colour or on a key: few fonts have them, and the sign
before them prints without."""


class Cut(StrEnum):
    """The four cuts that running text needs."""

    REGULAR = "regular"
    BOLD = "bold"
    ITALIC = "italic"
    BOLD_ITALIC = "bold italic"

    @staticmethod
    def of(*, bold: bool, italic: bool) -> "Cut":
        """Return the cut for a weight and a slope."""
        return (Cut.REGULAR, Cut.BOLD, Cut.ITALIC, Cut.BOLD_ITALIC)[bold + 2 * italic]

    @property
    def is_italic(self) -> bool:
        """Whether the cut is slanted."""
        return self in (Cut.ITALIC, Cut.BOLD_ITALIC)


@dataclass(frozen=True, eq=False)
class Family:
    """Typefaces for each cut: first the family's own, then fallbacks for glyphs that it lacks."""

    name: str
    cuts: dict[Cut, tuple[Typeface, ...]]
    _runs: dict[tuple[Cut, str, str], tuple[tuple[Typeface, Word], ...]] = field(default_factory=dict, repr=False)

    def face(self, cut: Cut) -> Typeface:
        """Return the family's own typeface for a cut."""
        return self.cuts[cut][0]

    def runs(self, cut: Cut, text: str, features: str = "") -> tuple[tuple[Typeface, Word], ...]:
        """Return a word as shaped runs, each in the first typeface of the list that has its characters.

        A character that no typeface has stays in the first one, as an incomplete `Word`.
        """
        text = text.translate(_INVISIBLE) if not text.isascii() else text
        key = (cut, text, features)
        runs = self._runs.get(key)
        if runs is None:
            own = self.cuts[cut][0]
            word = own.word(text, features)
            runs = ((own, word),) if word.is_complete else self._fallback_runs(cut, text, features)
            self._runs[key] = runs
        return runs

    def _fallback_runs(self, cut: Cut, text: str, features: str) -> tuple[tuple[Typeface, Word], ...]:
        """Return the runs of a word that the first typeface lacks. A word of one script keeps one typeface."""
        if "script=" in features or len({script_of(character) for character in text if character.isalpha()}) == 1:
            for face in self.cuts[cut][1:]:
                word = face.word(text, features)
                if word.is_complete:
                    return ((face, word),)
        return tuple(self._mixed_runs(cut, text, features))

    def _mixed_runs(self, cut: Cut, text: str, features: str) -> Iterator[tuple[Typeface, Word]]:
        faces = self.cuts[cut]
        start, current = 0, faces[0]
        for index, character in enumerate(text):
            face = (
                current
                if current.has_glyph(character)
                else next((f for f in faces if f.has_glyph(character)), faces[0])
            )
            if face is not current:
                if index > start:
                    yield current, current.word(text[start:index], features)
                start, current = index, face
        yield current, current.word(text[start:], features)


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
        typeface: Typeface = self._families[family].cuts[Cut(cut)][index]
        return typeface
