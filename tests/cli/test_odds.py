"""``odds``: exact chances of conditions after set-up, from the terminal."""

from __future__ import annotations

import json

import pytest
from tests.cli.two_hands import HEAD

from punchboard.cli.commands.odds import NOTHING

CARDS = "nr,copies,title,text\n1,2,Root,-\n2,3,Branch,-\n3,1,Crown,-\n"
FIELDS = "    fields: {nr: {type: integer, min: 1}, title: {type: text}, text: {type: text}}\n"
ODDS = """\
odds:
  a crown: count('hand', nr=3) == 1
  nothing: {when: "count('hand') >= 1", after: 1}
"""


@pytest.fixture
def hands(workspace):
    """A workspace with a game of six cards, of which each player is dealt two, and with two questions."""
    workspace.add("hands", game="title: Two Hands\n" + ODDS + HEAD + FIELDS, cards=CARDS)
    return workspace


def test_the_questions_of_a_game_are_answered(hands):
    """A hand of two from six has the one crown in one of three; nothing is dealt before the second line."""
    ran = hands.run("odds", "hands")
    assert ran.status == 0, ran.err
    assert "Two Hands, after set-up: count('hand', nr=3) == 1" in ran.out
    assert "33.33 %    1/3" in ran.out
    assert "Two Hands, after line 1 of the set-up: count('hand') >= 1" in ran.out
    assert "0.00 %      0" in ran.out


def test_any_condition_can_be_asked(hands):
    """For one number of players, and after some lines only."""
    ran = hands.run("odds", "hands", "most('hand', nr=2) == 2", "--players", "3", "--json")
    (asked,) = json.loads(ran.out)["odds"]
    # three hands of two from six: someone has two of three equal cards in 3 of 5 ways to deal those three
    assert [(one["who"], one["exact"]) for one in asked["answers"]] == [("3 players", "3/5")]
    ran = hands.run("odds", "hands", "a crown", "--after", "1")
    assert "0.00 %" in ran.out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("count('hnad') == 1",), "no pile 'hnad'\n    did you mean 'hand'?"),
        (("count('hand') = 1",), "write '==' to compare"),
        (("players < players(",), "players < players("),
        (("a crown", "--players", "7"), "hands is not for 7 players"),
        (("a crown", "--after", "7"), "the set-up of hands has 2 lines"),
    ],
)
def test_a_question_that_cannot_be_asked_is_refused(hands, words, told):
    """In the words of the question, with the usual exit status."""
    ran = hands.run("odds", "hands", *words).without_traceback()
    assert (ran.status, told in ran.err) == (2, True), ran.err


def test_a_game_without_questions_says_how_to_ask(hands):
    """On the command line, or in the game."""
    hands.add("plain", game="title: Two Hands\n" + HEAD + FIELDS, cards=CARDS)
    ran = hands.run("odds", "plain")
    assert (ran.status, ran.out) == (0, f"Two Hands: {NOTHING}\n")


def test_a_game_that_cannot_be_read_says_why(hands):
    """As other commands do."""
    hands.add("broken", game="title: [", cards=CARDS)
    ran = hands.run("odds", "broken").without_traceback()
    assert ran.status == 1
    assert "broken/game.yaml" in ran.err
