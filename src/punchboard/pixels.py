"""Decoding of pictures to eight bits a sample, separation of colours and transparency, pixels of SVG drawings."""

from __future__ import annotations

import sys
import warnings
from functools import cache
from importlib.util import find_spec
from io import BytesIO
from typing import TYPE_CHECKING, Final

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


MAX_SECONDS: Final = 10
"""How long a processor may work on a large drawing; on a busy machine it may take `PATIENCE` times as long."""

PATIENCE: Final = 6

HEAVY_BYTES: Final = 100_000
HEAVY_PIXELS: Final = 2_000_000_000
"""A drawing of more bytes than this, or whose elements paint more pixels if each covers all, may take minutes."""


def drawn_svg(data: bytes, width: int) -> bytes:
    """Return an SVG drawing as PNG of a width in pixels. Its text is left out, and no other file is read.

    A drawing that may take long is drawn in a process that can be ended.

    Raises:
        ValueError: when it cannot be drawn, or takes longer than `MAX_SECONDS`.
        ImportError: when resvg is not installed.
    """
    import resvg_py  # noqa: F401, PLC0415 - costs 50 ms, and few games have drawings

    elements = data.count(b"<") + 100 * data.count(b"filter")
    if len(data) > HEAVY_BYTES or elements * width * width > HEAVY_PIXELS:
        return _drawn_elsewhere(data, width)
    return _drawn_here(data, width)


def _drawn_here(data: bytes, width: int) -> bytes:
    import resvg_py  # noqa: PLC0415

    try:
        return bytes(resvg_py.svg_to_bytes(svg_string=data.decode("utf-8"), width=width, skip_system_fonts=True))
    except Exception as error:  # the library has no class of its own
        raise ValueError(str(error).strip().partition("\n")[0][:120]) from error


def _drawn_elsewhere(data: bytes, width: int) -> bytes:
    """Return what `drawn_svg` does, drawn by a process of its own; here, where none can be started."""
    from subprocess import TimeoutExpired, run  # noqa: PLC0415 - few drawings are large

    command = [sys.executable, "-P", "-m", "punchboard.pixels", f"{width}", f"{MAX_SECONDS}"]
    try:
        done = run(command, input=data, capture_output=True, timeout=MAX_SECONDS * PATIENCE, check=False)  # noqa: S603 - our own
    except TimeoutExpired:
        done = None
    except OSError:  # in a sandbox, whose budget ends what takes too long
        return _drawn_here(data, width)
    if done is None or done.returncode < 0:
        raise ValueError(f"drawing it takes longer than {MAX_SECONDS} seconds; simplify it, or save it as PNG")
    if not done.stdout:
        raise ValueError(done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2][:120])
    return done.stdout


def _main(width: str, seconds: str) -> None:
    """Draw the SVG that is the input, for so many seconds of a processor at most."""
    from punchboard.system.processes import set_limit  # noqa: PLC0415 - in this process alone

    set_limit("RLIMIT_CPU", int(seconds), int(seconds))
    try:
        sys.stdout.buffer.write(_drawn_here(sys.stdin.buffer.read(), int(width)))
    except ValueError as failure:
        sys.exit(str(failure))


if __name__ == "__main__":
    _main(*sys.argv[1:])
