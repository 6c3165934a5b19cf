"""Exports for virtual tabletops: grids of card faces, 3D models as Wavefront OBJ, and places without overlaps.

Tabletop Simulator reads OBJ files of triangles, with the origin in the middle and lengths in inches:
https://kb.tabletopsimulator.com/custom-content/custom-model/ and .../custom-tile/ ("in-game units (about an inch)").
The texture of a model is a grid of faces; texture coordinates say which face is on which side.

OBJ is right-handed: x to the right, y up, z towards the viewer. The corners of a facet run anticlockwise as seen from
outside, and texture coordinates count from the bottom left corner of the picture.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import ceil, cos, hypot, pi, sin
from typing import Final, NamedTuple, TypeVar

from punchboard.geometry import Affine, Point, Rect, Size, rectangle
from punchboard.model.layout.face import Face
from punchboard.model.layout.trim import Trim
from punchboard.scene import Group, Item, Page, Use
from punchboard.units import MM_PER_INCH

T = TypeVar("T")


class Limits(NamedTuple):
    """The limits of a virtual tabletop: columns, rows, pixels along a picture's longest side, and dots per inch."""

    columns: int
    rows: int
    pixels: int
    dpi: float


class Grid(NamedTuple):
    """A picture of equal cells: columns, rows, and the width and height of a cell in pixels."""

    columns: int
    rows: int
    cell: tuple[int, int]

    @property
    def pixels(self) -> tuple[int, int]:
        """Width and height of the whole picture in pixels."""
        return self.columns * self.cell[0], self.rows * self.cell[1]

    @property
    def last_cell(self) -> int:
        """The number of the last cell, counted from 0 along the rows."""
        return self.columns * self.rows - 1


def best_grid(count: int, size: Size, limits: Limits) -> Grid:
    """Return the grid for ``count`` cells of a size in mm that gives each cell the most pixels.

    Of equally fine grids, it is the one with the fewest empty cells, and of those the one closest to a square. The
    resolution never exceeds ``limits.dpi``.

    Raises:
        ValueError: when ``count`` is over the limits; `split_evenly` divides cells among several grids.
    """
    grids = [
        _grid(columns, ceil(count / columns), size, limits)
        for columns in range(1, min(count, limits.columns) + 1)
        if ceil(count / columns) <= limits.rows
    ]
    if not grids:
        raise ValueError(f"{count} cells do not fit in a grid of {limits.columns} x {limits.rows}")
    return max(grids, key=lambda grid: (grid.cell, -grid.last_cell, -abs(grid.pixels[0] - grid.pixels[1])))


def _grid(columns: int, rows: int, size: Size, limits: Limits) -> Grid:
    dpi = min(
        limits.dpi,
        limits.pixels * MM_PER_INCH / (columns * size.width),
        limits.pixels * MM_PER_INCH / (rows * size.height),
    )
    across, down = (max(1, int(length * dpi / MM_PER_INCH + 1e-6)) for length in size)
    return Grid(columns, rows, (across, down))


def split_evenly(items: Sequence[T], most: int) -> tuple[tuple[T, ...], ...]:
    """Return items in order, split into the fewest parts of at most ``most`` items; lengths differ by at most one."""
    parts = ceil(len(items) / most)
    ends = [len(items) * part // parts for part in range(parts + 1)] if items else []
    return tuple(tuple(items[start:end]) for start, end in pairwise(ends))


def grid_page(faces: Sequence[Face | None], size: Size, columns: int, rows: int) -> Page:
    """Return a page of faces in rows, each clipped to its cell of a size in mm; a cell without a face stays white."""
    items: list[Item] = []
    for index, face in enumerate(faces):
        if face is not None:
            row, column = divmod(index, columns)
            cell = Rect(column * size.width, row * size.height, *size)
            items.append(Group((Use(face.symbol),), Affine.move(cell.x, cell.y), rectangle(cell)))
    return Page(Size(columns * size.width, rows * size.height), tuple(items))


def cut_out_page(face: Face, label: str = "") -> Page:
    """Return a page of the trim's size with one face, clipped to its outline; outside the outline nothing is drawn."""
    frame = face.trim.frame()
    outline = face.trim.outline(frame)
    # a rectangle needs no clip, as the page ends there; and renderers share backgrounds of pages only without clips
    clip = None if outline == rectangle(frame) else outline
    return Page(frame.size, (Group((Use(face.symbol),), clip=clip),), label=label)


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

Opposite sides, and the order of 1, 2, 3 round their corner, are as in `punchboard.compose.nets`.
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


GAP: Final = 0.6
"""Space between objects, in the table's units."""


def row_centres(footprints: Sequence[Size], width: float) -> tuple[Point, ...]:
    """Return the centres of objects in rows, filled from the left and from top to bottom; y points down.

    Args:
        footprints: the area that each object takes.
        width: the width of a row; a wider object gets its own row.
    """
    centres: list[Point] = []
    x = y = row_height = 0.0
    for size in footprints:
        if x and x + size.width > width:
            x, y, row_height = 0.0, y + row_height + GAP, 0.0
        centres.append(Point(x + size.width / 2, y + size.height / 2))
        x, row_height = x + size.width + GAP, max(row_height, size.height)
    return tuple(centres)
