"""The part of a picture that a box shows, written after its path: ``art/wolf.png @ 30% 20% 1.5x``."""

import re
from typing import Final, NamedTuple

_USE: Final = re.compile(r"(.+?) *@ *(\d{1,3})% +(\d{1,3})%(?: +(\d{1,2}(?:\.\d+)?)x)? *")


class PictureCrop(NamedTuple):
    """A picture and the part of it that fills a box.

    ``focus`` is the point that is shown as near to the middle of the box as possible, as fractions of the picture's
    width and height. With ``zoom`` 1, the picture is just large enough to cover the box.
    """

    path: str
    focus: tuple[float, float] = (0.5, 0.5)
    zoom: float = 1.0


def picture_crop(value: str) -> PictureCrop:
    """Return the picture that a value names. A value without a valid part after ``@`` is only a path."""
    found = _USE.fullmatch(value)
    if found is None:
        return PictureCrop(value)
    path, across, down, zoom = found.groups()
    return PictureCrop(path, (min(int(across), 100) / 100, min(int(down), 100) / 100), max(float(zoom or 1), 1.0))
