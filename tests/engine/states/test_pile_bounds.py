"""Bounds of piles hold for every pile within them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from punchboard.engine.states.piles import Interval, add_counts, bounds_of_counts, sub_counts, subtract_counts

counts = st.tuples(st.integers(0, 4), st.integers(0, 3), st.integers(0, 2))
FITS = (True, False, True)


def holds(bounds, pile):
    """Tell whether a pile lies within bounds."""
    within = [span.least <= count <= span.most for span, count in zip(bounds.counts, pile, strict=True)]
    return bounds.size.least <= sum(pile) <= bounds.size.most and all(within)


@given(counts, counts)
def test_a_union_holds_for_both_piles(one, other):
    """And for each with the other added."""
    joined = bounds_of_counts(one).union(bounds_of_counts(other))
    assert holds(joined, one)
    assert holds(joined, other)
    assert holds(joined.plus(joined), add_counts(one, other))
    assert holds(joined.tighten(), one)


@given(counts, counts, st.data())
def test_a_part_of_a_pile_stays_within_bounds(one, other, data):
    """What is taken and what is left lies within bounds, whichever pile it was."""
    joined = bounds_of_counts(one).union(bounds_of_counts(other))
    good = tuple(count if fit else 0 for count, fit in zip(one, FITS, strict=True))
    number = data.draw(st.integers(0, sum(good)))
    some = joined.part_of(FITS, Interval(number, number))
    for taken in sub_counts(good, number):
        assert holds(some, taken)
        assert holds(joined.minus(some), subtract_counts(one, taken))
    assert joined.size_of(FITS).least <= sum(good) <= joined.size_of(FITS).most
    assert holds(joined.only(FITS), good)
    assert holds(joined.any_part(), good)
