"""The column ``alt``: what is read instead of the pictures of a kind whose rows describe them."""

from __future__ import annotations

from typing import Final

from punchboard.model.game.game import Game
from punchboard.model.layout.layout import Box, FaceFile

FIELD: Final = "alt"
"""The field of a kind that describes the picture on each of its components."""

TEMPLATE: Final = f"{{{{ {FIELD} }}}}"


def described_layouts(game: Game) -> frozenset[str]:
    """Return the layouts whose pictures the column ``alt`` describes: all kinds that use them have it."""
    uses = [
        (layout, FIELD in kind.file.fields)
        for kind in game.kinds.values()
        for layout in (kind.file.face, kind.file.back)
        if layout is not None
    ]
    return frozenset(layout for layout, _ in uses) - {layout for layout, has_column in uses if not has_column}


def with_descriptions(face: FaceFile) -> FaceFile:
    """Return a face whose pictures without ``alt`` are read as the column ``alt`` describes them."""
    boxes = {
        name: box.model_copy(update={"alt": TEMPLATE}) if box is not None and is_undescribed(box) else box
        for name, box in face.boxes.items()
    }
    return face.model_copy(update={"boxes": boxes})


def is_undescribed(box: Box) -> bool:
    """Return whether a box shows a picture that differs from card to card, and the layout does not describe it."""
    return "{{" in (box.picture or "") and box.alt is None and not box.turned_copy_of
