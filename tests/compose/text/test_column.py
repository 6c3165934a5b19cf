import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.compose.text.column import gap, stacked_height, stacked_items

measures = st.integers(0, 30).map(float)
shapes = st.lists(st.tuples(measures, measures, measures), max_size=12)


def test_the_larger_space_counts(slab):
    """The spaces after and before are not added; there is none at the top of a column."""
    assert gap(slab("a", space_after=3.0), slab("b", space_before=2.0)) == 3.0
    assert gap(slab("a", space_after=1.0), slab("b", space_before=2.0)) == 2.0
    assert gap(None, slab("b", space_before=2.0)) == 0.0


@given(shapes, measures, measures)
def test_slabs_are_stacked(slab, shapes, x, y):
    """Each starts after the gap below the one above; the stacked height is their sum."""
    column = [
        slab(str(number), height, space_before=before, space_after=after)
        for number, (height, before, after) in enumerate(shapes)
    ]
    placed = list(stacked_items(column, x, y))
    assert [item.name for item in placed] == [str(number) for number in range(len(column))]
    at, above = y, None
    for one, item in zip(column, placed, strict=True):
        at += gap(above, one)
        assert item.at == (x, pytest.approx(at))
        at, above = at + one.height, one
    assert stacked_height(column) == pytest.approx(at - y)
