"""What a face has in low ink beside its boxes: its edge, and its name where nothing else tells what it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from punchboard.compose.boxes.drawing import BoxProgram
from punchboard.compose.boxes.text import text_in_box
from punchboard.compose.boxes.tools import Tools
from punchboard.compose.inks.inks import BLACK, ORNAMENT_GREY, OUTLINE_WIDTH
from punchboard.geometry import Rect
from punchboard.model.layout.face import PlacedBox
from punchboard.model.layout.layout import Box
from punchboard.model.layout.trim import Trim
from punchboard.scene import Item, Shape, Stroke

_COVERED_SHARE: Final = 0.2
"""What lies under others by such a part of it is part of a drawing."""

_READABLE: Final = frozenset({"text", "markdown", "icon"})

_INSET: Final = 0.12
"""Part of a face's width that its name keeps from the edges."""


def edge_outline(trim: Trim) -> Shape:
    """Return the edge of a face, which without its ground is seen no more."""
    return Shape(trim.outline(trim.frame()), stroke=Stroke(ORNAMENT_GREY, OUTLINE_WIDTH))


def layout_name_items(layout: str, boxes: Sequence[PlacedBox], trim: Trim, tools: Tools) -> tuple[Item, ...]:
    """Return the name of a face's layout in its middle, if nothing else on it is to be seen.

    It is that of the layout and not of the card, so that backs stay alike and decks can be told apart.
    """
    whole = trim.frame()
    if any(placed.ink is not None or _is_small_shape(placed, whole) for placed in boxes):
        return ()
    height = whole.height / 2
    area = Rect(whole.width * _INSET, height / 2, whole.width * (1 - 2 * _INSET), height)
    box = Box.model_construct(size=(area.width, area.height), valign="middle", fit=7.0, text="")
    words = layout.rpartition("/")[2].replace("-", " ")
    return text_in_box("name", box, area, words, tools.styles.get("body", BLACK, "centre"), tools.setter).items


def _is_small_shape(placed: PlacedBox, whole: Rect) -> bool:
    """Tell whether a box is a small shape that is seen for itself, such as a spot of a die."""
    area = placed.area
    return placed.box.drawn_shape is not None and area.width < whole.width / 2 and area.height < whole.height / 2


def is_under_content(program: BoxProgram, later: Sequence[BoxProgram]) -> bool:
    """Tell whether what is read in later boxes lies over a box, so that black on black would be read no more."""
    area = program.area
    for other in later:
        if other.content in _READABLE and other.box.when is None:
            common = area.overlap(other.area)
            if common is not None and common.width * common.height > _COVERED_SHARE * area.width * area.height:
                return True
    return False
