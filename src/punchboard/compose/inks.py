"""Colours in full colour, greys or low ink: ink modes of faces and books, and paints resolved to ``#rrggbb``.

A grey has the relative luminance of its colour, so greys keep the contrasts between colours, to the nearest of 256
steps.

Each mode converts the colours of content (text, icons, lines) and of backgrounds separately, so that content stays
legible in every mode.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from io import BytesIO
from typing import TYPE_CHECKING, Final

from punchboard.expression import ExpressionError
from punchboard.expression.filters import painted
from punchboard.geometry import Outline, Rect, polyline
from punchboard.model.print_options import Ink
from punchboard.model.values import did_you_mean
from punchboard.scene import Image, Shape, Stroke
from punchboard.srgb import linear_rgb, luminance

if TYPE_CHECKING:
    from PIL.Image import Image as Pixels

_MIDDLE: Final = 0.179
"""The luminance with equal contrast to black and to white."""

_FADED_DARKNESS: Final = 0.35
"""The part of a picture's darkness that remains after fading."""

_PALE: Final = bytes(255 - round((255 - value) * _FADED_DARKNESS) for value in range(256))
"""The pale grey for each grey."""

_JPEG: Final = b"\xff\xd8\xff"


@lru_cache(maxsize=4096)
def grey_of(colour: str) -> str:
    """Return the grey with a colour's luminance, both as ``#rrggbb``.

    Luminances between two steps are rounded away from the middle, so that contrasts of light and dark never shrink.
    """
    light = luminance(linear_rgb(colour))
    step = 255 * _encoded(light)
    near = round(step)
    if abs(step - near) > 1e-6:
        near = int(step) + (light >= _MIDDLE)
    return "#" + f"{near:02x}" * 3


def _encoded(light: float) -> float:
    return float(light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055)


@lru_cache(maxsize=256)
def grey_picture(image: Image) -> Image:
    """Return a picture in greys, in its own format and size."""
    return _redrawn(image, _grey_pixels, bytes(range(256)))


@lru_cache(maxsize=256)
def faded_picture(image: Image) -> Image:
    """Return a picture in pale greys, which need little ink, in its own format and size."""
    return _redrawn(image, _pale_pixels, _PALE)


def _grey_pixels(pixels: "Pixels") -> "Pixels":
    """Return pixels in greys, with transparent areas on white."""
    from PIL import Image as Pillow  # noqa: PLC0415 - few games have pictures, and few builds want them grey

    clear = pixels.convert("RGBA")
    white = Pillow.new("RGBA", clear.size, (255, 255, 255, 255))
    return Pillow.alpha_composite(white, clear).convert("L")


def _pale_pixels(pixels: "Pixels") -> "Pixels":
    return _grey_pixels(pixels).point(list(_PALE))


def _redrawn(image: Image, redraw: "Callable[[Pixels], Pixels]", greys: bytes) -> Image:
    """Return a picture redrawn by Pillow, or where it is missing with these greys."""
    from punchboard.pixels import can_decode, decode_picture  # noqa: PLC0415 - few builds want pictures grey

    if not can_decode():
        from punchboard.plain_pixels import redrawn as plain  # noqa: PLC0415

        data = plain(image.data, image.width, image.height, greys=greys)
        return Image(sha256(data).hexdigest(), data, image.width, image.height, image.scaled_from)
    out, redrawn = BytesIO(), redraw(decode_picture(image.data))
    if image.data.startswith(_JPEG):
        redrawn.save(out, "JPEG", quality=92)
    else:
        redrawn.save(out, "PNG")
    data = out.getvalue()
    return Image(sha256(data).hexdigest(), data, image.width, image.height, image.scaled_from)


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


