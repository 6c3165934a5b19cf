"""Things spread over a table never lie on one another."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from punchboard.compose.tabletop import GAP, row_centres
from punchboard.geometry import Size

footprints = st.lists(st.builds(Size, st.floats(0.1, 12), st.floats(0.1, 12)), max_size=30)


@given(footprints, st.floats(5, 40))
def test_objects_do_not_overlap(sizes, width):
    """Any two objects have a gap between them, horizontally or vertically."""
    placed = list(zip(row_centres(sizes, width), sizes, strict=True))
    for (at, size), (other, its) in combinations(placed, 2):
        across = abs(at.x - other.x) - (size.width + its.width) / 2
        down = abs(at.y - other.y) - (size.height + its.height) / 2
        assert max(across, down) > GAP - 1e-6


@given(footprints, st.floats(12, 40))
def test_rows_are_no_wider_than_the_limit(sizes, width):
    """An object that is not wider than a row does not reach beyond it."""
    for at, size in zip(row_centres(sizes, width), sizes, strict=True):
        assert at.x - size.width / 2 >= -1e-9
        assert at.x + size.width / 2 <= width + 1e-9
