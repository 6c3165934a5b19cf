"""Chances of a line over all states that it can begin in."""

from __future__ import annotations

from fractions import Fraction

from punchboard.engine.moves.filtered_draws import NO_ODDS, Odds
from punchboard.engine.prover.chances import WeightedOdds, chances_for_any_seat, event_chances

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


def refused(chance):
    return Odds("refused", chance, chance)


def test_what_chance_has_done_is_averaged():
    """Two states of known chance give one mean."""
    (found,) = event_chances(
        None,
        [WeightedOdds(HALF, (refused(HALF),)), WeightedOdds(HALF, (NO_ODDS,))],
        is_complete=True,
        seats_distinct=True,
    )
    assert found.is_exact
    assert found.least.chance == Fraction(1, 4)


def test_what_was_chosen_is_bounded():
    """Of states that somebody's choice leads to, the best and the worst count."""
    told = [WeightedOdds(None, (refused(HALF),)), WeightedOdds(None, (refused(THIRD),))]
    (found,) = event_chances(0, told, is_complete=True, seats_distinct=True)
    assert not found.is_exact
    assert (found.least.chance, found.most.chance) == (THIRD, HALF)


def test_a_choice_at_the_line_itself_is_bounded():
    """Two numbers to draw are two odds."""
    (found,) = event_chances(
        0, [WeightedOdds(Fraction(1), (refused(HALF), refused(THIRD)))], is_complete=True, seats_distinct=True
    )
    assert (found.least.chance, found.most.chance) == (THIRD, HALF)


def test_what_does_not_come_to_the_line_counts_as_nothing():
    """States that were given up may have had any share."""
    (found,) = event_chances(0, [WeightedOdds(HALF, (refused(HALF),))], is_complete=False, seats_distinct=True)
    assert (found.least.chance, found.most.chance) == (Fraction(1, 4), Fraction(1, 4))


def test_seats_in_one_order_have_bounds_in_common():
    """Where nobody knows which seat is which, chances hold for any."""
    found = [
        *event_chances(
            0,
            [WeightedOdds(HALF, (refused(HALF),)), WeightedOdds(HALF, (NO_ODDS,))],
            is_complete=True,
            seats_distinct=False,
        ),
        *event_chances(1, [WeightedOdds(Fraction(1), (refused(THIRD),))], is_complete=True, seats_distinct=False),
    ]
    assert {(one.least.chance, one.most.chance) for one in chances_for_any_seat(found)} == {(0, HALF)}


def test_nothing_happens_where_nothing_can():
    """A line without odds has none."""
    assert list(event_chances(0, [WeightedOdds(Fraction(1), (NO_ODDS,))], is_complete=True, seats_distinct=True)) == []
