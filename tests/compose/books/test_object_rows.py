"""Things spread over a table never lie on one another."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from punchboard.compose.books.object_rows import GAP, row_centres
from punchboard.geometry import Size

footprints = st.lists(st.builds(Size, st.floats(0.1, 12), st.floats(0.1, 12)), max_size=30)


@given(footprints, st.floats(5, 40))
def test_nothing_lies_on_anything_else(sizes, width):
    """Of any two things there is a gap between them across or down."""
    placed = list(zip(row_centres(sizes, width), sizes, strict=True))
    for (at, size), (other, its) in combinations(placed, 2):
        across = abs(at.x - other.x) - (size.width + its.width) / 2
        down = abs(at.y - other.y) - (size.height + its.height) / 2
        assert max(across, down) > GAP - 1e-6


@given(footprints, st.floats(12, 40))
def test_rows_end_where_they_should(sizes, width):
    """Nothing that is no wider than a row reaches beyond it."""
    for at, size in zip(row_centres(sizes, width), sizes, strict=True):
        assert at.x - size.width / 2 >= -1e-9
        assert at.x + size.width / 2 <= width + 1e-9
