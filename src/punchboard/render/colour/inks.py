"""The colour interface of the PDF renderer: operators that set a colour, pictures in the inks of a file, names.

The colours of a scene are sRGB, and the `Inks` value passed to the renderer decides how a file stores them: `RGB` here,
or `PressInks` in `separation` for CMYK.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple, Protocol

from punchboard.scene import Colour, Image, Shape, Stroke
from punchboard.units import format_number


class InkedPicture(NamedTuple):
    """A picture in the inks of a file: raw samples of 8 bits, or a JPEG, with its transparency."""

    width: int
    height: int
    data: bytes
    jpeg: bool = False
    alpha: bytes = b""
    """One byte a pixel, 255 for solid; empty if the whole picture is solid."""
    peak_ink: float = 0.0
    """The most ink of any pixel before any reduction, in per cent."""
    excess_share: float = 0.0
    """The share of pixels that were above the limit, 0 to 1."""


class Inks(Protocol):
    """How the colours of a scene are written into a PDF file. Values are compared by identity."""

    space: str
    """The colour space of everything but spot colours: ``DeviceRGB`` or ``DeviceCMYK``."""

    def text_operator(self, colour: Colour, /) -> str:
        """Return the operator that sets the colour of text."""

    def fill_operator(self, item: Shape, /) -> str:
        """Return the operator that sets the fill colour of a shape."""

    def line_operator(self, stroke: Stroke, /) -> str:
        """Return the operator that sets the colour of a line."""

    def channel_levels(self, colour: Colour, /) -> tuple[float, ...]:
        """Return a colour in the colour space, each channel from 0 to 1: how a spot colour is shown on screen."""

    def inked_picture(self, image: Image, /) -> InkedPicture | None:
        """Return a picture in the inks, or None to keep the data of its file.

        Raises:
            OSError, SyntaxError, ValueError: when the picture is damaged.
        """


class _Operators(dict[Colour, str]):
    """Operators by colour, each computed once."""

    def __init__(self, operator: str) -> None:
        super().__init__()
        self._operator = operator

    def __missing__(self, colour: Colour) -> str:
        text = self[colour] = f"{' '.join(map(format_number, _channels(colour)))} {self._operator}"
        return text


class _Rgb:
    """Colours and pictures unchanged."""

    space = "DeviceRGB"

    def __init__(self) -> None:
        self._fills, self._lines = _Operators("rg"), _Operators("RG")
        self.text_operator = self._fills.__getitem__

    def fill_operator(self, item: Shape, /) -> str:
        return self._fills[item.fill or "#000000"]

    def line_operator(self, stroke: Stroke, /) -> str:
        return self._lines[stroke.colour]

    def channel_levels(self, colour: Colour, /) -> tuple[float, ...]:
        return _channels(colour)

    def inked_picture(self, _image: Image, /) -> None:
        return None


def _channels(colour: Colour) -> tuple[float, ...]:
    return tuple(int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))


RGB: Final[Inks] = _Rgb()
"""The inks of files for screens and home printers."""


def _size_of(image: Image) -> str:
    return f"of {image.width} x {image.height} pixels"


class Names(NamedTuple):
    """Names of colours and pictures, by colour and by a function."""

    colours: Mapping[Colour, str] = MappingProxyType({})
    picture: Callable[[Image], str] = _size_of
    """Returns the name of a picture. It may read the game's pictures, so it is called only for a message."""
