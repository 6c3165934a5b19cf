"""Solids: a plate with domes is one closed surface, which a 3D printer can print."""

import struct
from collections import Counter
from math import pi

from hypothesis import given
from hypothesis import strategies as st

from punchboard.geometry import Point, Rect
from punchboard.products.braille import Dome, plate, stl
from punchboard.products.braille.cells import MARBURG, dots
from punchboard.products.braille.labels import EDGE

DOME = Dome(MARBURG.base, MARBURG.height)
lines_of_cells = st.lists(st.text("⠁⠃⠉⠵⠼⠠⠤⠿⠀", max_size=6), max_size=3)


def triangles_of(data):
    """Return the normal and the corners of each triangle of a binary STL file."""
    (count,) = struct.unpack_from("<I", data, 80)
    assert len(data) == 84 + 50 * count
    rows = [struct.unpack_from("<12f", data, 84 + 50 * index) for index in range(count)]
    return [(row[:3], (row[3:6], row[6:9], row[9:12])) for row in rows]


def volume_of(triangles):
    """Return the volume that a closed surface is round; negative if its triangles face inwards."""
    total = 0.0
    for _, ((a, b, c), (d, e, f), (g, h, i)) in triangles:
        total += (a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)) / 6
    return total


@given(lines_of_cells, st.floats(0, 150), st.floats(0, 150))
def test_the_surface_of_a_label_is_closed(lines, x, y):
    """Each edge is in two triangles, once in each direction; and it has the volume of the plate and its domes."""
    area, thickness = Rect(x, y, 41.0, 30.0), 0.8
    domes = [*dots(lines, Point(x + EDGE, y + EDGE))]
    found = triangles_of(stl(plate(area, thickness, domes, DOME)))
    edges = Counter((one[k], one[(k + 1) % 3]) for _, one in found for k in range(3))
    assert all(count == 1 and edges[end, start] == 1 for (start, end), count in edges.items())
    domes_volume = len(domes) * 2 / 3 * pi * (MARBURG.base / 2) ** 2 * MARBURG.height
    whole = area.width * area.height * thickness
    assert whole - 0.02 <= volume_of(found) <= whole + domes_volume + 0.02
    assert volume_of(found) >= whole + 0.85 * domes_volume - 0.02


def test_a_dome_has_its_height_and_its_width():
    """And each triangle has a normal of length 1."""
    found = triangles_of(stl(plate(Rect(0, 0, 10, 10), 0.8, [Point(5, 5)], DOME)))
    corners = {corner for _, one in found for corner in one}
    assert abs(max(z for _, _, z in corners) - 1.3) < 1e-6
    assert max(x for x, _, z in corners if z > 0.81) < 5 + MARBURG.base / 2
    assert all(abs(sum(part * part for part in normal) - 1) < 1e-5 for normal, _ in found)
