"""Greys of colours and pictures.

A grey has the relative luminance of its colour, so greys keep the contrasts between colours, to the nearest of 256
steps.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from io import BytesIO
from typing import TYPE_CHECKING, Final

from punchboard.scene import Image
from punchboard.srgb import linear_rgb, luminance

if TYPE_CHECKING:
    from PIL.Image import Image as Pixels

_MIDDLE: Final = 0.179
"""The luminance with equal contrast to black and to white."""

_FADED_DARKNESS: Final = 0.35
"""The part of a picture's darkness that remains after fading."""

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
    return _redrawn(image, _grey_pixels)


@lru_cache(maxsize=256)
def faded_picture(image: Image) -> Image:
    """Return a picture in pale greys, which need little ink, in its own format and size."""
    return _redrawn(image, _pale_pixels)


def _grey_pixels(pixels: Pixels) -> Pixels:
    """Return pixels in greys, with transparent areas on white."""
    from PIL import Image as Pillow  # noqa: PLC0415 - few games have pictures, and few builds want them grey

    clear = pixels.convert("RGBA")
    white = Pillow.new("RGBA", clear.size, (255, 255, 255, 255))
    return Pillow.alpha_composite(white, clear).convert("L")


def _pale_pixels(pixels: Pixels) -> Pixels:
    return _grey_pixels(pixels).point([255 - round((255 - value) * _FADED_DARKNESS) for value in range(256)])


def _redrawn(image: Image, redraw: Callable[[Pixels], Pixels]) -> Image:
    from punchboard.pixels import decode_picture  # noqa: PLC0415 - few games have pictures, and few builds want them grey

    out, redrawn = BytesIO(), redraw(decode_picture(image.data))
    if image.data.startswith(_JPEG):
        redrawn.save(out, "JPEG", quality=92)
    else:
        redrawn.save(out, "PNG")
    data = out.getvalue()
    return Image(sha256(data).hexdigest(), data, image.width, image.height)
