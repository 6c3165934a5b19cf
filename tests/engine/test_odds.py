"""Exact chances of conditions after set-up: by arithmetic, and by enumeration of every order and choice."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import comb

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st
from tests.engine.test_walk_against_oracle import games, unhurried

from punchboard.engine.odds import answers

KINDS = {"oak": [{"name": "a", "copies": 3}, {"name": "b", "copies": 1}], "elm": [{"name": "c", "copies": 5}]}
DECK = {"deck": {"name": "the deck", "contains": "all"}}
HAND = {"hand": {"name": "hand", "shows": "owner"}}
QUESTIONS = (
    "count('hand') >= 1",
    "count('hand', kind='card') >= 1",
    "count('hand', 'ember pieces') == 1",
    "most('hand') - least('hand') <= 1",
    "total('hand', kind='pawn') >= 1 or count('out') == 1",
    "count('pack', realm='tide') <= 1",
    "count('discard pile') + count('own') == players",
)


@pytest.fixture
def wood(boxed):
    """Return a game of four oaks and five elms with a set-up."""

    def wood(*setup, kinds=KINDS, **more):
        return boxed(kinds, decks=DECK, each_player_has=HAND, setup=list(setup), prototype="for a test", **more)

    return wood


DEAL = ({"shuffle": "deck"}, {"deal": 3, "from": "deck", "to": "hand"})


def test_a_pile_of_a_player_is_asked_for_each_seat(wood):
    """Three of nine, of which four fit; with each number of players, and for each seat alike."""
    game = wood(*DEAL, players="2-3")
    (answer,) = answers(game, "count('hand', 'oak') >= 1")
    assert answer.least == answer.most == 1 - Fraction(comb(5, 3), comb(9, 3))
    assert (answer.players, answer.seats, answer.variant, answer.unknown) == ((2, 3), (), "", "")


def test_seats_with_different_chances_have_answers_of_their_own(wood):
    """The first of the host's cards is an oak that was chosen."""
    take = {"host takes": "oak", "from": "deck", "to": "hand"}
    game = wood({"name": "host"}, take, *DEAL, seats={"host": {"name": "the Host"}}, players="2")
    found = answers(game, "count('hand', 'oak') >= 1")
    assert all(one.unknown == "" for one in found)
    assert {one.most for one in found} >= {Fraction(1)}


def test_all_players_together_are_asked_once(wood):
    """The chance that somebody has three oaks is the sum over players where no two can."""
    (answer,) = answers(wood(*DEAL, players="2"), "most('hand', 'oak') == 3")
    assert answer.most == 2 * Fraction(4, comb(9, 3))


def test_a_question_can_come_before_the_end_of_the_set_up(wood):
    """After the first line, nothing has been dealt."""
    game = wood(*DEAL, players="2")
    assert [one.most for one in answers(game, "count('hand') >= 1", after=1)] == [0]
    assert [one.least for one in answers(game, "count('hand') >= 1")] == [1]


PUT_BACK = {"each player discards": 1, "from": "hand", "to": "deck"}


def test_what_depends_on_choices_has_bounds(wood):
    """Of two cards one is put back: an oak can be kept if there is one, and must be if both are."""
    game = wood({"shuffle": "deck"}, {"deal": 2, "from": "deck", "to": "hand"}, PUT_BACK, players="2")
    (answer,) = answers(game, "count('hand', 'oak') == 1", players=2)
    assert (answer.least, answer.most) == (Fraction(comb(4, 2), comb(9, 2)), 1 - Fraction(comb(5, 2), comb(9, 2)))


def test_chance_after_a_choice_stays_chance(wood):
    """Whoever is named first, the cards are dealt by chance; a player who may draw, or not, cannot choose what."""
    seats = {"host": {"name": "the Host"}}
    named = wood({"name": "host"}, *DEAL, players="2", seats=seats)
    assert answers(named, "count('hand', 'oak') >= 1") == answers(wood(*DEAL, players="2"), "count('hand', 'oak') >= 1")
    may = wood({"shuffle": "deck"}, {"each player may draw": 1, "from": "deck", "to": "hand"}, players="1")
    (answer,) = answers(may, "count('hand', 'oak') == 1")
    assert (answer.least, answer.most) == (0, Fraction(4, 9))


def test_steps_that_cannot_change_the_answer_are_not_walked(wood):
    """What is drawn after the deal has no part in what the hands hold."""
    parts = {f"heap {number}": {"name": f"heap {number}"} for number in range(3)}
    later = [{"shuffle": "deck"}, *({"draw": 1, "from": "deck", "to": name} for name in parts)]
    game = wood(*DEAL, *later, piles=parts, players="2")
    assert answers(game, "count('hand', 'oak') == 3") == answers(wood(*DEAL, players="2"), "count('hand', 'oak') == 3")


