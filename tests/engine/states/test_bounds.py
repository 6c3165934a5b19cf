"""Bounds of piles hold for every pile within them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from punchboard.engine.states.bounds import Span, heap_of
from punchboard.engine.states.piles import added, less, splits

counts = st.tuples(st.integers(0, 4), st.integers(0, 3), st.integers(0, 2))
FITS = (True, False, True)


def holds(heap, pile):
    """Tell whether a pile lies within bounds."""
    within = [span.least <= count <= span.most for span, count in zip(heap.counts, pile, strict=True)]
    return heap.size.least <= sum(pile) <= heap.size.most and all(within)


@given(counts, counts)
def test_one_pile_or_the_other(one, other):
    """Joined bounds hold for both, and for each with the other added."""
    joined = heap_of(one).joined(heap_of(other))
    assert holds(joined, one)
    assert holds(joined, other)
    assert holds(joined.plus(joined), added(one, other))
    assert holds(joined.tight(), one)


@given(counts, counts, st.data())
def test_some_of_a_pile(one, other, data):
    """What is taken and what is left lies within bounds, whichever pile it was."""
    joined = heap_of(one).joined(heap_of(other))
    good = tuple(count if fit else 0 for count, fit in zip(one, FITS, strict=True))
    number = data.draw(st.integers(0, sum(good)))
    some = joined.some(FITS, Span(number, number))
    for taken in splits(good, number):
        assert holds(some, taken)
        assert holds(joined.minus(some), less(one, taken))
    assert joined.fitting(FITS).least <= sum(good) <= joined.fitting(FITS).most
    assert holds(joined.of(FITS), good)
    assert holds(joined.at_most(), good)
