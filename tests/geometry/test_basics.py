import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.geometry import IDENTITY, Affine, Point, Rect, Size

lengths = st.floats(-1000, 1000)
sizes = st.floats(0, 1000)
points = st.builds(Point, lengths, lengths)
rects = st.builds(Rect, lengths, lengths, sizes, sizes)
affines = st.builds(Affine, *[st.floats(-3, 3)] * 4, lengths, lengths)
whole = st.integers(-1000, 1000)


def near(expected, tolerance=1e-6):
    return pytest.approx(expected, abs=tolerance)


@given(affines, affines, affines)
def test_transforms_are_associative(one, two, three):
    """It does not matter which pair of three transforms is combined first."""
    assert tuple((one @ two) @ three) == near(tuple(one @ (two @ three)), 1e-3)


@given(affines, affines, points)
def test_the_right_transform_is_applied_first(one, two, point):
    """``m @ n`` is n, then m."""
    assert tuple((one @ two).apply(point)) == near(tuple(one.apply(two.apply(point))), 1e-3)


@given(affines)
def test_identity_changes_nothing(transform):
    """Combined on either side, the identity leaves a transform unchanged."""
    assert tuple(IDENTITY @ transform) == near(tuple(transform))
    assert tuple(transform @ IDENTITY) == near(tuple(transform))


@given(st.integers(-8, 8), whole, whole)
def test_quarter_turns_are_exact(quarters, x, y):
    """Whole millimetres stay whole: cosines add no rounding errors."""
    expected = Point(x, y)
    for _ in range(quarters % 4):
        expected = Point(-expected.y, expected.x)
    assert Affine.turn(90 * quarters).apply(Point(x, y)) == expected


@given(st.floats(-720, 720), points, points)
def test_a_turn_keeps_its_centre_and_its_inverse_undoes_it(degrees, centre, point):
    """The centre stays, and turning back restores every point."""
    assert tuple(Affine.turn(degrees, centre).apply(centre)) == near(tuple(centre))
    home = (Affine.turn(-degrees, centre) @ Affine.turn(degrees, centre)).apply(point)
    assert tuple(home) == near(tuple(point))


def test_turns_are_clockwise_on_the_page():
    """With y downwards, a vector to the right points down after a quarter turn."""
    assert Affine.turn(90).apply(Point(1, 0)) == Point(0, 1)


def test_scaling_is_about_the_origin():
    """One factor scales both directions, two scale them separately."""
    assert Affine.scale(2).apply(Point(3, 4)) == Point(6, 8)
    assert Affine.scale(2, -1).apply(Point(3, 4)) == Point(6, -4)


@given(rects, st.floats(-500, 500))
def test_shrink_and_grow_are_inverse(rect, margin):
    """One restores what the other removes; the middle stays."""
    assert tuple(rect.shrink(margin).grow(margin)) == near(tuple(rect))
    assert tuple(rect.grow(margin).shrink(margin)) == near(tuple(rect))
    assert tuple(rect.grow(margin).centre) == near(tuple(rect.centre))


@given(rects, rects)
def test_overlap_is_symmetric_and_inside_both(one, other):
    """The common part is the same from either side, and lies in each."""
    common = one.overlap(other)
    assert common == other.overlap(one)
    if common is not None:
        assert one.contains(common)
        assert other.contains(common)


@pytest.mark.parametrize(
    ("other", "common"),
    [
        (Rect(5, 5, 10, 10), Rect(5, 5, 5, 5)),
        (Rect(2, 2, 3, 3), Rect(2, 2, 3, 3)),
        (Rect(10, 0, 5, 5), None),
        (Rect(20, 20, 5, 5), None),
        (Rect(3, 3, 0, 4), None),
    ],
)
def test_rectangles_overlap_where_they_share_area(other, common):
    """Edges that touch share no area, and a rectangle without area shares none."""
    assert Rect(0, 0, 10, 10).overlap(other) == common


@given(rects, rects)
def test_a_union_holds_both(one, other):
    """The union is the smallest such: each of its sides is a side of one of them."""
    union = one.union(other)
    assert union.contains(one)
    assert union.contains(other)
    assert union.x in {one.x, other.x}
    assert union.y in {one.y, other.y}


@given(rects, affines)
def test_bounds_hold_the_image_of_every_corner(rect, transform):
    """The bounding rectangle of a turned one contains its corners and its middle."""
    bounds = transform.bounds(rect).grow(1e-3)
    for x in (rect.x, rect.right):
        for y in (rect.y, rect.bottom):
            assert bounds.contains(Rect(*transform.apply(Point(x, y)), 0, 0))


@given(sizes, sizes, st.floats(0, 100))
def test_sizes_grow_and_turn(width, height, margin):
    """A margin is added on all four sides; two quarter turns restore the size."""
    size = Size(width, height)
    assert tuple(size.grown(margin)) == near(tuple(Rect(0, 0, width, height).grow(margin).size))
    assert size.turned() == Size(height, width)
    assert size.turned().turned() == size
