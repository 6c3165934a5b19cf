"""Ink modes of faces and books: full colour, greys, or low ink with outlines and black text.

Each mode converts the colours of content (text, icons, lines) and of backgrounds separately, so that content stays
legible in every mode.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from punchboard.compose.inks.greys import faded_picture, grey_of, grey_picture
from punchboard.geometry import Outline, Rect, polyline
from punchboard.model.print_options import Ink
from punchboard.scene import Image, Shape, Stroke

BLACK: Final = "#000000"
WHITE: Final = "#ffffff"

OUTLINE_WIDTH: Final = 0.12
"""Width in mm of the outline that replaces a fill in low ink."""

ORNAMENT_LINE_WIDTH: Final = 0.08
"""Width in mm of an ornament's lines in low ink: a pixel at 300 dpi."""

ORNAMENT_GREY: Final = "#808080"
"""Colour of ornaments in low ink; black text that runs over it stays legible."""

_MAX_LINE_THICKNESS: Final = 0.85
"""A filled shape at most this thick, in mm, is drawn as a line in low ink."""

_MAX_STROKE: Final = 0.3
"""The widest line in low ink, in mm."""

_MANY_SEGMENTS: Final = 250
"""An icon with at least this many segments is outlined at half the width, because full lines would fill it."""


class Inks:
    """Full ink: all colours as the game defines them."""

    is_low = False
    """Whether backgrounds, and ornaments under text or icons, are left out."""

    def content_colour(self, colour: str) -> str:
        """Return the colour of text, icons and lines, given and returned as ``#rrggbb``."""
        return colour

    def background_colour(self, colour: str) -> str:
        """Return the colour of a background, given and returned as ``#rrggbb``."""
        return colour

    def box_shape(self, shape: Shape, trim: Rect) -> Shape:
        """Return the shape of a box on a face with this trim; its colours are converted already."""
        del trim
        return shape

    def ornament_shape(self, shape: Shape) -> Shape:
        """Return a part of an ornament; its colour is converted already."""
        return shape

    def picture(self, image: Image) -> Image:
        """Return a picture."""
        return image


class GreyInks(Inks):
    """Greys: each colour becomes the grey of its luminance, which keeps contrasts; pictures become grey."""

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
    """Low ink: black text and icons, outlines instead of fills, faint ornaments, pictures in pale grey.

    Filled shapes become white, which needs no ink and still hides what they cover. Backgrounds, and ornaments under
    text or icons, are left out.
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
        """Return the outline of a shape; a thin shape becomes a line, and one that covers the face becomes white."""
        outline, fill, stroke, _ = shape
        bounds = outline.bounds
        if fill is not None and stroke is None and min(bounds.width, bounds.height) <= _MAX_LINE_THICKNESS:
            return _line(bounds)
        if fill is not None and bounds.contains(trim, 0.01):
            return Shape(outline, WHITE)
        line = stroke._replace(width=min(stroke.width, _MAX_STROKE)) if stroke else Stroke(BLACK, OUTLINE_WIDTH)
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
    """Return the outline of an icon in low ink, for an icon that is part of a drawing, such as a banner."""
    width = OUTLINE_WIDTH if len(outline.segments) < _MANY_SEGMENTS else OUTLINE_WIDTH / 2
    return Shape(outline, WHITE, Stroke(ORNAMENT_GREY, width))


def _line(bounds: Rect) -> Shape:
    """Return a thin horizontal or vertical shape as a line along its middle, at most ``_STROKE`` wide."""
    middle, width = bounds.centre, min(bounds.width, bounds.height, _MAX_STROKE)
    if bounds.width >= bounds.height:
        ends = ((bounds.x, middle.y), (bounds.right, middle.y))
    else:
        ends = ((middle.x, bounds.y), (middle.x, bounds.bottom))
    return Shape(polyline(ends), stroke=Stroke(BLACK, width))


INKS: Final[Mapping[Ink, Inks]] = MappingProxyType({"full": Inks(), "grey": GreyInks(), "low": LowInks()})
"""The ink modes by the value of `Ink`."""
