"""Inks: which operators set a colour, and in which inks a picture is stored. RGB is a table; `plates` has CMYK.

The colours of a scene are sRGB. What they become in a file is the business of the one value that a renderer is given.
"""

from typing import Final, NamedTuple, Protocol

from punchboard.scene import Colour, Image, Shape, Stroke
from punchboard.units import format_number


class InkedPicture(NamedTuple):
    """A picture in the inks of a file: raw bytes of 8 bits a plate, or a JPEG, with its transparency."""

    width: int
    height: int
    data: bytes
    jpeg: bool = False
    alpha: bytes = b""
    """One byte a pixel, 255 is solid; nothing when all of it is."""
    peak_ink: float = 0.0
    """The most ink that any pixel asked for, in per cent, before anything was reduced."""
    excess_share: float = 0.0
    """What part of the pixels asked for more than the limit, 0 to 1."""


class Inks(Protocol):
    """How the colours of a scene are written into a PDF file; two are equal only when they are the same one."""

    space: str
    """The colour space of all that is no plate of its own: ``DeviceRGB`` or ``DeviceCMYK``."""

    def text(self, colour: Colour, /) -> str:
        """Return the operator that sets the colour of text."""

    def fill(self, item: Shape, /) -> str:
        """Return the operator that sets the colour of a shape that is filled."""

    def line(self, stroke: Stroke, /) -> str:
        """Return the operator that sets the colour of a line."""

    def levels(self, colour: Colour, /) -> tuple[float, ...]:
        """Return a colour in the colour space, each part from 0 to 1: how a plate of its own is shown."""

    def pixels(self, image: Image, /) -> InkedPicture | None:
        """Return a picture in the inks; None leaves it as its file has it.

        Raises:
            OSError, SyntaxError, ValueError: when it is damaged.
        """


class _Operators(dict[Colour, str]):
    """The operators of colours, each worked out once."""

    def __init__(self, operator: str) -> None:
        super().__init__()
        self._operator = operator

    def __missing__(self, colour: Colour) -> str:
        found = self[colour] = f"{' '.join(map(format_number, _channels(colour)))} {self._operator}"
        return found


class _Rgb:
    """Colours as they are, pictures as their files have them."""

    space = "DeviceRGB"

    def __init__(self) -> None:
        self._fills, self._lines = _Operators("rg"), _Operators("RG")
        self.text = self._fills.__getitem__

    def fill(self, item: Shape, /) -> str:
        return self._fills[item.fill or "#000000"]

    def line(self, stroke: Stroke, /) -> str:
        return self._lines[stroke.colour]

    def levels(self, colour: Colour, /) -> tuple[float, ...]:
        return _channels(colour)

    def pixels(self, _image: Image, /) -> None:
        return None


def _channels(colour: Colour) -> tuple[float, ...]:
    return tuple(int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))


RGB: Final[Inks] = _Rgb()
"""What screens and printers at home take."""
