"""ICC profiles: sRGB converted to the inks of a press, and inks to the lightness they print (Pillow's ImageCms).

Colours are separated with relative colorimetric intent and black point compensation, so paper stays blank and the
darkest colour becomes the darkest black of the press. No other module imports ImageCms.
"""

import io
import struct
from collections.abc import Sequence
from typing import Final, NamedTuple

from PIL import Image, ImageCms

from punchboard.model.print_options import IccProfile
from punchboard.problem import Place, fail

INTENT: Final = ImageCms.Intent.RELATIVE_COLORIMETRIC
FLAGS: Final = ImageCms.Flags.BLACKPOINTCOMPENSATION

_DESCRIBED: Final = 60
"""Longest profile description in characters; the rest is cut off."""


class Plates(NamedTuple):
    """How much of each ink, 0 to 255."""

    cyan: int
    magenta: int
    yellow: int
    black: int


class Press:
    """Separates colours and pictures for one press.

    Raises:
        ProblemsFound: PROFILE001 when the profile lacks the tables from colours to inks or back.
    """

    def __init__(self, profile: IccProfile) -> None:
        srgb, lab = ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB")
        try:
            press = ImageCms.ImageCmsProfile(io.BytesIO(profile.data))
            self._separate = ImageCms.buildTransform(srgb, press, "RGB", "CMYK", INTENT, FLAGS)
            self._print = ImageCms.buildTransform(press, lab, "CMYK", "LAB", INTENT)
        except (ImageCms.PyCMSError, OSError) as error:
            message = f"the ICC profile {profile.name!r} cannot convert colours to inks and back"
            hint = "use the profile that your print shop names"
            raise fail("PROFILE001", Place("--profile"), message, hint) from error

    def separate_colours(self, colours: Sequence[tuple[int, int, int]]) -> list[Plates]:
        """Return the inks of sRGB colours (channels from 0 to 255)."""
        if not colours:
            return []
        row = Image.frombytes("RGB", (len(colours), 1), bytes(channel for colour in colours for channel in colour))
        return _plates(self.separate_picture(row))

    def separate_picture(self, picture: Image.Image) -> Image.Image:
        """Return an sRGB picture (mode RGB) as inks (mode CMYK, where 0 is no ink)."""
        converted = ImageCms.applyTransform(picture, self._separate)
        assert converted is not None
        return converted

    def lightness(self, inks: Sequence[Plates]) -> list[float]:
        """Return how light inks print: CIE 1976 L*, from 0 for black to 100 for white."""
        if not inks:
            return []
        row = Image.frombytes("CMYK", (len(inks), 1), bytes(level for plates in inks for level in plates))
        printed = ImageCms.applyTransform(row, self._print)
        assert printed is not None
        return [level / 2.55 for level in printed.getchannel(0).tobytes()]


def profile_description(profile: IccProfile) -> str:
    """Return the first line of a profile's description, in ASCII, or its file name if it has none."""
    text = ImageCms.getProfileDescription(ImageCms.ImageCmsProfile(io.BytesIO(profile.data)))
    line = text.strip().partition("\n")[0].encode("ascii", "replace").decode("ascii")
    return line[:_DESCRIBED] or profile.name


def srgb_profile() -> bytes:
    """Return an sRGB profile with a fixed date, so that equal builds give equal files."""
    data = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    data[24:36] = struct.pack(">6H", 2000, 1, 1, 0, 0, 0)
    return bytes(data)


def _plates(row: Image.Image) -> list[Plates]:
    data = row.tobytes()
    return [Plates(*data[at : at + 4]) for at in range(0, len(data), 4)]
