"""Where a piece comes to lie on the open table, in mm: ``game/snap.js`` of ``table.html`` has the same rules."""

from collections.abc import Mapping, Sequence
from math import hypot
from types import MappingProxyType
from typing import Final, NamedTuple

Point = tuple[float, float]

GAP: Final = 4.0
"""Between pieces that are no tiles of one grid."""

_AROUND: Final[Mapping[str, tuple[Point, ...]]] = MappingProxyType(
    {
        "hex": ((1, 0), (0.5, 0.75), (-0.5, 0.75), (-1, 0), (-0.5, -0.75), (0.5, -0.75)),
        "square": ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)),
    }
)
"""The places around a tile of a grid, in widths and heights."""

_BESIDE: Final = ((1, 0), (-1, 0), (0, 1), (0, -1))


class Shape(NamedTuple):
    """The form and the size of a piece."""

    form: str
    width: float
    height: float


def free_place(shape: Shape, others: Sequence[tuple[Shape, Point]]) -> Point:
    """Return the free place nearest to the middle; a tile comes to lie beside tiles of its grid."""
    like = [place for other, place in others if other == shape] or [place for _, place in others]
    is_tile = shape.form in _AROUND
    gap = 0.0 if is_tile else GAP
    around = [
        (x + right * (shape.width + gap), y + down * (shape.height + gap))
        for x, y in like
        for right, down in _AROUND.get(shape.form, _BESIDE)
    ]
    for place in sorted(((0.0, 0.0), *around), key=lambda one: hypot(*one)):
        if all(_is_apart(shape, place, *other) for other in others):
            return round(place[0], 2), round(place[1], 2)
    return len(others) * 9.0, len(others) * 9.0


def _is_apart(shape: Shape, place: Point, other: Shape, there: Point) -> bool:
    is_grid = other == shape and shape.form in _AROUND
    slack = -1.0 if is_grid else GAP
    wide, high = (other.width + shape.width) / 2 + slack, (other.height + shape.height) / 2 + slack
    if is_grid and shape.form == "hex":
        high *= 0.74
    return abs(there[0] - place[0]) >= wide - 0.01 or abs(there[1] - place[1]) >= high - 0.01
