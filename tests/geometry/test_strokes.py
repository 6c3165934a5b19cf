"""Lines of some width become outlines that cover what a drawing program draws."""

from math import pi

import pytest

from punchboard.geometry import path_from_svg
from punchboard.geometry.shapes import polygon, signed_area, subpaths
from punchboard.geometry.strokes import Pen, stroked


def area(outline):
    """Return the area of an outline whose parts do not overlap, with the sign of its direction."""
    return sum(signed_area(polygon(part)) for part in subpaths(outline))


@pytest.mark.parametrize(
    ("path", "pen", "covered"),
    [
        ("M0 0H10", Pen(2), 20),
        ("M10 0H0", Pen(2), 20),
        ("M0 0H10", Pen(2, cap="square"), 24),
        ("M0 0H10", Pen(2, cap="round"), 20 + pi),
        ("M0 0H10V10", Pen(2), 40),
        ("M0 0H10V10", Pen(2, join="bevel"), 39.5),
        ("M0 0H10V10", Pen(2, join="round"), 39 + pi / 4),
        ("M0 0H10V-10", Pen(2), 40),
        ("M0 0H10V10H0Z", Pen(2), 80),
        ("M0 0V10H10V0Z", Pen(2), 80),
        ("M0 0H10L0 1", Pen(2, miter_limit=1.5), None),
        ("M10 0A10 10 0 1 1 -10 0A10 10 0 1 1 10 0Z", Pen(2), 2 * pi * 10 * 2),
        ("M3 3h0", Pen(2, cap="round"), pi),
        ("M3 3h0", Pen(2, cap="square"), 4),
        ("M3 3h0", Pen(2), 0),
    ],
)
def test_a_line_covers_its_width(path, pen, covered):
    """With its joins and its ends, in whichever direction it is drawn: all parts wind the same way."""
    found = area(stroked(path_from_svg(path), pen))
    assert found >= 0
    assert covered is None or found == pytest.approx(covered, rel=0.02, abs=0.01)


def test_a_curve_tighter_than_its_width_has_no_hole():
    """The inner side of the curve folds over, and still winds the same way as the outer one."""
    outline = stroked(path_from_svg("M0 0C4 0 4 2 0 2"), Pen(4, cap="round", join="round"))
    assert [signed_area(polygon(part)) > 0 for part in subpaths(outline)] == [True]
    assert outline.bounds.height == pytest.approx(6, abs=0.05)
