"""Piles as counts: what can be drawn and picked, and with which chances."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from hypothesis import given
from hypothesis import strategies as st

from punchboard.engine.states.piles import (
    Segment,
    add_counts,
    pick_removals,
    pile_counts,
    pile_of,
    pile_size,
    random_draws,
    sub_counts,
    subtract_counts,
    top_removals,
)

counts = st.lists(st.integers(0, 4), min_size=1, max_size=4).map(tuple)
piles = st.lists(st.builds(Segment, st.tuples(*[st.integers(0, 3)] * 3), st.booleans()), max_size=3).map(
    lambda pile: tuple(segment for segment in pile if segment.size)
)


@given(counts, st.data())
def test_chances_of_a_hand_add_up_to_one(pile, data):
    """Every hand has the requested size."""
    number = data.draw(st.integers(0, sum(pile)))
    hands = list(random_draws(pile, number))
    assert sum(chance for _, chance in hands) == 1
    assert {sum(hand) for hand, _ in hands} == {number}
    assert len(hands) == len(set(sub_counts(pile, number)))


@given(piles, st.data())
def test_drawn_and_remaining_components_make_up_the_pile(pile, data):
    """Nothing is lost; if all is in random order, chances add up to one."""
    number = data.draw(st.integers(0, pile_size(pile)))
    ways = list(top_removals(pile, number))
    for way in ways:
        assert sum(way.counts) == number
        if number:
            assert add_counts(way.counts, pile_counts(way.rest, 3)) == pile_counts(pile, 3)
    if all(segment.is_shuffled for segment in pile):
        assert sum(way.chance for way in ways) == 1


@given(piles, st.tuples(*[st.booleans()] * 3), st.data())
def test_only_allowed_components_are_picked(pile, allowed, data):
    """What stays is the rest."""
    there = sum(count for count, fit in zip(pile_counts(pile, 3), allowed, strict=True) if fit)
    number = data.draw(st.integers(0, there))
    for way in pick_removals(pile, allowed, number):
        assert sum(way.counts) == number
        assert all(fit or not count for count, fit in zip(way.counts, allowed, strict=True))
        assert subtract_counts(pile_counts(pile, 3), way.counts) == pile_counts(way.rest, 3)


def test_the_top_of_a_stack_comes_first():
    """A draw takes the first segment before the second."""
    stack = (*pile_of((1, 1), mixed=True), *pile_of((0, 3), mixed=True))
    ways = {way.counts: way.chance for way in top_removals(stack, 1)}
    assert ways == {(1, 0): Fraction(1, 2), (0, 1): Fraction(1, 2)}
    assert [way.counts for way in top_removals(stack, 3)] == [(1, 2)]


def test_a_chosen_order_has_no_chances():
    """Unless all components are equal."""
    assert {way.chance for way in top_removals(pile_of((2, 2)), 1)} == {None}
    assert [way.chance for way in top_removals(pile_of((4, 0)), 2)] == [1]


def test_the_chance_of_a_hand_of_seven():
    """Seven of 24 and 24."""
    chances = dict(random_draws((24, 24), 7))
    assert chances[0, 7] == Fraction(comb(24, 7), comb(48, 7)) == Fraction(19, 4042)
