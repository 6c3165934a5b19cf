"""Small pictures of faces for a screen, and the area in which two pictures differ."""

from __future__ import annotations

import io
from typing import Final

from punchboard.geometry import Rect, Size

_COLOURS: Final = 64
"""Enough for drawn faces: flat colours, and the edges of letters between them."""

_QUALITY: Final = 72
"""The quality of photographs."""


def small_picture(png: bytes) -> bytes:
    """Return a PNG as WebP: with few colours but sharp letters, or as a photograph, whichever is smaller."""
    from PIL import Image  # noqa: PLC0415 - costs 40 ms, and few commands need it

    with Image.open(io.BytesIO(png)) as opened:
        picture = opened.convert("RGBA")
    sharp, photograph = io.BytesIO(), io.BytesIO()
    picture.quantize(_COLOURS).convert("RGBA").save(sharp, "WEBP", lossless=True, quality=30, method=1)
    picture.save(photograph, "WEBP", quality=_QUALITY, method=2)
    return min(sharp.getvalue(), photograph.getvalue(), key=len)


def changed_area(before: bytes, after: bytes, size: Size) -> Rect | None:
    """Return the smallest rectangle that holds all pixels in which two PNG files differ.

    Args:
        before: a picture.
        after: another.
        size: the size of both in mm.

    Returns:
        The rectangle in mm; None when the pictures are equal or their sizes differ.
    """
    from PIL import Image, ImageChops  # noqa: PLC0415 - as above

    with Image.open(io.BytesIO(before)) as old, Image.open(io.BytesIO(after)) as new:
        if old.size != new.size:
            return None
        box = ImageChops.difference(old.convert("RGBA"), new.convert("RGBA")).getbbox(alpha_only=False)
        across, down = size.width / new.width, size.height / new.height
    if box is None:
        return None
    left, top, right, bottom = box
    return Rect(left * across, top * down, (right - left) * across, (bottom - top) * down)
