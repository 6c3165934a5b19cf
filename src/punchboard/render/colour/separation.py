"""Separation into CMYK for one press, of colours and of pictures, within the ink limit of the shop.

*Black.* Fine details in a neutral colour (its channels differ by at most 16 of 255) are printed in black ink only, so
misregistered plates cannot blur them: text, lines up to 2 mm wide, and shapes up to 5 mm wide or high. Up to a
lightness of 20 (L*) the black is solid, up to 60 it is a tint as light as the colour. Everything else, including large
black areas, takes the inks of the profile: black ink alone looks weak over a large area.

*Limit.* If a shop has a limit, colours and pictures above it are reduced (`ink_limit`). Otherwise the profile's
separation stays unchanged, and colours above `GENERAL_LIMIT` are only reported (`ink_report`).

This is grey component replacement, applied only as far as needed. All three inks lose the same amount, so the hue
stays; black replaces the lost darkness as well as it can. Ink levels are 0 to 255, and limits are sums of levels.
"""

import io
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import product
from math import fsum
from typing import Final, NamedTuple

from PIL import Image as Pillow
from PIL import ImageFilter, ImageMath

from punchboard.model.print_options import IccProfile
from punchboard.pixels import decode_picture, split_alpha
from punchboard.render.colour.icc_profile import Plates, Press
from punchboard.render.colour.inks import InkedPicture
from punchboard.scene import Colour, Image, Shape, Stroke
from punchboard.srgb import linear, luminance
from punchboard.units import format_number

_STEPS: Final = 7
"""Steps of the binary search for the black that keeps the lightness: finer than 8 bits of ink can show."""

_MAX_BLACK: Final = 2.0
"""The most black that may replace one part of each of the three inks."""

Lightness = Callable[[Sequence[Plates]], list[float]]


def limit_inks(inks: Sequence[Plates], limit: int, lightness: Lightness) -> list[Plates]:
    """Return the inks with every sum reduced to the limit; inks within the limit stay unchanged.

    Args:
        inks: the inks as the profile separates them.
        limit: the largest sum of the four levels, at most 1020.
        lightness: returns how light inks print.
    """
    over = [plates for plates in dict.fromkeys(inks) if sum(plates) > limit]
    targets = lightness(over)
    low, high = [0.0] * len(over), [_MAX_BLACK] * len(over)
    for _ in range(_STEPS):
        tried = [(least + most) / 2 for least, most in zip(low, high, strict=True)]
        printed = lightness([_replaced(plates, limit, part) for plates, part in zip(over, tried, strict=True)])
        for index, (light, target) in enumerate(zip(printed, targets, strict=True)):
            (low if light > target else high)[index] = tried[index]
    limited = {plates: _replaced(plates, limit, part) for plates, part in zip(over, high, strict=True)}
    return [limited.get(plates, plates) for plates in inks]


def _replaced(plates: Plates, limit: int, part: float) -> Plates:
    """Reduce the three colour inks equally and add ``part`` of the reduction to black, so that the sum is the limit."""
    excess = sum(plates) - limit
    taken = excess / (3 - part)
    black = plates.black + part * taken
    if black > 255:
        black, taken = 255.0, (excess + 255 - plates.black) / 3
    colours = [max(0.0, level - taken) for level in plates[:3]]
    room, total = limit - int(black), fsum(colours)
    fit = min(1.0, room / total) if total else 1.0  # an ink that reached 0 leaves the rest to the other two
    cyan, magenta, yellow = (int(level * fit) for level in colours)
    return Plates(cyan, magenta, yellow, int(black))


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
    most, share = _ink_amounts(inked, int((limit or general) * 2.55))
    unchanged = not limit or share == 0
    if not unchanged:
        inked = _under(inked, picture, press, int(limit * 2.55))
    jpeg = unchanged and not alpha and not image.data.startswith(b"\x89PNG")
    data = _jpeg(inked) if jpeg else inked.tobytes()
    return InkedPicture(inked.width, inked.height, data, jpeg, alpha, most / 2.55, share)


def _ink_amounts(inked: Pillow.Image, limit: int) -> tuple[int, float]:
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


GENERAL_LIMIT: Final = 300
"""Per cent of ink that sheet-fed offset can dry on coated paper; the limit when no shop gives its own."""

NEUTRAL_SPREAD: Final = 16
"""The most by which the channels of a neutral colour differ, of 255."""

SOLID_LIGHTNESS: Final = 20.0
"""Neutral colours up to this lightness (L*) are solid black."""

GREY_LIGHTNESS: Final = 60.0
"""Neutral colours up to this lightness (L*) are a tint of black."""

FINE_LINE: Final = 2.0
"""The widest line in mm that is printed in black ink only."""

