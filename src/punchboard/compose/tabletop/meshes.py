"""3D models for virtual tabletops, as Wavefront OBJ: prisms of tiles and tokens, and cubes. Lengths are in inches.

Tabletop Simulator reads OBJ files of triangles, with the origin in the middle and lengths in inches:
https://kb.tabletopsimulator.com/custom-content/custom-model/ and .../custom-tile/ ("in-game units (about an inch)").
The texture of a model is a grid of faces; texture coordinates say which face is on which side.

OBJ is right-handed: x to the right, y up, z towards the viewer. The corners of a facet run anticlockwise as seen from
outside, and texture coordinates count from the bottom left corner of the picture.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import cos, hypot, pi, sin
from typing import Final, NamedTuple

from punchboard.compose.tabletop.deck_grid import Grid
from punchboard.geometry import Point
from punchboard.model.layout.trim import Trim
from punchboard.units import MM_PER_INCH

_CIRCLE_CORNERS: Final = 36
"""The number of corners of the polygon that approximates a circle."""

Vector = tuple[float, float, float]
Corner = tuple[Vector, tuple[float, float]]
"""A point in space, and its texture coordinates: from the left and from the bottom, each from 0 to 1."""


class Facet(NamedTuple):
    """A flat convex side: its outward normal, and its corners."""

    normal: Vector
    corners: tuple[Corner, ...]


def prism(trim: Trim, thickness: float, grid: Grid, front: int, back: int) -> tuple[Facet, ...]:
    """Return a flat piece with a trim's shape and a thickness in mm, front side up.

    The texture is a grid of faces; ``front`` and ``back`` are the numbers of this piece's cells, and may be equal. The
    rim has the colours of the front's edge.
    """
    width, height = trim.size
    corners = _circle(trim) if trim.form == "circle" else _corners(trim)
    half = thickness / 2 / MM_PER_INCH

    def position(at: Point, y: float) -> Vector:
        return (at.x - width / 2) / MM_PER_INCH, y, (at.y - height / 2) / MM_PER_INCH

    def top_texture(at: Point) -> tuple[float, float]:
        return _in_grid(grid.columns, grid.rows, front, at.x / width, 1 - at.y / height)

    def bottom_texture(at: Point) -> tuple[float, float]:
        return _in_grid(grid.columns, grid.rows, back, 1 - at.x / width, 1 - at.y / height)

    top = Facet((0, 1, 0), tuple((position(at, half), top_texture(at)) for at in reversed(corners)))
    bottom = Facet((0, -1, 0), tuple((position(at, -half), bottom_texture(at)) for at in corners))
    rim = [
        Facet(
            _outwards(start, end),
            (
                (position(start, half), top_texture(start)),
                (position(end, half), top_texture(end)),
                (position(end, -half), top_texture(end)),
                (position(start, -half), top_texture(start)),
            ),
        )
        for start, end in pairwise((*corners, corners[0]))
    ]
    return (top, bottom, *rim)


def _in_grid(columns: int, rows: int, number: int, across: float, up: float) -> tuple[float, float]:
    """Return the texture coordinates of a point of one cell of a grid."""
    row, column = divmod(number, columns)
    return (column + across) / columns, (rows - 1 - row + up) / rows


def _corners(trim: Trim) -> tuple[Point, ...]:
    """Return the corners of a straight-sided trim, clockwise as seen on the page."""
    return tuple(Point(*numbers) for command, numbers in trim.outline(trim.frame()).segments if command in "ML")


def _circle(trim: Trim) -> tuple[Point, ...]:
    """Return points round a circle, clockwise as seen on the page."""
    radius = trim.size.width / 2
    turns = [2 * pi * step / _CIRCLE_CORNERS for step in range(_CIRCLE_CORNERS)]
    return tuple(Point(radius * (1 + cos(turn)), radius * (1 + sin(turn))) for turn in turns)


def _outwards(start: Point, end: Point) -> Vector:
    dx, dz = end.x - start.x, end.y - start.y
    length = hypot(dx, dz)
    return dz / length, 0, -dx / length


_CUBE: Final[Sequence[tuple[Vector, Vector, Vector]]] = (
    ((0, 1, 0), (1, 0, 0), (0, 0, -1)),
    ((0, 0, 1), (1, 0, 0), (0, 1, 0)),
    ((1, 0, 0), (0, 0, -1), (0, 1, 0)),
    ((-1, 0, 0), (0, 0, 1), (0, 1, 0)),
    ((0, 0, -1), (-1, 0, 0), (0, 1, 0)),
    ((0, -1, 0), (1, 0, 0), (0, 0, 1)),
)
"""The normal of each side of a die, and the directions to the right and the top of its picture.

Opposite sides, and the order of 1, 2, 3 round their corner, are as in `punchboard.compose.folding.nets`.
"""

CUBE_COLUMNS: Final = 3
CUBE_ROWS: Final = 2
"""The grid of a die's texture: its six sides in order."""


def cube(edge: float) -> tuple[Facet, ...]:
    """Return a die with an edge in mm; its texture has the sides in three columns and two rows."""
    half = edge / 2 / MM_PER_INCH
    facets = []
    for index, (normal, right, top) in enumerate(_CUBE):
        corners = []
        for across, up in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            x, y, z = (half * (n + across * r + up * t) for n, r, t in zip(normal, right, top, strict=True))
            place = _in_grid(CUBE_COLUMNS, CUBE_ROWS, index, (across + 1) / 2, (up + 1) / 2)
            corners.append(((x, y, z), place))
        facets.append(Facet(normal, tuple(corners)))
    return tuple(facets)


def obj_text(facets: Sequence[Facet], name: str) -> str:
    """Return a model as the text of an OBJ file, with each facet split into a fan of triangles."""
    points: dict[str, int] = {}
    places: dict[str, int] = {}
    normals: dict[str, int] = {}
    triangles: list[str] = []
    for facet in facets:
        third = _line_number(normals, _coordinates(facet.normal))
        corners = [
            f"{_line_number(points, _coordinates(point))}/{_line_number(places, _coordinates(place))}/{third}"
            for point, place in facet.corners
        ]
        triangles += [f"f {corners[0]} {second} {last}" for second, last in pairwise(corners[1:])]
    lines = [f"o {name}"]
    for letter, known in (("v", points), ("vt", places), ("vn", normals)):
        lines += [f"{letter} {numbers}" for numbers in known]
    return "\n".join([*lines, *triangles, ""])


def _line_number(known: dict[str, int], text: str) -> int:
    return known.setdefault(text, len(known) + 1)


def _coordinates(values: Sequence[float]) -> str:
    return " ".join(f"{value + 0.0:.5f}" if abs(value) >= 5e-6 else "0.00000" for value in values)
