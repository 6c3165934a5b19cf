"""Colours under an area, compared with shares worked out by hand and with single points."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.checks.ink.background_colour import (
    BARE_PAPER,
    PICTURE,
    CellGrid,
    background_shares,
    filled_cells,
    may_lie_under,
    stroked_cells,
)
from punchboard.checks.ink.painted_areas import Edges, edges_of, leaves_of, parts_of, rectangle_parts
from punchboard.geometry import Affine, Outline, Point, Rect, circle, hexagon, polyline, rectangle, star
from punchboard.scene import Group, Image, Picture, Shape, Stroke, Symbol, Use

AREA = Rect(0, 0, 20, 10)
RED, BLUE, INK = "#c8402f", "#2f5fb0", "#1d1d1f"


def drawn(*items):
    """Return the leaves of a symbol."""
    return leaves_of(Symbol("face", Rect(0, 0, 60, 90), items))


def shares(*items, area=AREA):
    """Return the share of each colour under an area of a drawing."""
    return dict(background_shares(area, Edges(rectangle_parts(area)), area.height / 16, drawn(*items)))


def box(x, y, width, height, **paint):
    return Shape(rectangle(Rect(x, y, width, height)), **paint)


def test_paper_counts_where_nothing_is_printed():
    """If nothing is printed at all, and if shapes lie beside the area."""
    assert shares() == {BARE_PAPER: 1}
    assert shares(box(30, 0, 9, 9, fill=RED), box(0, 10.1, 20, 9, fill=BLUE)) == {BARE_PAPER: 1}


def test_the_topmost_colour_counts():
    """What lies below it is not visible."""
    assert shares(box(-1, -1, 30, 30, fill=RED), box(-1, -1, 30, 30, fill=BLUE)) == {BLUE: 1}


@pytest.mark.parametrize(("width", "share"), [(5, 0.25), (10, 0.5), (19, 0.95), (20, 1.0)])
def test_a_part_counts_by_its_area(width, share):
    """To the width of a cell."""
    found = shares(box(-1, -1, width + 1, 30, fill=RED))
    assert found[RED] == pytest.approx(share, abs=0.02)
    assert sum(found.values()) == pytest.approx(1)


def test_a_line_counts_by_its_width():
    """Across the area, and around it without reaching it."""
    across = Shape(polyline([(-5, 5), (25, 5)]), stroke=Stroke(INK, 2.5))
    assert shares(across)[INK] == pytest.approx(0.25, abs=0.01)
    assert shares(box(-3, -3, 26, 16, stroke=Stroke(INK, 1))) == {BARE_PAPER: 1}
    assert shares(box(-3, -3, 26, 16, fill=RED, stroke=Stroke(INK, 8)))[INK] > 0.2


def test_a_hairline_along_a_text_takes_one_row_of_cells():
    """That is too little to count."""
    for y in range(1, 100, 7):
        assert shares(Shape(polyline([(-5, y / 10), (25, y / 10)]), stroke=Stroke(INK, 0.1))).get(INK, 0) <= 1 / 16


def test_holes_show_what_lies_below():
    """In a ring of two circles with opposite directions, and in one filled by the even-odd rule."""
    hole = hexagon(Rect(-5, -12, 30, 34))
    whole = rectangle(Rect(-20, -20, 60, 60))
    backwards = polyline([numbers for _, numbers in reversed(hole.segments) if numbers], closed=True)
    assert shares(Shape(whole + hole, fill=RED)) == {RED: 1}
    assert shares(Shape(whole + hole, fill=RED, even_odd=True)) == {BARE_PAPER: 1}
    assert shares(Shape(whole + backwards, fill=RED)) == {BARE_PAPER: 1}


def test_clips_cut_what_is_drawn_in_them():
    """Fully, partly and not at all."""
    paint = box(-9, -9, 40, 40, fill=RED)
    for right, share in ((-1, 0), (5, 0.25), (30, 1)):
        clip = rectangle(Rect(-5, -5, right + 5, 30))
        assert shares(Group((paint,), clip=clip)).get(RED, 0) == pytest.approx(share, abs=0.02)
        assert shares(Group((Group((paint,), clip=clip),), clip=rectangle(Rect(-9, -9, 60, 60)))).get(
            RED, 0
        ) == pytest.approx(share, abs=0.02)


def test_symbols_count_where_they_are_placed():
    """Moved, turned, and reduced."""
    symbol = Symbol("sign", Rect(0, 0, 20, 10), (box(0, 0, 20, 10, fill=RED),))
    assert shares(Use(symbol)) == {RED: 1}
    assert shares(Use(symbol, Affine.move(10, 0)))[RED] == pytest.approx(0.5, abs=0.02)
    assert shares(Use(symbol, Affine.turn(90, Point(10, 5))))[RED] == pytest.approx(0.5, abs=0.02)
    assert shares(Use(symbol, Affine.scale(0.5)))[RED] == pytest.approx(0.25, abs=0.02)


def test_the_pixels_of_a_picture_are_not_read():
    """The picture counts as one colour."""
    picture = Picture(Rect(-1, -1, 11, 20), Image("digest", b"", 100, 100))
    assert shares(picture)[PICTURE] == pytest.approx(0.5, abs=0.02)


OUTLINES = st.sampled_from(
    [
        circle(Point(8, 4), 6),
        star(Point(10, 5), 9, 5),
        hexagon(Rect(-3, -3, 18, 14)),
        rectangle(Rect(2, 2, 30, 3)),
        circle(Point(3, 3), 2.5) + star(Point(14, 5), 6, 7),
    ]
)


def inside(outline: Outline, x: float, y: float) -> bool:
    """Return whether one point is inside, by its winding number over straight pieces."""
    return Edges(parts_of(outline)).contains_centre(Rect(x, y, 0, 0))


@given(OUTLINES, st.floats(-4, 16), st.floats(-4, 9), st.floats(0.5, 12), st.floats(0.5, 6))
def test_cells_are_set_if_their_centres_lie_inside(outline, x, y, width, height):
    """Compared with each single point."""
    grid = CellGrid.over(Rect(x, y, width, height), height / 8)
    cells = filled_cells(grid, edges_of(outline))
    for row in range(grid.rows):
        for column in range(grid.columns):
            at = (x + (column + 0.5) * grid.cell, y + (row + 0.5) * grid.cell)
            assert bool(cells >> (row * grid.columns + column) & 1) == inside(outline, *at)


@given(OUTLINES, st.floats(-4, 16), st.floats(-4, 9), st.floats(0.5, 12), st.floats(0.5, 6))
def test_the_quick_test_finds_every_colour_that_the_cells_find(outline, x, y, width, height):
    """It may find more."""
    area = Rect(x, y, width, height)
    leaves = drawn(box(-50, -50, 99, 99, fill=BLUE), Shape(outline, fill=RED, stroke=Stroke(INK, 0.3)))
    found = background_shares(area, Edges(rectangle_parts(area)), height / 16, leaves)
    for colour in (BLUE, RED, INK):
        assert colour not in found or may_lie_under(area, leaves, colour.__eq__)
    assert not may_lie_under(area, leaves, BARE_PAPER.__eq__)


def test_lines_cover_what_lies_near_them():
    """The stroke of a circle covers a ring of its width."""
    grid = CellGrid.over(Rect(0, 0, 20, 20), 0.1)
    ring = stroked_cells(grid, edges_of(circle(Point(10, 10), 6)), 1.0)
    assert ring.bit_count() * grid.cell**2 == pytest.approx(2 * 3.1416 * 6, rel=0.03)
