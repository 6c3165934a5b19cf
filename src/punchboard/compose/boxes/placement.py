"""Where a box lies on a trim, the outline that its shape has there, and drawings fitted into it."""

from typing import NamedTuple

from punchboard.geometry import Affine, Outline, Point, Rect, circle, hexagon, polyline, rectangle, rounded_rectangle
from punchboard.model.layout.layout import Box
from punchboard.model.layout.trim import Trim


class FaceArea(NamedTuple):
    """What boxes are placed on: the trim, its bleed and safe margins in mm."""

    trim: Trim
    bleed: float
    safe: float

    @property
    def centre(self) -> Point:
        """The middle of the trim."""
        return self.trim.frame().centre


def fit_into(outline: Outline, room: Rect) -> Affine:
    """Return the transform that scales an outline of the 512-unit grid into a room, centred by what it covers."""
    bounds = outline.bounds
    scale = min(room.width / max(bounds.width, 1e-9), room.height / max(bounds.height, 1e-9))
    centre = Affine.move(-bounds.centre.x, -bounds.centre.y)
    return Affine.move(*room.centre) @ Affine.scale(scale) @ centre


def box_area(box: Box, room: FaceArea) -> Rect:
    """Return where a box lies on the trim."""
    if box.area is not None:
        return room.trim.frame({"trim": 0.0, "bleed": room.bleed, "safe": -room.safe}[box.area])
    assert box.size is not None
    width, height = box.size
    whole = room.trim.size
    dx, dy = box.at
    side = box.from_
    x = dx if "left" in side else whole.width - width - dx if "right" in side else (whole.width - width) / 2 + dx
    y = dy if "top" in side else whole.height - height - dy if "bottom" in side else (whole.height - height) / 2 + dy
    return Rect(round(x, 3), round(y, 3), width, height)


def shape_outline(box: Box, area: Rect, room: FaceArea) -> Outline:
    """Return the outline of a box's shape."""
    match box.drawn_shape:
        case "rounded":
            return rounded_rectangle(area, box.radius)
        case "circle":
            return circle(area.centre, min(area.width, area.height) / 2)
        case "hexagon":
            return hexagon(area)
        case "trim":
            return room.trim.outline(area)
        case "line":
            return polyline([(area.x, area.y), (area.right, area.bottom)])
    return rectangle(area)
