"""Pages of the largest decks are drawn right after the faces on them were checked, while these are at hand.

Of a deck of more faces than are kept, each would be looked up again for its page: a tenth of the work on the whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import Final

from punchboard.compose.faces import lazy_faces
from punchboard.model.layout.face import Face
from punchboard.problem import ProblemsFound
from punchboard.render.pdf.sections import Begun, Section

STEP: Final = 16
"""Faces that are checked before pages are drawn again: fewer than are at hand."""


class Ahead:
    """Sections of one document that are drawn while faces are checked.

    Args:
        path: the path of the document; nothing where there is none.
        begun: its sections that are drawn here, by their numbers.
    """

    def __init__(self, path: str = "", begun: Mapping[int, Begun] = MappingProxyType({})) -> None:
        self._path, self._begun = path, dict(begun)

    def beside(self, faces: Sequence[Face]) -> Iterator[Face]:
        """Yield faces to whoever checks them, and draw as large a part of the pages as of the faces."""
        pages = sum(begun.count for begun in self._begun.values())
        for count, face in enumerate(faces, 1):
            yield face
            if count % STEP == 0:
                self._draw(pages * count // len(faces))

    def _draw(self, count: int) -> None:
        """Draw pages until there are so many; what goes wrong, whoever draws the rest finds out and tells."""
        for begun in self._begun.values():
            try:
                begun.draw(count)
            except ProblemsFound:
                self._begun.clear()
                return
            count -= begun.count
            if count <= 0:
                return

    def taken(self, path: str, at: int) -> Section | None:
        """Return a section of a document, and keep it no longer; None where it is not drawn here."""
        begun = self._begun.pop(at, None) if path == self._path else None
        with suppress(ProblemsFound):
            return begun.whole() if begun is not None else None
        return None


def is_worth_it(faces: Sequence[Face], processes: int) -> bool:
    """Tell whether each of some processes lets go of faces before their pages are drawn."""
    return len(faces) > lazy_faces.KEPT * processes