FINE_SHAPE: Final = 5.0
"""A shape with one side up to this many mm is printed in black ink only."""


class Ink(NamedTuple):
    """One colour on the press: its ink levels, its total ink before any limit (per cent), and its operators."""

    colour: Colour
    plates: Plates
    requested: float
    fill: str
    line: str

    @property
    def total(self) -> float:
        """The total ink in per cent."""
        return per_cent(sum(self.plates))


class PressInks:
    """The inks of a press under a limit in per cent; 0 keeps the profile's separation."""

    space = "DeviceCMYK"

    def __init__(self, press: Press, limit: int = 0) -> None:
        self.press = press
        self.limit = limit
        self._areas: dict[Colour, Ink] = {}
        self._fine: dict[Colour, Ink] = {}
        self._pixels: dict[str, InkedPicture] = {}
        self._tints = press.lightness([Plates(0, 0, 0, level) for level in range(256)])

    def text_operator(self, colour: Colour, /) -> str:
        """Return the operator that sets the colour of text."""
        return self.fine_ink(colour).fill

    def fill_operator(self, item: Shape, /) -> str:
        """Return the operator that sets the fill colour of a shape."""
        return self.shape_ink(item).fill

    def line_operator(self, stroke: Stroke, /) -> str:
        """Return the operator that sets the colour of a line."""
        return self.line_ink(stroke).line

    def channel_levels(self, colour: Colour, /) -> tuple[float, ...]:
        """Return a colour as four ink amounts from 0 to 1."""
        return tuple(level / 255 for level in self.area_ink(colour).plates)

    def inked_picture(self, image: Image, /) -> InkedPicture:
        """Return a picture in the inks, within the limit."""
        if image.digest not in self._pixels:
            self._pixels[image.digest] = cmyk_picture(image, self.press, self.limit, GENERAL_LIMIT)
        return self._pixels[image.digest]

    def shape_ink(self, item: Shape) -> Ink:
        """Return the ink that fills a shape."""
        size, colour = item.outline.bounds.size, item.fill or "#000000"
        return self.fine_ink(colour) if min(size) <= FINE_SHAPE else self.area_ink(colour)

    def line_ink(self, stroke: Stroke) -> Ink:
        """Return the ink of a line."""
        return self.fine_ink(stroke.colour) if stroke.width <= FINE_LINE else self.area_ink(stroke.colour)

    def fine_ink(self, colour: Colour) -> Ink:
        """Return the ink of text, thin lines and small shapes."""
        if colour not in self._fine:
            black = self._black(colour)
            self._fine[colour] = self.area_ink(colour) if black is None else _ink(colour, black, sum(black))
        return self._fine[colour]

    def area_ink(self, colour: Colour) -> Ink:
        """Return the ink of large areas."""
        if colour not in self._areas:
            (separated,) = self.press.separate_colours([_rgb(colour)])
            limit, inks = int(self.limit * 2.55), [separated]
            (plates,) = limit_inks(inks, limit, self.press.lightness) if self.limit else inks
            self._areas[colour] = _ink(colour, plates, sum(separated))
        return self._areas[colour]

    def _black(self, colour: Colour) -> Plates | None:
        """Return a dark neutral colour in black ink only, or None for any other colour."""
        channels = _rgb(colour)
        light = lightness(channels)
        if max(channels) - min(channels) > NEUTRAL_SPREAD or light > GREY_LIGHTNESS:
            return None
        level = 255 if light <= SOLID_LIGHTNESS else min(range(256), key=lambda tint: abs(self._tints[tint] - light))
        return Plates(0, 0, 0, level)


@lru_cache(maxsize=8)
def press_inks(profile: IccProfile, limit: int = 0) -> PressInks:
    """Return the inks of a profile under a limit in per cent. Equal arguments give the same object.

    Raises:
        ProblemsFound: PROFILE001 when the profile cannot be used.
    """
    return PressInks(Press(profile), limit)


def per_cent(levels: float) -> float:
    """Return a sum of ink levels (255 each) in per cent."""
    return levels / 2.55


def lightness(channels: tuple[int, int, int]) -> float:
    """Return the lightness of an sRGB colour, 0 to 100 (IEC 61966-2-1, CIE 1976 L*)."""
    red, green, blue = (linear(channel / 255) for channel in channels)
    light = luminance((red, green, blue))
    return 116 * light ** (1 / 3) - 16 if light > 216 / 24389 else light * 24389 / 27


def _rgb(colour: Colour) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _ink(colour: Colour, plates: Plates, requested: int) -> Ink:
    levels = " ".join(format_number(level / 255) for level in plates)
    return Ink(colour, plates, per_cent(requested), f"{levels} k", f"{levels} K")
