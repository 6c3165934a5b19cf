"""Pictures the right way up: a phone stores a photograph as its sensor saw it, with a note on how to turn it.

The note is the tag "Orientation" of Exif (CIPA DC-008, 4.6.4), near the beginning of a JPEG file. Browsers and picture
viewers follow it; a PDF does not.
"""

from __future__ import annotations

import struct
import warnings
from contextlib import suppress
from hashlib import sha256
from io import BytesIO
from typing import Final

from punchboard.scene import Image

_ORIENTATION: Final = 0x0112
_TURNS: Final = {
    2: "FLIP_LEFT_RIGHT",
    3: "ROTATE_180",
    4: "FLIP_TOP_BOTTOM",
    5: "TRANSPOSE",
    6: "ROTATE_270",
    7: "TRANSVERSE",
    8: "ROTATE_90",
}
"""How Pillow turns a picture upright, by its orientation; 1 is upright."""

_QUALITY: Final = 95
_EXIF: Final = b"Exif\0\0"
_BEGINNING: Final = 1 << 18
"""The bytes in which Exif is looked for; what stands before it has a few kilobytes."""


def upright(image: Image) -> Image:
    """Return a picture as viewers show it; the picture itself when nothing turns it, or when it is damaged."""
    if _EXIF not in image.data[:_BEGINNING]:
        return image
    from PIL import Image as Pillow  # noqa: PLC0415 - costs 40 ms, and few games have photographs

    with warnings.catch_warnings(), suppress(OSError, SyntaxError, TypeError, ValueError, struct.error):
        warnings.simplefilter("ignore")  # damaged notes about camera and place are none of a printer's business
        with Pillow.open(BytesIO(image.data)) as picture:
            turn = _TURNS.get(picture.getexif().get(_ORIENTATION, 1))
            if turn is None or picture.format != "JPEG":
                return image
            turned, out = picture.transpose(Pillow.Transpose[turn]), BytesIO()
            turned.save(out, "JPEG", quality=_QUALITY, subsampling=0, icc_profile=picture.info.get("icc_profile"))
        return Image(sha256(out.getvalue()).hexdigest(), out.getvalue(), turned.width, turned.height)
    return image
