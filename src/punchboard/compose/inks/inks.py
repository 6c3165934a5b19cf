"""How much ink faces and books take: all that the game says, greys in the place of colours, or outlines and black text.

What is read (text, icons, lines) and what lies beneath it (grounds, plates) are inked apart. Whatever a way of printing
does, no colour is worked out anew: what stood out in full still does.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from punchboard.compose.inks.greys import faded_picture, grey_of, grey_picture
from punchboard.geometry import Outline, Rect, polyline
from punchboard.model.options import Ink
from punchboard.scene import Image, Shape, Stroke

BLACK: Final = "#000000"
WHITE: Final = "#ffffff"

OUTLINE_WIDTH: Final = 0.12
"""Width in mm of the outline of what is filled in full ink."""

ORNAMENT_LINE_WIDTH: Final = 0.08
"""Width in mm of the lines of an ornament: a pixel at 300 dpi."""

ORNAMENT_GREY: Final = "#808080"
"""The outline of drawings, which black text that runs over it still stands out against."""

_RULE: Final = 0.85
"""A filled shape that is no thicker than this, in mm, is a line."""

_STROKE: Final = 0.3
"""The widest line in mm that is kept."""


_INTRICATE: Final = 250
"""A drawing of so many lines and curves is outlined with half the width, which would else fill it."""


class Inks:
    """Full ink: everything as the game says."""

    is_low = False
    """Whether grounds are left out, and ornaments that lie under something read."""

    def content_colour(self, colour: str) -> str:
        """Return the colour of text, icons and lines, given and returned as ``#rrggbb``."""
        return colour

    def background_colour(self, colour: str) -> str:
        """Return the colour of what lies beneath, given and returned as ``#rrggbb``."""
        return colour

    def box_shape(self, shape: Shape, trim: Rect) -> Shape:
        """Return the shape of a box on a face with this trim; its colours are inked already."""
        del trim
        return shape

    def ornament_shape(self, shape: Shape) -> Shape:
        """Return a part of an ornament; its colour is inked already."""
        return shape

    def picture(self, image: Image) -> Image:
        """Return a picture."""
        return image


class GreyInks(Inks):
    """Each colour is the grey of its luminance, so that contrasts stay; pictures are grey."""

    def content_colour(self, colour: str) -> str:
        """Return the grey of a colour."""
        return grey_of(colour)

    def background_colour(self, colour: str) -> str:
        """Return the grey of a colour."""
        return grey_of(colour)

    def picture(self, image: Image) -> Image:
        """Return a picture in greys."""
        return grey_picture(image)


class LowInks(Inks):
    """Black text and icons, outlines in the place of fills, ornaments as faint drawings, pictures in pale grey.

    What was filled is filled with white, which takes no ink and still hides what it hid. Grounds are left out, and
    ornaments that lie under what is read.
    """

    is_low = True

    def content_colour(self, colour: str) -> str:
        """Return black."""
        del colour
        return BLACK

    def background_colour(self, colour: str) -> str:
        """Return white."""
        del colour
        return WHITE

    def box_shape(self, shape: Shape, trim: Rect) -> Shape:
        """Return a shape as its outline; a thin one as the line that it is, one that covers the face as bare paper."""
        outline, fill, stroke, _ = shape
        bounds = outline.bounds
        if fill is not None and stroke is None and min(bounds.width, bounds.height) <= _RULE:
            return _line(bounds)
        if fill is not None and bounds.contains(trim, 0.01):
            return Shape(outline, WHITE)
        line = stroke._replace(width=min(stroke.width, _STROKE)) if stroke else Stroke(BLACK, OUTLINE_WIDTH)
        return shape._replace(stroke=line)

    def ornament_shape(self, shape: Shape) -> Shape:
        """Return a part of an ornament as its outline."""
        if shape.stroke is not None:
            return shape._replace(
                stroke=shape.stroke._replace(colour=ORNAMENT_GREY, width=min(shape.stroke.width, ORNAMENT_LINE_WIDTH))
            )
        return Shape(shape.outline, WHITE, Stroke(ORNAMENT_GREY, ORNAMENT_LINE_WIDTH))

    def picture(self, image: Image) -> Image:
        """Return a picture in pale greys."""
        return faded_picture(image)


def outlined_icon(outline: Outline) -> Shape:
    """Return an icon as its outline, where it lies: with low ink, one that is part of a drawing, as a banner is."""
    width = OUTLINE_WIDTH if len(outline.segments) < _INTRICATE else OUTLINE_WIDTH / 2
    return Shape(outline, WHITE, Stroke(ORNAMENT_GREY, width))


def _line(bounds: Rect) -> Shape:
    """Return a thin upright shape as a line along its middle, no wider than lines are."""
    middle, width = bounds.centre, min(bounds.width, bounds.height, _STROKE)
    if bounds.width >= bounds.height:
        ends = ((bounds.x, middle.y), (bounds.right, middle.y))
    else:
        ends = ((middle.x, bounds.y), (middle.x, bounds.bottom))
    return Shape(polyline(ends), stroke=Stroke(BLACK, width))


INKS: Final[Mapping[Ink, Inks]] = MappingProxyType({"full": Inks(), "grey": GreyInks(), "low": LowInks()})
"""The ways of printing by what a build is asked for."""
