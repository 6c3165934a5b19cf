"""Exact odds of what a hand holds."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest

from punchboard.plays.odds import OddsError, answer, chances, deals_of, hand_odds

KINDS = {
    "oak": [{"name": "a", "copies": 3}, {"name": "b", "copies": 1}],
    "elm": [{"name": "c", "copies": 5}],
}
DECK = {"deck": {"name": "the deck", "contains": "all"}}
HAND = {"hand": {"name": "hand", "shows": "owner"}}


@pytest.fixture
def wood(boxed):
    """Return a game of four oaks and five elms with a set-up."""

    def wood(*setup, **more):
        return boxed(KINDS, decks=DECK, each_player_has=HAND, setup=list(setup), prototype="for a test", **more)

    return wood


def test_chances_are_those_of_all_draws():
    """Every way to draw three of seven, of which four fit, is counted."""
    draws = list(combinations(range(7), 3))
    counted = [sum(sum(one < 4 for one in draw) == number for draw in draws) for number in range(4)]
    assert chances(7, 4, 3) == tuple(Fraction(count, len(draws)) for count in counted)
    assert sum(chances(48, 24, 7)) == 1


def test_a_pile_is_asked_as_it_is_before_the_first_draw(wood):
    """Two hands are dealt from nine cards; the question is about all nine."""
    game = wood({"shuffle": "deck"}, {"deal": 3, "from": "deck", "to": "hand"})
    deals = deals_of(game, 2)
    odds = answer(game, "at least 1 of kind == 'oak' in 3 from deck", deals)
    assert (odds.size, odds.fitting, odds.chance) == (9, 4, 1 - Fraction(5 * 4 * 3, 9 * 8 * 7))
    none = answer(game, "exactly 0 of oak in 3 from deck", deals)
    assert none.chance + odds.chance == 1
    assert answer(game, "at most 0 of oak in 3 from deck", deals).chance == none.chance
    assert [(one.what, one.drawn) for one in hand_odds(game, deals)] == [
        ("at least 1 of oak", 3),
        ("at least 1 of elm", 3),
    ]


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("some oaks in 3 from deck", "is not a question about odds"),
        ("at least 1 of oak in 3 from hat", "there is no pile 'hat'"),
        ("at least 1 of oak in 10 from deck", "holds 9 components"),
        ("at least 1 of oak in 1 from hand", "depends on chance"),
    ],
)
def test_a_question_without_an_answer_says_why(wood, question, words):
    """What a hand of random cards holds is not known, so nothing is computed from it."""
    game = wood({"shuffle": "deck"}, {"deal": 3, "from": "deck", "to": "hand"})
    with pytest.raises(OddsError, match=words):
        answer(game, question, deals_of(game, 2))


def test_a_hand_that_is_chosen_has_no_odds(wood):
    """A draw with a filter is not a plain draw; a set-up that fails deals nothing."""
    game = wood({"deal": 1, "from": "deck", "to": "hand", "only": "oak", "otherwise": "set aside"})
    assert hand_odds(game, deals_of(game, 2)) == ()
    assert deals_of(wood({"deal": 9, "from": "deck", "to": "hand"}), 2) == ()
