"""What a measured printer does to a page, worked out from its measures alone. Lengths in mm, y downwards."""

from __future__ import annotations

from functools import lru_cache
from math import cos, radians, sin

from punchboard.geometry import Affine, Size
from punchboard.model.printing.printer import PrinterFile


def printer_transform(printer: PrinterFile, size: Size, flip: str, *, back: bool) -> Affine:
    """Return where a point of a page comes to lie on the paper, seen from that page's side.

    A front is stretched about the middle of the page. A back is stretched, then turned clockwise, then shifted. What
    was measured holds for pages of one format: one of the other is fed sideways, its lengths change places, and nothing
    is known of its shift. Turned over about the other edge, a back comes out half turned: its shift is the opposite.
    """
    across = size.width > size.height
    return _pressed(
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
def _pressed(size: Size, scale: tuple[float, float], angle: float, shift: tuple[float, float]) -> Affine:
    """Write ``m + shift + R S (p - m)`` out, number by number."""
    x, y = size.width / 2, size.height / 2
    a, b = cos(angle) * scale[0], sin(angle) * scale[0]
    c, d = -sin(angle) * scale[1], cos(angle) * scale[1]
    return Affine(a, b, c, d, x + shift[0] - a * x - c * y, y + shift[1] - b * x - d * y)
