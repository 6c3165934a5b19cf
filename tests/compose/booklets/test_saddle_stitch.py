"""The pages of each sheet of a booklet."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.compose.booklets import saddle_stitch_pages


@given(st.integers(1, 60))
def test_a_booklet_folds_into_reading_order(sheets):
    """Every page occurs once; each side adds up to the number of pages plus one; folded, pages follow each other."""
    pages = 4 * sheets
    found = saddle_stitch_pages(pages)
    sides = [side for sheet in found for side in sheet]
    assert sorted(page for side in sides for page in side) == list(range(1, pages + 1))
    assert {sum(side) for side in sides} == {pages + 1}
    for number, ((_, right), (left, _)) in enumerate(found):
        assert (right, left) == (1 + 2 * number, 2 + 2 * number)


@pytest.mark.parametrize("pages", [1, 2, 3, 5, 10])
def test_a_booklet_needs_a_multiple_of_four_pages(pages):
    """The message says what to do."""
    with pytest.raises(ValueError, match="add blank pages up to a multiple of four"):
        saddle_stitch_pages(pages)
