"""What the accessibility report measures: the drawn sides of a game and the texts of its rules."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from punchboard.checks.accessible.report.reading_limits import DISTANCES, Use
from punchboard.checks.prose.reading.reading import Reading
from punchboard.model.game.game import Game
from punchboard.model.layout.face import Face
from punchboard.model.values import LayoutSource
from punchboard.problem import Place


class Side(NamedTuple):
    """A drawn side: what it belongs to, such as ``Henchman`` or ``rulebook``, and how it is read."""

    owner: str
    use: Use
    face: Face
    component: str = ""
    """The id of the first component with this side; empty for a page."""

    @property
    def distance(self) -> float:
        """The distance in mm from which it is read."""
        return DISTANCES[self.use]


@dataclass(frozen=True, eq=False)
class Subject:
    """A game to measure."""

    game: Game
    sides: tuple[Side, ...]
    """Every distinct side of components, dice, reference cards and pages, or the first of a very large deck."""
    sources: Mapping[str, LayoutSource]
    """Where layouts are written."""
    reading: Reading | None = None
    """The rules; None without texts, and in a language that the rules on prose cannot read."""
    left_out: int = 0
    """How many sides of a very large deck are not measured."""

    def box_place(self, face: Face, box: str) -> Place:
        """Return where a box of a face is written; the place of the face if its layout has no file."""
        source = self.sources.get(face.layout)
        return source.place("boxes", box) if source is not None and box else face.place
