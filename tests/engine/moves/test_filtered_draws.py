"""Filtered draws: their outcomes, and how often they refuse."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.engine.moves.draws import exhausted_pile, filtered_draws
from punchboard.engine.states.piles import pile_counts, pile_of

FITS = (True, False, True)
small = st.tuples(st.integers(0, 3), st.integers(0, 2), st.integers(0, 2)).filter(any)


def refusals(counts, number):
    """Return the chance and the mean of refusals before ``number`` are accepted, from every order."""
    rows = [kind for kind, count in enumerate(counts) for _ in range(count)]
    seen = Counter()
    for order in permutations(rows):
        good = [place for place, kind in enumerate(order) if FITS[kind]]
        seen[good[number - 1] + 1 - number if number else 0] += 1
    whole = sum(seen.values())
    some = Fraction(whole - seen[0], whole)
    return some, Fraction(sum(refused * often for refused, often in seen.items()), whole)


@given(small, st.data())
def test_odds_are_those_of_every_order(counts, data):
    """The chance and mean number of refusals that are set aside."""
    number = data.draw(st.integers(0, counts[0] + counts[2]))
    for way in filtered_draws(pile_of(counts, mixed=True), FITS, number, "set aside"):
        assert way.odds[1:] == refusals(counts, number)


@given(small, st.data(), st.sampled_from(("set aside", "shuffle back", "discard")))
def test_no_component_is_lost_or_wrongly_accepted(counts, data, otherwise):
    """Taken, refused and remaining components make up the pile; chances add up to one."""
    number = data.draw(st.integers(0, counts[0] + counts[2]))
    ways = list(filtered_draws(pile_of(counts, mixed=True), FITS, number, otherwise))
    assert sum(way.chance for way in ways) == 1
    for way in ways:
        whole = map(sum, zip(way.counts, way.refused, pile_counts(way.rest, 3), strict=True))
        assert tuple(whole) == counts
        assert way.counts[1] == 0
        assert sum(way.counts) == number
        assert otherwise == "discard" or not any(way.refused)


@pytest.mark.parametrize(("otherwise", "mean"), [("set aside", Fraction(4, 5)), ("shuffle back", Fraction(7, 6))])
def test_setting_aside_and_shuffling_back_differ(otherwise, mean):
    """Two of four, with two that are refused: the same chance, a different mean."""
    (way,) = filtered_draws(pile_of((4, 2, 0), mixed=True), FITS, 2, otherwise)
    assert way.odds[1:] == (Fraction(3, 5), mean)


def test_an_exhausted_pile_shows_all_refused_components():
    """When more are wanted than there are."""
    (way,) = exhausted_pile(pile_of((1, 2, 0), mixed=True), FITS, "discard")
    assert (way.counts, way.refused, way.rest) == ((1, 0, 0), (0, 2, 0), ())
    assert way.odds[1:] == (1, 2)
