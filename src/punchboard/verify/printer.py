"""The transform that a calibrated printer applies to a page, computed from its profile. Lengths in mm, y downwards."""

from __future__ import annotations

from functools import lru_cache
from math import cos, radians, sin

from punchboard.geometry import Affine, Size
from punchboard.model.printing.printer import PrinterFile


def printer_transform(printer: PrinterFile, size: Size, flip: str, *, back: bool) -> Affine:
    """Return the transform from a page to the paper, seen from the page's own side.

    A front is stretched about the middle of the page. A back is stretched, then turned clockwise, then shifted. The
    profile was measured for pages of one orientation. Pages of the other orientation are fed sideways: width and height
    swap their scales, and the shift is unknown. If sheets are flipped on the other edge, the shift is the opposite.
    """
    across = size.width > size.height
    return _transform(
        size,
        (printer.scale_x, printer.scale_y) if across is printer.landscape else (printer.scale_y, printer.scale_x),
        radians(printer.angle) if back else 0.0,
        _shift(printer, size, flip) if back else (0.0, 0.0),
    )


def _shift(printer: PrinterFile, size: Size, flip: str) -> tuple[float, float]:
    if (size.width > size.height) is not printer.landscape:
        return 0.0, 0.0
    sign = 1 if flip == printer.flip else -1
    return sign * printer.x, sign * printer.y


@lru_cache(maxsize=16)
def _transform(size: Size, scale: tuple[float, float], angle: float, shift: tuple[float, float]) -> Affine:
    """Return ``p -> m + shift + R S (p - m)`` as a transform, where m is the middle of the page."""
    x, y = size.width / 2, size.height / 2
    a, b = cos(angle) * scale[0], sin(angle) * scale[0]
    c, d = -sin(angle) * scale[1], cos(angle) * scale[1]
    return Affine(a, b, c, d, x + shift[0] - a * x - c * y, y + shift[1] - b * x - d * y)
