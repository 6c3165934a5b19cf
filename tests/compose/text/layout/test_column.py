import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.compose.text.layout.column import gap, stacked_height, stacked_items

measures = st.integers(0, 30).map(float)
shapes = st.lists(st.tuples(measures, measures, measures), max_size=12)


def test_the_larger_wish_for_space_counts(slab):
    """Space after and space before are not added; at the top of a column there is none."""
    assert gap(slab("a", space_after=3.0), slab("b", space_before=2.0)) == 3.0
    assert gap(slab("a", space_after=1.0), slab("b", space_before=2.0)) == 2.0
    assert gap(None, slab("b", space_before=2.0)) == 0.0


@given(shapes, measures, measures)
def test_slabs_stand_one_under_another(slab, shapes, x, y):
    """Each begins where the one above ends and the gap after it; together they are as high as told."""
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
