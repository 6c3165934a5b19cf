"""Separation into CMYK for one press: black text and lines in black ink only, and no more ink than the shop takes.

*Black.* Fine details in a neutral colour (its channels differ by at most 16 of 255) are printed in black ink only, so
misregistered plates cannot blur them: text, lines up to 2 mm wide, and shapes up to 5 mm wide or high. Up to a
lightness of 20 (L*) the black is solid, up to 60 it is a tint as light as the colour. Everything else, including large
black areas, takes the inks of the profile: black ink alone looks weak over a large area.

*Limit.* If a shop has a limit, colours and pictures above it are reduced (`ink_limit`). Otherwise the profile's
separation stays unchanged, and colours above `GENERAL_LIMIT` are only reported (`ink_report`).
"""

from functools import lru_cache
from typing import Final, NamedTuple

from punchboard.model.print_options import IccProfile
from punchboard.render.colour.cmyk_pictures import cmyk_picture
from punchboard.render.colour.icc_profile import Plates, Press
from punchboard.render.colour.ink_limit import limit_inks
from punchboard.render.colour.inks import InkedPicture
from punchboard.scene import Colour, Image, Shape, Stroke
from punchboard.srgb import linear, luminance
from punchboard.units import format_number

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
        found = self._pixels.get(image.digest)
        if found is None:
            found = self._pixels[image.digest] = cmyk_picture(image, self.press, self.limit, GENERAL_LIMIT)
        return found

    def shape_ink(self, item: Shape) -> Ink:
        """Return the ink that fills a shape."""
        size, colour = item.outline.bounds.size, item.fill or "#000000"
        return self.fine_ink(colour) if min(size) <= FINE_SHAPE else self.area_ink(colour)

    def line_ink(self, stroke: Stroke) -> Ink:
        """Return the ink of a line."""
        return self.fine_ink(stroke.colour) if stroke.width <= FINE_LINE else self.area_ink(stroke.colour)

    def fine_ink(self, colour: Colour) -> Ink:
        """Return the ink of text, thin lines and small shapes."""
        found = self._fine.get(colour)
        if found is None:
            black = self._black(colour)
            found = self._fine[colour] = self.area_ink(colour) if black is None else _ink(colour, black, sum(black))
        return found

    def area_ink(self, colour: Colour) -> Ink:
        """Return the ink of large areas."""
        found = self._areas.get(colour)
        if found is None:
            (separated,) = self.press.separate_colours([_rgb(colour)])
            limit, inks = levels_of(self.limit), [separated]
            (plates,) = limit_inks(inks, limit, self.press.lightness) if self.limit else inks
            found = self._areas[colour] = _ink(colour, plates, sum(separated))
        return found

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


def levels_of(limit: int) -> int:
    """Return a limit in per cent as a sum of ink levels (255 each), rounded down."""
    return int(limit * 2.55)


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
