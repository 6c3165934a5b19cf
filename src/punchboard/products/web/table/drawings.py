"""The drawings on the table: sides of components cut to their shape, sides of dice, reference cards."""

from __future__ import annotations

from punchboard.compose.faces.face_spec import FaceSpec
from punchboard.geometry import Rect
from punchboard.products.game.composed_game import ComposedGame
from punchboard.scene import Group, Page, Use


class TableDrawings:
    """Collects drawings; each side is drawn once, and known by its number."""

    def __init__(self, composed: ComposedGame) -> None:
        self._composed = composed
        self._numbers: dict[FaceSpec, int] = {}

    def number(self, side: FaceSpec) -> int:
        """Return the number of the drawing of a side."""
        return self._numbers.setdefault(side, len(self._numbers))

    def pages(self) -> tuple[Page, ...]:
        """Return the drawings in the order of their numbers, each as large as the trim of its side."""
        return tuple(map(self._page, self._numbers))

    def _page(self, side: FaceSpec) -> Page:
        face = self._composed.draw(side)
        frame = face.trim.frame()
        cut = None if face.trim.is_rectangular else face.trim.outline(frame)
        return Page(frame.size, (Group((Use(face.symbol),), clip=cut),), frame, Rect(0, 0, *frame.size))
