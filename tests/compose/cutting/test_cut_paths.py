from math import dist, pi

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from punchboard.compose.cutting import component_sides, continuous_lines, cut_paths
from punchboard.compose.sheets.imposition import Plan, plan_slots
from punchboard.geometry import Outline, Size
from punchboard.model.layout.trim import trim_from_text

A4 = Size(210, 297)


def laid(shape: str, gap: float = 0.0, count: int | None = None) -> tuple[Plan, tuple]:
    found = plan_slots(A4, trim_from_text(shape), gap=gap, margin=5)
    return found, found.slots[:count]


def points(outline: Outline) -> list[tuple[float, float]]:
    return [numbers[-2:] for _, numbers in outline.segments if numbers]


def lines(outline: Outline) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """Return the straight sides of a path."""
    corners = points(outline)
    ends = corners[1:] + (corners[:1] if outline.segments[-1][0] == "Z" else [])
    return list(zip(corners, ends, strict=False))


def cut_length(paths) -> float:
    """Return the total length in mm of straight paths."""
    return sum(dist(a, b) for path in paths for a, b in lines(path))


def distinct(plan_, taken) -> set:
    return {frozenset(side) for component in component_sides(plan_, taken) for side in component}


def hexagons(count: int) -> tuple[Plan, tuple]:
    return laid("hex 50mm", 0, count)


@given(st.integers(1, 21))
def test_hexagons_have_as_many_cuts_as_their_graph_has_edges(count):
    """An inner side belongs to two and a rim side to one: E = (6 n + rim) / 2, and V - E + n = 1 for one block."""
    found, taken = hexagons(count)
    met = [frozenset(side) for component in component_sides(found, taken) for side in component]
    rim = sum(met.count(side) == 1 for side in set(met))
    edges = distinct(found, taken)
    assert len(edges) == (6 * count + rim) / 2
    vertices = {corner for side in edges for corner in side}
    assert len(vertices) - len(edges) + count == 1


@given(st.sampled_from(["hex 50mm", "hex 23mm", "poker", "square 14mm", "square 30mm"]), st.integers(1, 90))
@settings(deadline=None)
def test_every_side_is_cut_once(shape, count):
    """All paths together are as long as all distinct sides, whatever the order of the lines."""
    found, taken = laid(shape, 0, count)
    whole = sum(dist(*side) for side in distinct(found, taken))
    assert cut_length(cut_paths(found, taken)) == pytest.approx(whole, abs=0.01)


def test_a_butted_block_is_cut_in_straight_lines():
    """Nine cards, three by three: four lines down and four across, from end to end."""
    found, taken = laid("poker")
    paths = cut_paths(found, taken)
    assert sorted(round(cut_length([path]), 2) for path in paths) == [190.5] * 4 + [266.7] * 4
    assert all(len(lines(path)) == 1 for path in paths)


def test_hexagons_are_cut_in_long_lines():
    """The knife is lifted far less often than there are sides."""
    found, taken = laid("hex 50mm")
    paths = cut_paths(found, taken)
    assert len(distinct(found, taken)) > 80
    assert len(paths) < 25


def test_a_single_hexagon_is_one_closed_path():
    """It shares no side, so its path is the trim's outline."""
    found, taken = hexagons(1)
    (path,) = cut_paths(found, taken)
    trim = found.trim
    assert path == trim.outline(trim.frame()).placed(taken[0].transform(trim))


@pytest.mark.parametrize(("shape", "radius"), [("poker", 3), ("square 30mm", 1), ("board 90mm x 40mm", 1)])
def test_rounded_components_have_a_closed_path_each(shape, radius):
    """Each lies in the trim of its slot, and its arcs have the radius."""
    found, taken = laid(shape, 2)
    paths = cut_paths(found, taken, radius)
    assert len(paths) == len(taken)
    for path, slot in zip(paths, taken, strict=True):
        assert path.segments[-1][0] == "Z"
        frame = slot.transform(found.trim).bounds(found.trim.frame())
        assert tuple(path.bounds) == pytest.approx(tuple(frame), abs=0.01)
        assert sum(command == "C" for command, _ in path.segments) == 4
        curve = next(numbers for command, numbers in path.segments if command == "C")
        at = path.segments[[command for command, _ in path.segments].index("C") - 1][1][-2:]
        assert (abs(curve[4] - at[0]), abs(curve[5] - at[1])) == pytest.approx((radius, radius), abs=0.002)


@pytest.mark.parametrize("shape", ["poker", "square 30mm", "hex 40mm"])
def test_components_with_gaps_are_cut_along_their_trims(shape):
    """Nothing is shared: each path is the closed outline of the trim in its slot."""
    found, taken = laid(shape, 3)
    expected = {
        frozenset(points(found.trim.outline(found.trim.frame()).placed(slot.transform(found.trim)))) for slot in taken
    }
    paths = cut_paths(found, taken)
    assert {frozenset(points(path)) for path in paths} == expected
    assert all(path.segments[-1][0] == "Z" for path in paths)


def test_circles_ignore_the_corner_radius():
    """A circle has no corners."""
    found, taken = laid("circle 25mm")
    paths = cut_paths(found, taken, 3)
    assert len(paths) == len(taken)
    assert paths == cut_paths(found, taken)
    assert cut_length(paths) < len(taken) * 25 * pi


def test_segments_that_do_not_touch_stay_separate_lines():
    """Two segments far apart are two lines, each from its start."""
    one, two = ((0, 0), (5, 0)), ((20, 0), (20, 5))
    assert [points(path) for path in continuous_lines([one, two])] == [[(0, 0), (5, 0)], [(20, 0), (20, 5)]]
