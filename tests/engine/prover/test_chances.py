"""The chances of a step over all states in which it can begin."""

from __future__ import annotations

from fractions import Fraction

from punchboard.engine.moves.draws import NO_ODDS, Odds
from punchboard.engine.prover.findings import WeightedOdds, chances_for_any_seat, event_chances

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


def refused(chance):
    return Odds("refused", chance, chance)


def test_states_reached_by_chance_are_averaged():
    """Two states of known chance give one mean."""
    (found,) = event_chances(
        None,
        [WeightedOdds(HALF, (refused(HALF),)), WeightedOdds(HALF, (NO_ODDS,))],
        is_complete=True,
        seats_distinct=True,
    )
    assert found.is_exact
    assert found.least.chance == Fraction(1, 4)


def test_states_reached_by_choice_give_bounds():
    """Of states that a choice leads to, the best and the worst count."""
    told = [WeightedOdds(None, (refused(HALF),)), WeightedOdds(None, (refused(THIRD),))]
    (found,) = event_chances(0, told, is_complete=True, seats_distinct=True)
    assert not found.is_exact
    assert (found.least.chance, found.most.chance) == (THIRD, HALF)


def test_a_choice_at_the_step_itself_gives_bounds():
    """Two numbers to draw have two odds."""
    (found,) = event_chances(
        0, [WeightedOdds(Fraction(1), (refused(HALF), refused(THIRD)))], is_complete=True, seats_distinct=True
    )
    assert (found.least.chance, found.most.chance) == (THIRD, HALF)


def test_states_that_do_not_reach_the_step_count_as_zero():
    """Dropped states may have had any share."""
    (found,) = event_chances(0, [WeightedOdds(HALF, (refused(HALF),))], is_complete=False, seats_distinct=True)
    assert (found.least.chance, found.most.chance) == (Fraction(1, 4), Fraction(1, 4))


def test_sorted_seats_share_bounds():
    """When seats are sorted, chances hold for any of them."""
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


def test_a_step_without_odds_has_no_chances():
    """It has no events."""
    assert list(event_chances(0, [WeightedOdds(Fraction(1), (NO_ODDS,))], is_complete=True, seats_distinct=True)) == []
