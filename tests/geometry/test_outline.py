import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.geometry import IDENTITY, Affine, Outline, Rect, join_outlines, polyline, rectangle, smooth_curve

lengths = st.floats(-1000, 1000)
corners = st.lists(st.tuples(lengths, lengths), min_size=1, max_size=12)
affines = st.builds(Affine, *[st.floats(-3, 3)] * 4, lengths, lengths)


def numbers(outline):
    return [value for _, values in outline.segments for value in values]


@given(corners, affines)
def test_placing_rounds_once_to_a_micrometre(points, transform):
    """Every coordinate of a placed outline has three decimals and is within half a micrometre of the exact value."""
    line = polyline(points)
    placed = line.placed(transform)
    assert all(value == round(value, 3) for value in numbers(placed))
    a, b, c, d, e, f = transform
    for (_, (x, y)), (_, (px, py)) in zip(line.segments, placed.segments, strict=True):
        assert px == pytest.approx(a * x + c * y + e, abs=0.000501)
        assert py == pytest.approx(b * x + d * y + f, abs=0.000501)


@given(corners, st.booleans())
def test_placing_by_the_identity_leaves_a_rounded_outline_unchanged(points, closed):
    """Rounding a second time changes nothing."""
    line = polyline(points, closed=closed)
    assert line.placed(IDENTITY) == line


@given(corners)
def test_bounds_hold_every_point_of_a_polyline(points):
    """The bounds touch the outermost points."""
    bounds = polyline(points).bounds
    assert bounds.x == round(min(x for x, _ in points), 3)
    assert bounds.bottom == pytest.approx(max(y for _, y in points), abs=0.001)


def test_an_outline_without_points_has_empty_bounds():
    """A rectangle without size at the origin."""
    assert Outline(()).bounds == Rect(0, 0, 0, 0)


def test_joined_outlines_keep_their_subpaths():
    """Joining two is the same as adding them."""
    one, other = rectangle(Rect(0, 0, 1, 1)), rectangle(Rect(5, 5, 1, 1))
    assert join_outlines((one, other)) == one + other
    assert (one + other).bounds == Rect(0, 0, 6, 6)


def test_equal_outlines_are_equal_values():
    """They can be keys of a dictionary."""
    assert len({rectangle(Rect(0, 0, 1, 1)), rectangle(Rect(0, 0, 1, 1))}) == 1


@given(st.lists(st.tuples(lengths, lengths), min_size=3, max_size=12), st.booleans())
def test_a_smooth_curve_goes_through_its_points(points, closed):
    """Each cubic ends at the next point; a closed one returns to the first."""
    curve = smooth_curve(points, closed=closed)
    ends = [values[-2:] for _, values in curve.segments if values]
    assert all(value == round(value, 3) for end in ends for value in end)
    for end, point in zip(ends, [*points, points[0]] if closed else points, strict=True):
        assert end == pytest.approx(point, abs=0.000501)


def test_two_points_make_a_straight_line():
    """There is nothing to smooth: the control points lie on the line."""
    assert smooth_curve([(0, 0), (6, 12)]).segments == (("M", (0, 0)), ("C", (1, 2, 5, 10, 6, 12)))
