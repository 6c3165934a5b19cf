"""Pictures in CMYK: separated by the profile, measured pixel by pixel, and reduced to an ink limit."""

from __future__ import annotations

import io
from functools import lru_cache
from itertools import product
from typing import Final

from PIL import Image as Pillow
from PIL import ImageFilter, ImageMath

from punchboard.pixels import decode_picture, split_alpha
from punchboard.render.colour.icc_profile import Plates, Press
from punchboard.render.colour.ink_limit import limit_inks
from punchboard.render.colour.inks import InkedPicture
from punchboard.scene import Image

_GRID: Final = 33
"""Grid points per channel of the table that applies an ink limit; the tables in profiles have 9 to 33."""

_ROUNDING: Final = 4
"""Ink levels that four inks can gain when each is rounded between the points of the table."""

_QUALITY: Final = 92


def cmyk_picture(image: Image, press: Press, limit: int, general: int) -> InkedPicture:
    """Return a picture in the inks of a press.

    A JPEG stays a JPEG unless its ink was reduced: JPEG compression could push levels above the limit again.

    Args:
        image: a PNG or JPEG picture in sRGB, or a JPEG in CMYK.
        press: separates the colours.
        limit: the most ink of any pixel, in per cent; 0 for no limit.
        general: without a limit, pixels above this are counted but not reduced.

    Raises:
        OSError, SyntaxError, ValueError: when the picture is damaged.
    """
    picture, clear = split_alpha(decode_picture(image.data))
    picture, alpha = picture if picture.mode == "CMYK" else picture.convert("RGB"), clear.tobytes() if clear else b""
    inked = picture if picture.mode == "CMYK" else press.separate_picture(picture)
    most, share = _ink(inked, int((limit or general) * 2.55))
    unchanged = not limit or share == 0
    if not unchanged:
        inked = _under(inked, picture, press, int(limit * 2.55))
    jpeg = unchanged and not alpha and not image.data.startswith(b"\x89PNG")
    data = _jpeg(inked) if jpeg else inked.tobytes()
    return InkedPicture(inked.width, inked.height, data, jpeg, alpha, most / 2.55, share)


def _ink(inked: Pillow.Image, limit: int) -> tuple[int, float]:
    """Return the most ink of any pixel, in levels, and the share of pixels above the limit."""
    total = _total(inked)
    extremes = total.getextrema()
    assert isinstance(extremes[1], int | float)
    share = _over(total, limit).histogram()[255] / (inked.width * inked.height)
    return int(extremes[1]), share


def _total(inked: Pillow.Image) -> Pillow.Image:
    """Return the sum of the four inks of each pixel, as 32-bit integers."""
    cyan, magenta, yellow, black = inked.split()
    total: Pillow.Image = ImageMath.lambda_eval(
        lambda plates: plates["c"] + plates["m"] + plates["y"] + plates["k"], c=cyan, m=magenta, y=yellow, k=black
    )
    return total


def _over(total: Pillow.Image, limit: int) -> Pillow.Image:
    """Return a mask of the pixels above the limit."""
    mask: Pillow.Image = ImageMath.lambda_eval(
        lambda plates: plates["convert"]((plates["t"] > limit) * 255, "L"), t=total
    )
    return mask


def _under(inked: Pillow.Image, picture: Pillow.Image, press: Press, limit: int) -> Pillow.Image:
    """Return a picture with all pixels reduced to the limit, in levels; pixels within it stay unchanged."""
    mask = _over(_total(inked), limit)
    if picture.mode == "CMYK":
        return _pixel_by_pixel(inked, press, limit)
    return Pillow.composite(picture.filter(_table(press, limit)), inked, mask)


@lru_cache(maxsize=4)
def _table(press: Press, limit: int) -> ImageFilter.Color3DLUT:
    """Return a table from sRGB to inks under a limit; interpolation between its points stays under the limit, too."""
    steps = [round(step * 255 / (_GRID - 1)) for step in range(_GRID)]
    points = [(red, green, blue) for blue, green, red in product(steps, repeat=3)]
    inks = limit_inks(press.separate_colours(points), limit - _ROUNDING, press.lightness)
    levels = [level / 255 for plates in inks for level in plates]
    return ImageFilter.Color3DLUT(_GRID, levels, channels=4, target_mode="CMYK")


def _pixel_by_pixel(inked: Pillow.Image, press: Press, limit: int) -> Pillow.Image:
    """Reduce a picture that was in CMYK to the limit, computing each distinct pixel once."""
    data = inked.tobytes()
    pixels = [data[at : at + 4] for at in range(0, len(data), 4)]
    distinct = list(dict.fromkeys(pixels))
    inks = limit_inks([Plates(*pixel) for pixel in distinct], limit, press.lightness)
    limited = dict(zip(distinct, map(bytes, inks), strict=True))
    return Pillow.frombytes("CMYK", inked.size, b"".join([limited[pixel] for pixel in pixels]))


def _jpeg(inked: Pillow.Image) -> bytes:
    out = io.BytesIO()
    inked.save(out, "JPEG", quality=_QUALITY, subsampling=0)
    return out.getvalue()
