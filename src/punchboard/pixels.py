"""Decoding of pictures to eight bits a sample, separation of colours and transparency, pixels of SVG drawings."""

from __future__ import annotations

import warnings
from functools import cache
from importlib.util import find_spec
from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import Image as Pillow

PILLOW_HINT = "build the game where Pillow is installed: pip install pillow; a browser has none"


@cache
def can_decode() -> bool:
    """Tell whether pictures can be decoded here: Pillow is missing in a browser."""
    try:
        return find_spec("PIL.Image") is not None
    except ImportError:
        return False


def decode_picture(data: bytes) -> Pillow.Image:
    """Return a PNG or JPEG picture with eight bits a sample, in its own colour mode.

    Raises:
        OSError, SyntaxError, ValueError: when the file is damaged.
    """
    from PIL import Image as Pillow  # noqa: PLC0415 - costs 40 ms, and few games have pictures

    with warnings.catch_warnings(), Pillow.open(BytesIO(data)) as picture:
        warnings.simplefilter("ignore", Pillow.DecompressionBombWarning)  # the loader has checked the size
        if picture.mode.startswith("I"):  # 16-bit grey, which Pillow would clip to white
            return picture.point(lambda level: level * (1 / 257) + 0.5).convert("L")
        picture.load()
        return picture.copy()


def split_alpha(picture: Pillow.Image) -> tuple[Pillow.Image, Pillow.Image | None]:
    """Return the colours of a picture (RGB, or grey or CMYK if that is its mode), and its alpha channel.

    The alpha channel is None when the whole picture is opaque.
    """
    if picture.has_transparency_data:
        whole = picture.convert("RGBA")
        alpha = whole.getchannel("A")
        return whole.convert("RGB"), alpha if alpha.getextrema() != (255, 255) else None
    return picture if picture.mode in {"L", "CMYK"} else picture.convert("RGB"), None


def drawn_svg(data: bytes, width: int) -> bytes:
    """Return an SVG drawing as PNG of a width in pixels. Its text is left out, and no other file is read.

    Raises:
        ValueError: when it cannot be drawn.
        ImportError: when resvg is not installed.
    """
    import resvg_py  # noqa: PLC0415 - costs 50 ms, and few games have drawings

    try:
        return bytes(resvg_py.svg_to_bytes(svg_string=data.decode("utf-8"), width=width, skip_system_fonts=True))
    except Exception as error:  # the library has no class of its own
        raise ValueError(str(error).strip().partition("\n")[0][:120]) from error
