"""What low-ink printing adds to a face: its edge, and its layout's name if nothing else identifies the face."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from punchboard.compose.boxes.resources import Resources
from punchboard.compose.boxes.sides import BoxPlace
from punchboard.compose.boxes.text import text_in_box
from punchboard.compose.inks import BLACK, ORNAMENT_GREY, OUTLINE_WIDTH
from punchboard.geometry import Rect
from punchboard.model.layout.face import PlacedBox
from punchboard.model.layout.layout import READABLE_CONTENT, Box
from punchboard.model.layout.trim import Trim
from punchboard.scene import Item, Shape, Stroke

_COVERED_SHARE: Final = 0.2
"""A box of which more than this share lies under text counts as part of a drawing."""


_INSET: Final = 0.12
"""Share of a face's width that is kept free on each side of its name."""


def edge_outline(trim: Trim) -> Shape:
    """Return the outline of a face, which without its background colour would not be visible."""
    return Shape(trim.outline(trim.frame()), stroke=Stroke(ORNAMENT_GREY, OUTLINE_WIDTH))


def layout_name_items(layout: str, boxes: Sequence[PlacedBox], trim: Trim, resources: Resources) -> tuple[Item, ...]:
    """Return the name of a face's layout, set in the middle, if the face shows nothing else.

    The name of the layout, not of the card, keeps backs alike and still tells decks apart.
    """
    whole = trim.frame()
    if any(placed.ink is not None or _is_small_shape(placed, whole) for placed in boxes):
        return ()
    height = whole.height / 2
    area = Rect(whole.width * _INSET, height / 2, whole.width * (1 - 2 * _INSET), height)
    box = Box.model_construct(size=(area.width, area.height), valign="middle", fit=7.0, text="")
    words = layout.rpartition("/")[2].replace("-", " ")
    return text_in_box("name", box, area, words, resources.styles.get("body", BLACK, "centre"), resources.setter).items


def _is_small_shape(placed: PlacedBox, whole: Rect) -> bool:
    """Tell whether a box is a small shape with a meaning of its own, such as a pip of a die."""
    area = placed.area
    return placed.box.drawn_shape is not None and area.width < whole.width / 2 and area.height < whole.height / 2


def is_under_content(area: Rect, later: Iterable[BoxPlace]) -> bool:
    """Tell whether text or icons of later boxes lie over an area; printed black on black they could not be read.

    Pips on plates do not count: their plates hide what lies under them.
    """
    for _name, box, place in later:
        has_plates = box.content == "pips" and box.drawn_shape is not None
        if box.content in READABLE_CONTENT and box.when is None and not has_plates:
            common = area.overlap(place)
            if common is not None and common.width * common.height > _COVERED_SHARE * area.width * area.height:
                return True
    return False
