"""The placement of boxes on a face: a box's area, the outline of its shape, and drawings scaled to fit."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from punchboard.geometry import (
    Affine,
    Outline,
    Point,
    Rect,
    Size,
    circle,
    cut_rectangle,
    hexagon,
    pennant,
    polyline,
    rectangle,
    rounded_rectangle,
    scooped_rectangle,
)
from punchboard.model.layout.box_drawing import RepeatFile
from punchboard.model.layout.layout import Box
from punchboard.model.layout.trim import Trim
from punchboard.model.values import PictureCrop

_WHOLE: Final = PictureCrop("")


class FaceArea(NamedTuple):
    """What boxes are placed on: a trim, with its bleed and its safe margin in mm."""

    trim: Trim
    bleed: float
    safe: float
    corners: str = "round"
    """How the corners of rounded boxes look in the theme."""

    @property
    def centre(self) -> Point:
        """The middle of the trim."""
        return self.trim.frame().centre


_CORNERS: Final[Mapping[str, Callable[[Rect, float], Outline]]] = {
    "round": rounded_rectangle,
    "square": lambda area, _radius: rectangle(area),
    "cut": cut_rectangle,
    "scooped": scooped_rectangle,
}
"""The outline of a rounded box by the corners of the theme."""


def fit_into(outline: Outline, area: Rect) -> Affine:
    """Return the transform that scales an outline to fit into an area and centres its bounds there."""
    bounds = outline.bounds
    scale = min(area.width / max(bounds.width, 1e-9), area.height / max(bounds.height, 1e-9))
    centre = Affine.move(-bounds.centre.x, -bounds.centre.y)
    return Affine.move(*area.centre) @ Affine.scale(scale) @ centre


def covering_area(width: float, height: float, area: Rect, crop: PictureCrop = _WHOLE) -> Rect:
    """Return the rectangle with the proportions of a picture that covers an area.

    It is as small as possible, times the zoom of the crop, and has the crop's focus as near to the middle of the area
    as it can without leaving a part of the area bare.
    """
    scale = max(area.width / width, area.height / height) * crop.zoom
    width, height = width * scale, height * scale
    left = min(max(area.width / 2 - crop.focus[0] * width, area.width - width), 0.0)
    top = min(max(area.height / 2 - crop.focus[1] * height, area.height - height), 0.0)
    return Rect(area.x + left, area.y + top, width, height)


def copy_offset(repeat: RepeatFile, index: int, trim: Size) -> Point:
    """Return how far the copy with this number, from 0, lies from the first one on a trim, in mm."""
    row, column = divmod(index, repeat.columns) if repeat.columns else (0, index)
    (across, down), (row_across, row_down) = repeat.step, repeat.row
    return Point(
        across.length_on(trim, "width") * column + row_across.length_on(trim, "width") * row,
        down.length_on(trim, "height") * column + row_down.length_on(trim, "height") * row,
    )


def box_area(box: Box, face: FaceArea) -> Rect:
    """Return where a box lies on the trim, in mm."""
    if box.area is not None:
        return face.trim.frame({"trim": 0.0, "bleed": face.bleed, "safe": -face.safe}[box.area])
    assert box.size is not None
    width, height = box.size
    whole = face.trim.size
    dx, dy = box.at
    side = box.from_
    x = dx if "left" in side else whole.width - width - dx if "right" in side else (whole.width - width) / 2 + dx
    y = dy if "top" in side else whole.height - height - dy if "bottom" in side else (whole.height - height) / 2 + dy
    return Rect(round(x, 3), round(y, 3), width, height)


def shape_outline(box: Box, area: Rect, face: FaceArea) -> Outline:
    """Return the outline of a box's shape over an area."""
    if box.drawn_shape == "trim":
        return face.trim.outline(area)
    return _CORNERS[face.corners](area, box.radius) if box.drawn_shape == "rounded" else _plain_outline(box, area)


_ROUNDED: Final = 0.002
"""Millimetres by which the sides of a square may differ, each of whose corners is rounded to 0.001."""


def _plain_outline(box: Box, area: Rect) -> Outline:
    """Return the outline of a shape that is the same on every trim and in every theme."""
    match box.drawn_shape:
        case "pill" if abs(area.width - area.height) > _ROUNDED:
            return rounded_rectangle(area, min(area.width, area.height) / 2)
        case "circle" | "pill":
            return circle(area.centre, min(area.width, area.height) / 2)
        case "hexagon":
            return hexagon(area)
        case "pennant":
            return pennant(area, box.radius)
        case "line":
            return polyline([(area.x, area.y), (area.right, area.bottom)])
    return rectangle(area)