def test_what_the_other_seats_hold_costs_no_states(wood):
    """Ten cards to each of six players: how many of four oaks one of them gets, whatever the others get."""
    kinds = {"oak": [{"name": str(one)} for one in range(20)], "elm": [{"name": "x", "copies": 44}]}
    game = wood({"shuffle": "deck"}, {"deal": 10, "from": "deck", "to": "hand"}, kinds=kinds, players="6")
    (answer,) = answers(game, "count('hand', 'oak') >= 5")
    few = sum(Fraction(comb(20, one) * comb(44, 10 - one), comb(64, 10)) for one in range(5))
    assert (answer.unknown, answer.least, answer.most) == ("", 1 - few, 1 - few)


def test_a_set_up_of_very_many_steps_is_not_known(wood):
    """A thousand draws, one after another."""
    draws = {"do": [{"draw": 1, "from": "deck", "to": "deck"}], "times": 1000}
    (answer,) = answers(
        wood(draws, {"deal": 1, "from": "deck", "to": "hand"}, players="2"), "count('hand', 'oak') == 1"
    )
    assert answer.unknown == "too many steps come before it"


@pytest.mark.parametrize(
    ("deal", "asked", "why"),
    [
        (5, "count('hand') >= 1", "line 1 of the set-up cannot always be carried out"),
        (1, "luck >= 1", "there is nothing called 'luck'"),
    ],
)
def test_a_chance_that_is_not_known_says_why(wood, deal, asked, why):
    """And has the bounds of any chance."""
    (answer,) = answers(wood({"deal": deal, "from": "deck", "to": "hand"}, players="2"), asked)
    assert why in answer.unknown
    assert (answer.least, answer.most) == (0, 1)


@pytest.fixture(scope="session")
def assert_same_chances(oracle, grove, script):
    """Return a function that asks the prover and the oracle: equal without choices, bounds after a choice."""
    return partial(_assert_same_chances, oracle, grove, script)


def _assert_same_chances(oracle, grove, script, game, asked):
    decks, copies, players, _, lines = game
    tiny, steps = grove(decks, copies), script(lines)
    try:
        seen = oracle.enumerate_script(tiny, steps, players, "", most=200, asked=asked)
    except oracle.TooLarge:
        reject()
    tiny = replace(tiny, file=tiny.file.model_copy(update={"setup": steps}))
    found = [one for one in answers(tiny, asked, players=players) if not one.variant]
    if seen.fails:  # known only where the steps that decide it cannot fail
        assert all(not one.unknown or one.unknown.endswith(" cannot always be carried out") for one in found)
        return
    for seat, chance in seen.answers.items():
        (answer,) = (one for one in found if not one.seats or seat in one.seats)
        assert not answer.unknown
        assert (answer.least, answer.most) == (chance.least, chance.most)
        assert answer.least == answer.most or seen.choices


@settings(unhurried, max_examples=40)
@given(game=games(5, 3), asked=st.sampled_from(QUESTIONS))
def test_chances_are_those_of_every_order_and_choice(assert_same_chances, game, asked):
    """For each seat, in tiny games with random scripts."""
    assert_same_chances(game, asked)


@pytest.mark.slow
@settings(unhurried, max_examples=500)
@given(game=games(6, 5), asked=st.sampled_from(QUESTIONS))
def test_chances_are_those_of_every_order_and_choice_in_many_games(assert_same_chances, game, asked):
    """The same for more and larger games."""
    assert_same_chances(game, asked)


def test_equal_piles_are_stacked_as_they_lie(wood):
    """The first on top, each as it was shuffled: of an oak and an elm under an elm, the oak comes second or last."""
    game = wood(
        {"place": "1 elm", "from": "deck", "to": "part 1"},
        {"place": "1 oak", "from": "deck", "to": "part 2"},
        {"place": "1 elm", "from": "deck", "to": "part 2"},
        {"shuffle": "each part"},
        {"stack": "each part", "to": "tower"},
        {"draw": 2, "from": "tower", "to": "gone"},
        piles={"part": {"name": "part", "many": 2}, "tower": {"name": "the tower"}, "gone": {"name": "the gone"}},
        players="2",
    )
    (answer,) = answers(game, "count('gone', 'oak') == 1")
    assert answer.least == answer.most == Fraction(1, 2)