@dataclass(frozen=True)
class InkMode:
    """How an ink mode converts what is drawn; by default not at all. Colours are ``#rrggbb``."""

    is_low: bool = False
    """Whether backgrounds, and ornaments under text or icons, are left out."""
    content_colour: Callable[[str], str] = str
    """Converts the colour of text, icons and lines."""
    background_colour: Callable[[str], str] = str
    box_shape: Callable[[Shape, Rect], Shape] = lambda shape, _trim: shape
    """Converts the shape of a box on a face with this trim; its colours are converted already."""
    ornament_shape: Callable[[Shape], Shape] = lambda shape: shape
    """Converts a part of an ornament; its colour is converted already."""
    picture: Callable[[Image], Image] = lambda image: image


def _low_ink_shape(shape: Shape, trim: Rect) -> Shape:
    """Return the outline of a shape; a thin shape becomes a line, and one that covers the face becomes white."""
    outline, fill, stroke, *_ = shape
    bounds = outline.bounds
    if fill is not None and stroke is None and min(bounds.width, bounds.height) <= _MAX_LINE_THICKNESS:
        return _line(bounds)
    if fill is not None and bounds.contains(trim, 0.01):
        return Shape(outline, WHITE)
    line = stroke._replace(width=min(stroke.width, _MAX_STROKE)) if stroke else Stroke(BLACK, OUTLINE_WIDTH)
    return shape._replace(stroke=line)


def _low_ink_ornament(shape: Shape) -> Shape:
    """Return a part of an ornament as its outline."""
    if shape.stroke is None:
        return Shape(shape.outline, WHITE, Stroke(ORNAMENT_GREY, ORNAMENT_LINE_WIDTH))
    width = min(shape.stroke.width, ORNAMENT_LINE_WIDTH)
    return shape._replace(stroke=shape.stroke._replace(colour=ORNAMENT_GREY, width=width))


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


INK_MODES: Final[Mapping[Ink, InkMode]] = {
    "full": InkMode(),
    "grey": InkMode(content_colour=grey_of, background_colour=grey_of, picture=grey_picture),
    "low": InkMode(
        is_low=True,
        content_colour=lambda _colour: BLACK,
        background_colour=lambda _colour: WHITE,  # needs no ink, and still hides what lies under it
        box_shape=_low_ink_shape,
        ornament_shape=_low_ink_ornament,
        picture=faded_picture,
    ),
}
"""The ink modes by the value of `Ink`: all colours as the game defines them; greys, which keep contrasts; or black text
and icons, outlines instead of fills, faint ornaments and pale pictures."""


class Palette:
    """The colours of a theme in an ink mode.

    A paint is ``ink``, ``ink 40%`` (a 40% tint on white), ``#c8402f`` or ``#c8402f 20%``.
    """

    def __init__(self, colours: Mapping[str, str], ink_mode: InkMode = INK_MODES["full"]) -> None:
        self.ink_mode = ink_mode
        self._colours = dict(colours)
        self._content: dict[str, str] = {}
        self._backgrounds: dict[str, str] = {}

    def colour(self, paint: str) -> str:
        """Return ``#rrggbb`` for a paint of text, icons or lines.

        Raises:
            ExpressionError: for a name that the theme does not have.
        """
        return self._convert(paint, self._content, self.ink_mode.content_colour)

    def fill(self, paint: str) -> str:
        """Return ``#rrggbb`` for a paint of a background.

        Raises:
            ExpressionError: for a name that the theme does not have.
        """
        return self._convert(paint, self._backgrounds, self.ink_mode.background_colour)

    def _convert(self, paint: str, cache: dict[str, str], convert: Callable[[str], str]) -> str:
        converted = cache.get(paint)
        if converted is None:
            converted = cache[paint] = convert(self._resolve(paint))
        return converted

    def _resolve(self, paint: str) -> str:
        colour = painted(paint, self._colours)
        if colour is None:
            name = paint.strip().partition(" ")[0]
            raise ExpressionError(f"{paint!r} is not a colour of the theme", did_you_mean(name, self._colours))
        return colour
