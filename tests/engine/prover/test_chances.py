"""Chances of a line over all states that it can begin in."""

from __future__ import annotations

from fractions import Fraction

from punchboard.engine.moves.choosy_draws import NO_ODDS, Odds
from punchboard.engine.prover.chances import Told, for_any, happenings

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


def refused(chance):
    return Odds("refused", chance, chance)


def test_what_chance_has_done_is_averaged():
    """Two states of known chance give one mean."""
    (found,) = happenings(None, [Told(HALF, (refused(HALF),)), Told(HALF, (NO_ODDS,))], whole=True, apart=True)
    assert found.sure
    assert found.least.chance == Fraction(1, 4)


def test_what_was_chosen_is_bounded():
    """Of states that somebody's choice leads to, the best and the worst count."""
    told = [Told(None, (refused(HALF),)), Told(None, (refused(THIRD),))]
    (found,) = happenings(0, told, whole=True, apart=True)
    assert not found.sure
    assert (found.least.chance, found.most.chance) == (THIRD, HALF)


def test_a_choice_at_the_line_itself_is_bounded():
    """Two numbers to draw are two odds."""
    (found,) = happenings(0, [Told(Fraction(1), (refused(HALF), refused(THIRD)))], whole=True, apart=True)
    assert (found.least.chance, found.most.chance) == (THIRD, HALF)


def test_what_does_not_come_to_the_line_counts_as_nothing():
    """States that were given up may have had any share."""
    (found,) = happenings(0, [Told(HALF, (refused(HALF),))], whole=False, apart=True)
    assert (found.least.chance, found.most.chance) == (Fraction(1, 4), Fraction(1, 4))


def test_seats_in_one_order_have_bounds_in_common():
    """Where nobody knows which seat is which, chances hold for any."""
    found = [
        *happenings(0, [Told(HALF, (refused(HALF),)), Told(HALF, (NO_ODDS,))], whole=True, apart=False),
        *happenings(1, [Told(Fraction(1), (refused(THIRD),))], whole=True, apart=False),
    ]
    assert {(one.least.chance, one.most.chance) for one in for_any(found)} == {(0, HALF)}


def test_nothing_happens_where_nothing_can():
    """A line without odds has none."""
    assert list(happenings(0, [Told(Fraction(1), (NO_ODDS,))], whole=True, apart=True)) == []
