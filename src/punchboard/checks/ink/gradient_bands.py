"""Gradients as bands of one colour each, so that what lies over a part of one is compared with the colours there."""

from collections.abc import Iterator
from math import atan2, degrees, hypot
from typing import Final

from punchboard.geometry import Affine, Rect, circle, rectangle
from punchboard.scene import Gradient, Group, Item, Shape

_BANDS: Final = 24
_FAR: Final = 10_000.0
"""Mm by which the ends of a gradient reach beyond anything printed."""


def gradient_bands(shape: Shape, gradient: Gradient) -> Iterator[Item]:
    """Yield a shape with a gradient as bands within its outline, then its line."""
    yield Group(tuple(_bands(gradient)), clip=shape.outline)
    if shape.stroke is not None:
        yield Shape(shape.outline, stroke=shape.stroke)


def _bands(item: Gradient) -> Iterator[Shape]:
    """Yield the bands, each over the ends of those before it."""
    right, down = item.end.x - item.start.x, item.end.y - item.start.y
    length = item.radius or hypot(right, down)
    placed = Affine.move(*item.start) @ Affine.turn(degrees(atan2(down, right)))
    for band in range(_BANDS):
        at = band if not item.radius else _BANDS - 1 - band
        colour = item.colour_at((at + 0.5) / _BANDS)
        if item.radius:
            yield Shape(circle(item.start, length * (at + 1) / _BANDS if band else _FAR), colour)
        else:
            start = length * at / _BANDS if band else -_FAR
            yield Shape(rectangle(Rect(start, -_FAR, 2 * _FAR, 2 * _FAR)).placed(placed), colour)
