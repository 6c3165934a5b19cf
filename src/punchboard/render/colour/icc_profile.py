"""A press by its ICC profile: sRGB to its inks, inks to the lightness they print. The one file that imports ImageCms.

Colours are separated by relative colorimetric intent with black point compensation, so that paper stays blank and the
darkest black is the press's own.
"""

import io
import struct
from collections.abc import Sequence
from typing import Final, NamedTuple

from PIL import Image, ImageCms

from punchboard.model.options import IccProfile
from punchboard.problem import Place, fail

INTENT: Final = ImageCms.Intent.RELATIVE_COLORIMETRIC
FLAGS: Final = ImageCms.Flags.BLACKPOINTCOMPENSATION

_DESCRIBED: Final = 60
"""Characters of a profile's own description that are kept."""


class Plates(NamedTuple):
    """How much of each ink, 0 to 255."""

    cyan: int
    magenta: int
    yellow: int
    black: int


class Press:
    """Separates colours and pictures for one press.

    Raises:
        ProblemsFound: PROFILE001 when the profile has no tables for this way and back.
    """

    def __init__(self, profile: IccProfile) -> None:
        srgb, lab = ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB")
        try:
            press = ImageCms.ImageCmsProfile(io.BytesIO(profile.data))
            self._separate = ImageCms.buildTransform(srgb, press, "RGB", "CMYK", INTENT, FLAGS)
            self._print = ImageCms.buildTransform(press, lab, "CMYK", "LAB", INTENT)
        except (ImageCms.PyCMSError, OSError) as error:
            message = f"the ICC profile {profile.name!r} does not convert colours"
            hint = "it needs tables from colours to inks and back; take the one that the print shop names"
            raise fail("PROFILE001", Place("--profile"), message, hint) from error

    def separate_colours(self, colours: Sequence[tuple[int, int, int]]) -> list[Plates]:
        """Return the inks of sRGB colours, channels from 0 to 255."""
        if not colours:
            return []
        row = Image.frombytes("RGB", (len(colours), 1), bytes(channel for colour in colours for channel in colour))
        return _plates(self.separate_picture(row))

    def separate_picture(self, picture: Image.Image) -> Image.Image:
        """Return an sRGB picture of mode RGB in the inks, as mode CMYK with 0 for no ink."""
        converted = ImageCms.applyTransform(picture, self._separate)
        assert converted is not None
        return converted

    def lightness(self, inks: Sequence[Plates]) -> list[float]:
        """Return how light inks print, from 0 for none to 100 for paper (CIE 1976 L*)."""
        if not inks:
            return []
        row = Image.frombytes("CMYK", (len(inks), 1), bytes(level for plates in inks for level in plates))
        printed = ImageCms.applyTransform(row, self._print)
        assert printed is not None
        return [level / 2.55 for level in printed.getchannel(0).tobytes()]


def profile_description(profile: IccProfile) -> str:
    """Return the first line of what a profile says of itself, in ASCII; its name when it says nothing."""
    text = ImageCms.getProfileDescription(ImageCms.ImageCmsProfile(io.BytesIO(profile.data)))
    line = text.strip().partition("\n")[0].encode("ascii", "replace").decode("ascii")
    return line[:_DESCRIBED] or profile.name


def srgb_profile() -> bytes:
    """Return the sRGB profile that is made here, dated as all files are."""
    data = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    data[24:36] = struct.pack(">6H", 2000, 1, 1, 0, 0, 0)
    return bytes(data)


def _plates(row: Image.Image) -> list[Plates]:
    data = row.tobytes()
    return [Plates(*data[at : at + 4]) for at in range(0, len(data), 4)]
