"""Pictures decoded: eight bits a sample, colours apart from transparency."""

from __future__ import annotations

import warnings
from io import BytesIO

from PIL import Image as Pillow


def decode_picture(data: bytes) -> Pillow.Image:
    """Return a PNG or JPEG with eight bits a sample, in whatever way its colours are told.

    Raises:
        OSError, SyntaxError, ValueError: when it is damaged.
    """
    with warnings.catch_warnings(), Pillow.open(BytesIO(data)) as picture:
        warnings.simplefilter("ignore", Pillow.DecompressionBombWarning)  # its size was checked when it was loaded
        if picture.mode.startswith("I"):  # 16 bits of grey, which Pillow would cut to white
            return picture.point(lambda level: level * (1 / 257) + 0.5).convert("L")
        picture.load()
        return picture.copy()


def split_alpha(picture: Pillow.Image) -> tuple[Pillow.Image, Pillow.Image | None]:
    """Return the colours of a picture, in RGB or, when they are told so, greys or CMYK; and its transparency.

    That is None when all of it is solid.
    """
    if picture.has_transparency_data:
        whole = picture.convert("RGBA")
        alpha = whole.getchannel("A")
        return whole.convert("RGB"), alpha if alpha.getextrema() != (255, 255) else None
    return picture if picture.mode in {"L", "CMYK"} else picture.convert("RGB"), None
