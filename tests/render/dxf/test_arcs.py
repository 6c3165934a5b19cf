from math import cos, pi, radians, sin, tan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.geometry import Affine, Outline, Point, Rect, circle, polyline, rounded_rectangle, smooth_curve
from punchboard.render.dxf import circle_of, subpaths


def arc(radius: float, angle: float) -> Outline:
    """Return an arc about the origin from (radius, 0) as one cubic, clockwise as seen on the page."""
    handle = 4 / 3 * tan(angle / 4) * radius
    end = (radius * cos(angle), radius * sin(angle))
    before = (end[0] + handle * sin(angle), end[1] - handle * cos(angle))
    return Outline((("M", (radius, 0.0)), ("C", (radius, handle, *before, *end))))


@given(st.floats(2, 100), st.floats(15, 90), st.booleans())
def test_an_arc_is_recognised_at_any_angle(radius, degrees, mirrored):
    """The bulge is the tangent of a quarter of the angle, and mirroring changes its sign."""
    outline = arc(radius, radians(degrees)).placed(Affine(1, 0, 0, -1 if mirrored else 1, 7, 9))
    (run,) = subpaths(outline)
    assert run.vertices[0].bulge == pytest.approx(tan(radians(degrees) / 4) * (-1 if mirrored else 1), abs=2e-3)
    assert len(run.vertices) == 2


@given(st.floats(1, 60), st.floats(1, 60), st.floats(0.5, 10))
def test_a_rounded_rectangle_has_four_quarters(width, height, radius):
    """Eight corners at most, four of them before an arc, in a closed subpath."""
    (run,) = subpaths(rounded_rectangle(Rect(3, 4, width + 20.5, height + 20.5), radius))
    assert run.closed
    assert len(run.vertices) == 8
    assert sum(abs(vertex.bulge - tan(pi / 8)) < 1e-3 for vertex in run.vertices) == 4


@given(st.floats(1, 100), st.floats(0, 300), st.floats(0, 300))
def test_a_circle_is_found_in_its_four_quarters(radius, x, y):
    """Its middle and radius come back to a hundredth of a millimetre."""
    (run,) = subpaths(circle(Point(x, y), radius))
    found = circle_of(run)
    assert tuple(found.centre) == pytest.approx((x, y), abs=0.01)
    assert found.radius == pytest.approx(radius, abs=0.01)


def test_a_curve_that_is_not_an_arc_becomes_short_lines():
    """It has no bulge, and its ends stay."""
    (run,) = subpaths(smooth_curve([(0, 0), (10, 3), (12, 20), (30, 18)]))
    assert len(run.vertices) == 3 * 16 + 1
    assert run.vertices[-1][:2] == (30, 18)


def test_open_and_closed_subpaths_are_distinguished():
    """A closed one does not repeat its first corner."""
    both = polyline([(0, 0), (1, 0)]) + polyline([(5, 5), (9, 5), (9, 9), (5, 5)], closed=True)
    first, second = subpaths(both)
    assert (first.closed, len(first.vertices)) == (False, 2)
    assert (second.closed, len(second.vertices)) == (True, 3)


def test_a_square_of_straight_lines_is_not_a_circle():
    """Nor is a polygon with three arcs."""
    (run,) = subpaths(polyline([(0, 0), (1, 0), (1, 1), (0, 1)], closed=True))
    assert circle_of(run) is None
