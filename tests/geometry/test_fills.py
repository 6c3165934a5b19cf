"""Fills: one outline for the non-zero rule covers the same area."""

import pytest

from punchboard.geometry import path_from_svg, path_to_svg
from punchboard.geometry.shapes import Fill, polygon, reversed_subpath, signed_area, subpaths, union_outline

SQUARE = "M0 0H100V100H0Z"
INNER = "M20 20H80V80H20Z"
INNER_BACK = "M20 20V80H80V20Z"
BESIDE = "M120 0H200V100H120Z"
OVER = "M50 50V150H150V50Z"


def covered(outline):
    """Return the signed area of the subpaths in total."""
    return abs(sum(signed_area(polygon(part)) for part in subpaths(outline)))


@pytest.mark.parametrize(("inner", "size"), [(INNER, 6400), (INNER_BACK, 6400)])
def test_an_even_odd_hole_is_a_hole_for_the_other_rule(inner, size):
    """A subpath within another gets the opposite direction, whatever its direction was."""
    whole = union_outline([Fill(path_from_svg(SQUARE + inner), even_odd=True)])
    assert covered(whole) == pytest.approx(size)


def test_an_island_in_a_hole_is_filled_again():
    """Every second nesting level is a hole."""
    island = "M40 40H60V60H40Z"
    whole = union_outline([Fill(path_from_svg(SQUARE + INNER + island), even_odd=True)])
    assert covered(whole) == pytest.approx(6400 + 400)


def test_fills_that_overlap_stay_filled_where_both_are():
    """Two shapes with opposite directions make no hole."""
    whole = union_outline([Fill(path_from_svg(SQUARE)), Fill(path_from_svg(OVER))])
    assert all(signed_area(polygon(part)) > 0 for part in subpaths(whole))


def test_a_self_crossing_even_odd_fill_cannot_be_converted():
    """An even-odd star of one line has a hole in its middle that reversing subpaths cannot make."""
    star = "M50 0L79 90L2 35H98L21 90Z"
    assert union_outline([Fill(path_from_svg(star), even_odd=True)]) is None
    assert union_outline([Fill(path_from_svg(star))]) is not None


def test_a_single_non_zero_fill_stays_unchanged():
    """Nearly every icon is one."""
    outline = path_from_svg(SQUARE + BESIDE + "M10 10C20 0 30 0 40 10Z")
    assert union_outline([Fill(outline)]) == outline


@pytest.mark.parametrize("path", [SQUARE, "M0 0C0 50 50 100 100 100L100 0Z", "M5 5Q50 80 90 5T40 30"])
def test_reversing_twice_restores_a_subpath(path):
    """A reversed subpath has the negative area; reversed twice, it is the same except for its starting point."""
    (part,) = subpaths(path_from_svg(path))
    back = reversed_subpath(part)
    assert signed_area(polygon(back)) == pytest.approx(-signed_area(polygon(part)))
    assert signed_area(polygon(reversed_subpath(back))) == pytest.approx(signed_area(polygon(part)))


def test_a_line_after_a_closed_subpath_starts_at_its_beginning():
    """SVG lets a line follow a Z without a move."""
    parts = [path_to_svg(part) for part in subpaths(path_from_svg("M10 10H20V20ZL0 0V10Z"))]
    assert parts == ["M10 10L20 10L20 20Z", "M10 10L0 0L0 10Z"]
