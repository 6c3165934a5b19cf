"""Pictures as they are printed: photographs with as many pixels as print needs, SVG drawings as shapes or drawn."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from io import BytesIO
from math import ceil
from typing import TYPE_CHECKING, Final

from punchboard.compose.inks import INK_MODES, InkMode
from punchboard.geometry import Affine, Rect, Size, rectangle
from punchboard.load.svg_pictures import is_svg, svg_shapes
from punchboard.pixels import can_decode
from punchboard.scene import Group, Image, Item, Picture, Symbol, Use
from punchboard.units import MM_PER_INCH, PRINT_DPI

if TYPE_CHECKING:
    from PIL.Image import Image as Pixels

_SLACK: Final = 2
"""A picture with this many times the pixels stays as it is: scaling it would save little."""

_QUALITY: Final = 92
_JPEG: Final = b"\xff\xd8\xff"
_PNG: Final = b"\x89PNG"


def placed_picture(image: Image, area: Rect, ink_mode: InkMode) -> Item:
    """Return a picture that fills an area: an SVG drawing of plain shapes in full ink as shapes, others in pixels."""
    symbol = _shapes(image, area.size) if ink_mode is INK_MODES["full"] and is_svg(image.data) else None
    if symbol is None:
        return Picture(area, ink_mode.picture(printed_picture(image, area.width)))
    return Group((Use(symbol, Affine.move(area.x, area.y)),), clip=rectangle(area))


@lru_cache(maxsize=64)
def _shapes(image: Image, size: Size) -> Symbol | None:
    items = svg_shapes(image.data, size)
    return Symbol("drawing", Rect(0, 0, *size), items) if items else None


def printed_picture(image: Image, width: float) -> Image:
    """Return a picture with the pixels that print needs for a width in mm; itself when it has no more than these."""
    pixels = max(1, ceil(width / MM_PER_INCH * PRINT_DPI))
    if not image.data.startswith((_JPEG, _PNG)):
        return _drawn(image, min(pixels, image.width))
    return _scaled(image, pixels) if image.width > pixels * _SLACK else image


@lru_cache(maxsize=64)
def _drawn(image: Image, width: int) -> Image:
    from punchboard.pixels import drawn_svg  # noqa: PLC0415 - few games have drawings

    data = drawn_svg(image.data, width)
    across, down = (int.from_bytes(data[at : at + 4]) for at in (16, 20))
    return Image(sha256(data).hexdigest(), data, across, down)


@lru_cache(maxsize=64)
def _scaled(image: Image, width: int) -> Image:
    """Return a picture scaled down to a width in pixels, in its own format; a damaged one as it is."""
    height = max(1, round(image.height * width / image.width))
    if not can_decode():
        return _plainly_scaled(image, width, height)
    from PIL import Image as Pillow  # noqa: PLC0415 - few games have pictures

    from punchboard.pixels import decode_picture  # noqa: PLC0415

    try:
        whole, profile = decode_picture(image.data), _profile(image.data)
    except (OSError, SyntaxError, ValueError):
        return image
    out, small = BytesIO(), _smooth(whole).resize((width, height), Pillow.Resampling.LANCZOS)
    if image.data.startswith(_JPEG):
        small.save(out, "JPEG", quality=_QUALITY, subsampling=0, icc_profile=profile)
    else:
        small.save(out, "PNG", icc_profile=profile)
    data = out.getvalue()
    return Image(sha256(data).hexdigest(), data, width, height, image.digest)


def _plainly_scaled(image: Image, width: int, height: int) -> Image:
    """Return a picture scaled down without Pillow; itself where that would be no smaller."""
    from punchboard.plain_pixels import redrawn  # noqa: PLC0415 - few games have pictures

    data = redrawn(image.data, width, height)
    if len(data) >= len(image.data):
        return image
    return Image(sha256(data).hexdigest(), data, width, height, image.digest)


def _profile(data: bytes) -> bytes | None:
    from PIL import Image as Pillow  # noqa: PLC0415

    with Pillow.open(BytesIO(data)) as picture:
        return picture.info.get("icc_profile")


def _smooth(picture: Pixels) -> Pixels:
    """Return a picture in a colour mode whose pixels can be mixed."""
    if picture.has_transparency_data:
        return picture.convert("RGBA")
    return picture if picture.mode in {"L", "RGB", "CMYK"} else picture.convert("RGB")
