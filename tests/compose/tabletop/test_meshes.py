"""3D models, read back from OBJ: closed, with normals pointing outwards and textures not mirrored."""

from math import isclose

import pytest

from punchboard.compose.tabletop import CUBE_COLUMNS, CUBE_ROWS, Grid, cube, obj_text, prism
from punchboard.model.layout.trim import trim_from_text

GRID = Grid(3, 2, (100, 100))
SHAPES = ("hex 50mm", "circle 20mm", "square 14mm", "board 190mm x 70mm", "card 60mm x 80mm")
BODIES = {shape: prism(trim_from_text(shape), 2, GRID, 1, 5) for shape in SHAPES} | {"die": cube(16)}


def read(text):
    """Return the triangles of an OBJ file, each as three (point, texture coordinates, normal)."""
    tables = {"v": [], "vt": [], "vn": []}
    triangles = []
    for line in text.splitlines():
        key, *rest = line.split()
        if key in tables:
            tables[key].append(tuple(map(float, rest)))
        elif key == "f":
            corners = [tuple(map(int, corner.split("/"))) for corner in rest]
            assert len(corners) == 3
            triangles.append([(tables["v"][v - 1], tables["vt"][t - 1], tables["vn"][n - 1]) for v, t, n in corners])
    return triangles


def cross(a, b):
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def minus(a, b):
    return tuple(x - y for x, y in zip(a, b, strict=True))


def dot(a, b):
    return sum(x * y for x, y in zip(a, b, strict=True))


@pytest.mark.parametrize("name", BODIES)
def test_a_model_is_closed(name):
    """Every edge of a triangle belongs to one other triangle, in the opposite direction."""
    edges = []
    for triangle in read(obj_text(BODIES[name], "body")):
        points = [corner[0] for corner in triangle]
        edges += zip(points, (*points[1:], points[0]), strict=True)
    assert sorted(edges) == sorted((end, start) for start, end in edges)
    assert len(edges) == len(set(edges))


@pytest.mark.parametrize("name", BODIES)
def test_normals_point_outwards(name):
    """Corners run anticlockwise as seen from outside; the origin is in the middle."""
    for triangle in read(obj_text(BODIES[name], "body")):
        (a, _, normal), (b, _, _), (c, _, _) = triangle
        around = cross(minus(b, a), minus(c, a))
        assert dot(around, normal) > 0
        assert dot(a, normal) > 0
        assert isclose(dot(normal, normal), 1, abs_tol=1e-4)


@pytest.mark.parametrize("name", BODIES)
def test_textures_are_not_mirrored(name):
    """On sides with a picture, right and then up in the picture is a left turn as seen from outside."""
    for facet in BODIES[name]:
        (a, ta), (b, tb), (c, tc) = facet.corners[:3]
        (u1, v1), (u2, v2) = minus(tb, ta), minus(tc, ta)
        area = u1 * v2 - u2 * v1
        if abs(area) > 1e-9:
            assert area > 0
            assert dot(cross(minus(b, a), minus(c, a)), facet.normal) > 0


@pytest.mark.parametrize(("side", "number"), [(1, 1), (-1, 5)])
def test_front_and_back_show_their_own_cells_of_the_grid(side, number):
    """The front of a hexagon touches all four edges of the second cell, its back those of the last."""
    facet = next(facet for facet in BODIES["hex 50mm"] if facet.normal == (0, side, 0))
    row, column = divmod(number, GRID.columns)
    across = [u for _, (u, _) in facet.corners]
    up = [v for _, (_, v) in facet.corners]
    assert (min(across), max(across)) == pytest.approx((column / 3, (column + 1) / 3))
    assert (min(up), max(up)) == pytest.approx(((1 - row) / 2, (2 - row) / 2), abs=1e-6)


def test_pieces_have_actual_size_in_inches():
    """A hexagon of 50 mm is 50 / 25.4 units between its sides, 2 mm thick, with points at the picture's top."""
    points = [point for facet in BODIES["hex 50mm"] for point, _ in facet.corners]
    wide, thick, deep = (max(axis) - min(axis) for axis in zip(*points, strict=True))
    assert (wide * 25.4, thick * 25.4) == pytest.approx((50, 2))
    assert deep > wide


def test_a_die_has_each_side_once_and_opposite_sides_add_up():
    """Its six sides show the six cells in order; the first is opposite the last, and so on."""
    facets = BODIES["die"]
    for index, facet in enumerate(facets):
        row, column = divmod(index, CUBE_COLUMNS)
        middle = [sum(axis) / 4 for axis in zip(*(place for _, place in facet.corners), strict=True)]
        assert middle == pytest.approx([(column + 0.5) / CUBE_COLUMNS, (CUBE_ROWS - row - 0.5) / CUBE_ROWS])
        assert dot(facet.normal, facets[5 - index].normal) == -1
    one, two, three = (facet.normal for facet in facets[:3])
    assert dot(cross(one, two), three) > 0
