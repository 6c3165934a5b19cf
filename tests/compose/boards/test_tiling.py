"""Boards and mats split into parts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.compose.boards import MARKS, OVERLAP, column_name, is_split, neighbour_sides, tiling
from punchboard.geometry import Rect, Size
from punchboard.model.layout.trim import trim_from_text
from punchboard.model.printing.printer import PrinterFile
from punchboard.model.printing.sheet import PaperFile

A4 = PaperFile(name="A4", width=210, height=297)

lengths = st.floats(20, 2000)
areas = st.builds(Rect, st.just(-3.0), st.just(-3.0), lengths, lengths)
papers = st.sampled_from([Size(210, 297), Size(215.9, 279.4), Size(297, 420)])


@given(areas, papers)
def test_parts_fit_their_page(area, paper):
    """No part is larger than the part area of its page."""
    found = tiling(area, paper)
    assert found.paper in (paper, paper.turned())
    for part in found.parts:
        assert part.window.width <= found.part_area.width + 0.011
        assert part.window.height <= found.part_area.height + 0.011


@given(areas, papers)
def test_parts_cover_the_board_and_overlap_by_a_glue_strip(area, paper):
    """The first part begins and the last one ends with the board."""
    found = tiling(area, paper)
    at = {(part.column, part.row): part.window for part in found.parts}
    assert len(at) == found.columns * found.rows
    first, last = at[0, 0], at[found.columns - 1, found.rows - 1]
    assert (first.x, first.y) == (area.x, area.y)
    assert (last.right, last.bottom) == pytest.approx((area.right, area.bottom))
    for (column, row), window in at.items():
        if column:
            assert at[column - 1, row].right - window.x == pytest.approx(OVERLAP)
        if row:
            assert at[column, row - 1].bottom - window.y == pytest.approx(OVERLAP)


@given(areas, papers)
def test_neighbours_are_mutual(area, paper):
    """If a part has a neighbour to the right, that part has a neighbour to the left."""
    found = tiling(area, paper)
    sides = {(part.column, part.row): set(neighbour_sides(part, found)) for part in found.parts}
    for (column, row), here in sides.items():
        assert ("right" in here) == ("left" in sides.get((column + 1, row), set()))
        assert ("bottom" in here) == ("top" in sides.get((column, row + 1), set()))


@pytest.mark.parametrize(("index", "name"), [(0, "A"), (25, "Z"), (26, "AA"), (27, "AB"), (52, "BA")])
def test_columns_have_letters_as_in_a_spreadsheet(index, name):
    """AA follows Z."""
    assert column_name(index) == name


@pytest.mark.parametrize(
    ("shape", "split"),
    [
        ("board 200mm x 287mm", False),
        ("board 287mm x 200mm", False),
        ("board 201mm x 287mm", True),
        ("mat 24in x 14in", True),
        ("card 300mm x 300mm", False),
    ],
)
def test_only_boards_and_mats_too_large_for_the_paper_are_split(shape, split):
    """A card that is too large is still an error."""
    assert is_split(trim_from_text(shape), A4) is split


def test_paper_too_small_for_two_glue_strips_is_rejected():
    """Its pages would show nothing but glue strips."""
    with pytest.raises(ValueError, match="too small for parts of a board"):
        tiling(Rect(0, 0, 100, 100), Size(30, 30))


def test_parts_and_their_marks_lie_within_the_printable_area():
    """Wide printer margins make parts smaller; margins within the default change nothing."""
    area, a4 = Rect(0, 0, 500, 380), Size(210, 297)
    wide = tiling(area, a4, PrinterFile(margins=(16, 14, 9, 13)))
    for edge, blank in (
        (wide.part_area.y, 16),
        (wide.part_area.x, 13),
        (wide.paper.width - wide.part_area.right, 14),
        (wide.paper.height - wide.part_area.bottom, 9),
    ):
        assert edge >= blank + MARKS
    assert all(part.window.width <= wide.part_area.width for part in wide.parts)
    assert tiling(area, a4, PrinterFile(margins=(3, 3, 3, 3))) == tiling(area, a4)
