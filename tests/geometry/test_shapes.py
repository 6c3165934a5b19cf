from math import hypot, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.geometry import Point, Rect, circle, ellipse, hexagon, rectangle, rounded_rectangle, star

thousandths = st.integers(-500_000, 500_000).map(lambda value: value / 1000)
measures = st.integers(4_000, 500_000).map(lambda value: value / 1000)
rects = st.builds(Rect, thousandths, thousandths, measures, measures)


def ends(outline):
    return [Point(*values[-2:]) for _, values in outline.segments if values]


@given(rects, st.floats(0.01, 100))
def test_simple_shapes_fill_their_rectangle(rect, radius):
    """Rectangle, rounded rectangle, ellipse and hexagon touch all four sides and stay within them."""
    for outline in (rectangle(rect), rounded_rectangle(rect, radius), ellipse(rect), hexagon(rect)):
        assert tuple(outline.bounds) == pytest.approx(tuple(rect), abs=0.0021)
        assert outline.segments[0][0] == "M"
        assert outline.segments[-1] == ("Z", ())


@given(rects)
def test_a_radius_is_limited_to_half_the_shorter_side(rect):
    """Any larger radius gives the same shape; a radius of zero gives the rectangle."""
    half = min(rect.width, rect.height) / 2
    assert rounded_rectangle(rect, half * 3) == rounded_rectangle(rect, half)
    assert rounded_rectangle(rect, 0) == rectangle(rect)


def test_the_points_of_a_circle_lie_on_it():
    """Each quarter ends at the radius; the curve deviates by less than 0.03 per cent."""
    outline = circle(Point(10, 20), 5)
    assert all(hypot(x - 10, y - 20) == pytest.approx(5) for x, y in ends(outline))
    _, (x1, y1, x2, y2, x3, y3) = outline.segments[1]
    (x0, y0) = outline.segments[0][1]
    middle = Point((x0 + 3 * x1 + 3 * x2 + x3) / 8, (y0 + 3 * y1 + 3 * y2 + y3) / 8)
    assert hypot(middle.x - 10, middle.y - 20) == pytest.approx(5, rel=0.0003)


def test_a_hexagon_of_the_right_proportion_is_regular():
    """If it is higher than wide it stands on a corner, otherwise on a side; all sides are equal."""
    for rect in (Rect(0, 0, 50, 100 / sqrt(3)), Rect(0, 0, 100 / sqrt(3), 50)):
        corners = ends(hexagon(rect))
        sides = [hypot(b.x - a.x, b.y - a.y) for a, b in zip(corners, (*corners[1:], corners[0]), strict=True)]
        assert sides == [pytest.approx(50 / sqrt(3), abs=0.002)] * 6
    assert ends(hexagon(Rect(0, 0, 50, 100 / sqrt(3))))[0] == Point(25, 0)
    assert ends(hexagon(Rect(0, 0, 100 / sqrt(3), 50)))[0] == Point(0, 25)


def test_a_star_has_its_first_point_up():
    """Points lie on the outer radius, the corners between them on the inner one."""
    corners = ends(star(Point(0, 0), 10, 5, depth=0.4))
    assert len(corners) == 10
    assert corners[0] == Point(0, -10)
    assert [round(hypot(*corner), 2) for corner in corners] == [10, 4] * 5
