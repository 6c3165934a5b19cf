"""Grids of faces: as fine as the limits allow, with every face in its cell."""

from hypothesis import given
from hypothesis import strategies as st

from punchboard.compose.tabletop import Limits, best_grid, grid_page, split_evenly
from punchboard.geometry import Point, Size
from punchboard.model.layout.face import Face
from punchboard.model.layout.trim import trim_from_text
from punchboard.problem import Place
from punchboard.scene import Symbol

TABLE = Limits(10, 7, 4096, 300)
POKER = Size(63.5, 88.9)
sizes = st.builds(Size, st.integers(10, 200).map(float), st.integers(10, 200).map(float))


@given(st.integers(1, 70), sizes)
def test_a_grid_stays_within_the_limits(count, size):
    """All cells fit, in at most ten columns and seven rows, and no picture is larger or finer than allowed."""
    grid = best_grid(count, size, TABLE)
    assert count <= grid.columns * grid.rows
    assert grid.columns <= TABLE.columns
    assert grid.rows <= TABLE.rows
    assert max(grid.pixels) <= TABLE.pixels
    assert all(pixels <= length / 25.4 * TABLE.dpi + 1e-6 for pixels, length in zip(grid.cell, size, strict=True))


@given(st.integers(1, 70), sizes)
def test_no_other_grid_is_finer(count, size):
    """With any other number of columns, cells would not be wider."""
    best = best_grid(count, size, TABLE)
    for columns in range(1, 11):
        rows = -(-count // columns)
        if rows <= TABLE.rows:
            dpi = min(300, 4096 * 25.4 / columns / size.width, 4096 * 25.4 / rows / size.height)
            assert best.cell[0] >= int(size.width * dpi / 25.4 - 1e-6)


def test_a_small_deck_has_full_resolution_and_a_large_one_fills_the_picture():
    """Eleven cards and their hidden face have 300 dpi; 69 fill ten columns and seven rows."""
    assert best_grid(12, POKER, TABLE).cell == (750, 1050)
    full = best_grid(70, POKER, TABLE)
    assert (full.columns, full.rows, full.last_cell) == (10, 7, 69)
    assert full.cell == (409, 573)


@given(st.lists(st.integers(), max_size=300), st.integers(1, 69))
def test_parts_hold_everything_once_and_are_equally_long(things, most):
    """Parts follow one another, are never longer than allowed, and differ by at most one."""
    parts = split_evenly(things, most)
    assert [thing for part in parts for thing in part] == things
    lengths = {len(part) for part in parts}
    assert all(0 < length <= most for length in lengths)
    assert max(lengths, default=0) - min(lengths, default=0) <= 1
    assert len(parts) == -(-len(things) // most)


def test_faces_lie_along_rows():
    """The fourth of three columns begins the second row; a cell without a face stays empty."""
    trim = trim_from_text("poker")
    one, other = (Face(name, trim, 3, 3, Symbol(name, trim.frame(3), ()), (), Place(name)) for name in "ab")
    page = grid_page([one, None, None, other], POKER, 3, 2)
    assert page.size == (3 * 63.5, 2 * 88.9)
    places = [group.transform.apply(Point(0, 0)) for group in page.items]
    assert places == [Point(0, 0), Point(0, 88.9)]
