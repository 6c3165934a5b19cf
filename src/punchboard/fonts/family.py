"""A family is a list of typefaces in order of preference for each cut: regular, bold, italic, bold italic."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from punchboard.fonts.typeface import Typeface, Word


class Cut(StrEnum):
    """The four cuts that running text needs."""

    REGULAR = "regular"
    BOLD = "bold"
    ITALIC = "italic"
    BOLD_ITALIC = "bold italic"

    @staticmethod
    def of(*, bold: bool, italic: bool) -> "Cut":
        """Return the cut for a pair of switches."""
        return (Cut.REGULAR, Cut.BOLD, Cut.ITALIC, Cut.BOLD_ITALIC)[bold + 2 * italic]


@dataclass(frozen=True, eq=False)
class Family:
    """Typefaces for each cut; the first is the family's own, the others stand in for its missing glyphs."""

    name: str
    cuts: dict[Cut, tuple[Typeface, ...]]
    _runs: dict[tuple[Cut, str, str], tuple[tuple[Typeface, Word], ...]] = field(default_factory=dict, repr=False)

    def face(self, cut: Cut) -> Typeface:
        """Return the family's own typeface for a cut."""
        return self.cuts[cut][0]

    def runs(self, cut: Cut, text: str, features: str = "") -> tuple[tuple[Typeface, Word], ...]:
        """Return a word as shaped runs, each in the first face of the list that has its characters.

        A character that no face has stays in the first face, as an incomplete `Word`.
        """
        key = (cut, text, features)
        found = self._runs.get(key)
        if found is None:
            own = self.cuts[cut][0]
            word = own.word(text, features)
            found = ((own, word),) if word.is_complete else self._elsewhere(cut, text, features)
            self._runs[key] = found
        return found

    def _elsewhere(self, cut: Cut, text: str, features: str) -> tuple[tuple[Typeface, Word], ...]:
        """Return the runs of a word that its own face does not have; letters of one script stay together."""
        if "script=" in features:
            for face in self.cuts[cut][1:]:
                word = face.word(text, features)
                if word.is_complete:
                    return ((face, word),)
        return tuple(self._mixed(cut, text, features))

    def _mixed(self, cut: Cut, text: str, features: str) -> Iterator[tuple[Typeface, Word]]:
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
