"""Solids for 3D printers: a plate with domes as one closed surface, and surfaces as binary STL. Lengths in mm."""

import struct
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from math import cos, pi, sin
from typing import Final, NamedTuple

from punchboard.geometry import Point, Rect

Vertex = tuple[float, float, float]
Triangle = tuple[Vertex, Vertex, Vertex]
"""Three corners, counterclockwise seen from outside."""

SIDES: Final = 12
"""The sides of a dome; a multiple of four."""

RINGS: Final = 3
"""The bands of a dome between its base and its top."""


class Dome(NamedTuple):
    """The shape of a dome: the width of its base, and its height."""

    base: float
    height: float


def plate(area: Rect, thickness: float, domes: Collection[Point], dome: Dome) -> Iterator[Triangle]:
    """Yield the triangles of a plate on the ground with domes on it: a closed surface, each edge in two triangles.

    Its top is a grid of rectangles, in which each dome has a square of its own; its underside is a fan. Y goes up.

    Args:
        area: where the plate lies.
        thickness: its thickness.
        domes: their centres. Two of them have the same x or y, or differ in it by more than ``dome.base``.
        dome: their shape.
    """
    half = dome.base / 2 * 1.1  # a square round a dome is a little larger than the dome
    xs = _cuts({point.x for point in domes}, half, area.x, area.right)
    ys = _cuts({point.y for point in domes}, half, area.y, area.bottom)
    squares = {(point.x - half, point.y - half): point for point in domes}
    for left, right in pairwise(xs):
        for low, high in pairwise(ys):
            corners = ((left, low), (right, low), (right, high), (left, high))
            top = [(x, y, thickness) for x, y in corners]
            centre = squares.get((left, low))
            yield from _flat(top) if centre is None else _domed(top, centre, dome)
    around = [(x, ys[0]) for x in xs] + [(xs[-1], y) for y in ys[1:]]
    around += [(x, ys[-1]) for x in xs[-2::-1]] + [(xs[0], y) for y in ys[-2::-1]]
    middle = (*area.centre, 0.0)
    for (x, y), (to_x, to_y) in pairwise(around):
        yield (to_x, to_y, 0.0), (x, y, 0.0), middle
        yield from _flat([(x, y, 0.0), (to_x, to_y, 0.0), (to_x, to_y, thickness), (x, y, thickness)])


def _cuts(centres: Iterable[float], half: float, start: float, end: float) -> list[float]:
    """Return where the grid is cut: at both ends, and at both sides of each dome."""
    return sorted({start, end, *(side for centre in centres for side in (centre - half, centre + half))})


def _flat(corners: Sequence[Vertex]) -> Iterator[Triangle]:
    """Yield the triangles of a convex face."""
    for second, third in pairwise(corners[1:]):
        yield corners[0], second, third


def _domed(corners: Sequence[Vertex], centre: Point, dome: Dome) -> Iterator[Triangle]:
    """Yield the triangles of a square with a dome in it, an ellipsoid's upper half."""
    ground = corners[0][2]
    rings = [
        [
            (
                centre.x + dome.base / 2 * cos(rise) * cos(angle),
                centre.y + dome.base / 2 * cos(rise) * sin(angle),
                ground + dome.height * sin(rise),
            )
            for angle in (2 * pi * (side - SIDES / 8 - SIDES / 4) / SIDES for side in range(SIDES))
        ]
        for rise in (pi / 2 * ring / RINGS for ring in range(RINGS))
    ]
    quarter = SIDES // 4
    for number, corner in enumerate(corners):  # side 0 of the ring points to the first corner
        following = corners[(number + 1) % 4]
        arc = [rings[0][(number * quarter + step) % SIDES] for step in range(quarter + 1)]
        middle = quarter // 2
        for step, (one, next_one) in enumerate(pairwise(arc)):
            yield (corner if step < middle else following), next_one, one
        yield corner, following, arc[middle]
    for lower, upper in pairwise(rings):
        for side in range(SIDES):
            after = (side + 1) % SIDES
            yield from _flat([lower[side], lower[after], upper[after], upper[side]])
    top = (centre.x, centre.y, ground + dome.height)
    for side in range(SIDES):
        yield rings[-1][side], rings[-1][(side + 1) % SIDES], top


def stl(triangles: Iterable[Triangle]) -> bytes:
    """Return a binary STL file: a header of 80 bytes, the number of triangles, and each with its normal."""
    records = [struct.pack("<12fH", *_normal(one), *one[0], *one[1], *one[2], 0) for one in triangles]
    return b"".join((b"Punchboard".ljust(80), struct.pack("<I", len(records)), *records))


def _normal(triangle: Triangle) -> Vertex:
    """Return the direction that a triangle faces, of length 1."""
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = triangle
    ux, uy, uz, vx, vy, vz = bx - ax, by - ay, bz - az, cx - ax, cy - ay, cz - az
    x, y, z = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
    length = (x * x + y * y + z * z) ** 0.5
    return (x / length, y / length, z / length) if length else (0.0, 0.0, 0.0)
