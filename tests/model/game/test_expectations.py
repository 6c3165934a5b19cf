"""Expectations as designers write them: one saying, the words that may stand beside it, and amounts."""

from __future__ import annotations

import pytest
from pydantic import TypeAdapter, ValidationError

from punchboard.expression import ExpressionError
from punchboard.model.game.expectations import KEYWORDS, Expectation
from punchboard.model.game.expected_counts import Expected, amount_for, amount_text, depends_on_players, limits
from punchboard.model.game.own_deck import OwnDeck

NAMES = {"players": 3, "numbers": {"deal": 7}, "count": {"heroes": 12}.get}


@pytest.mark.parametrize(
    ("line", "selection"),
    [
        ({"count": "all", "is": 3}, "all"),
        ({"count": "hero", "is": "2+", "each": ["realm", "rank"]}, "hero"),
        ({"exactly one of each": "rank", "of": "hero", "each": "realm"}, "hero"),
        ({"exactly one of each": ["a", "b"], "all different": True}, "all"),
        ({"no gaps": "rank", "from": 1, "to": 12}, "all"),
        ({"no more copies than": 3, "of": "hero"}, "hero"),
        ({"total": "strength", "of": "hero", "is": "40-60"}, "hero"),
        ({"unique": "name", "of": "hero", "each": "side"}, "hero"),
        ({"every": "hero", "has": "rank > 1"}, "hero"),
    ],
)
def test_each_saying_stands_in_one_line(line, selection):
    """A line says one thing of a selection; without ``of`` it speaks of everything."""
    expectation = Expectation.model_validate(line)
    assert expectation.keyword == next(iter(line))
    assert expectation.keyword in KEYWORDS
    assert expectation.selection == selection


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ({"is": 3}, "this line says nothing of components; begin with one of 'count', 'exactly one of each'"),
        ({"unqiue": "name"}, "this line says nothing of components; did you mean 'unique'?"),
        ({"count": "all", "unique": "name"}, "one line says two things: 'count' and 'unique'; write a line for each"),
        ({"count": "all"}, "'count' needs 'is'"),
        ({"every": "hero"}, "'every' needs 'has'"),
        ({"count": "all", "is": 3, "of": "hero"}, "'count' has no 'of'; it can have 'each', 'is'"),
        ({"unique": "name", "is": 3}, "'unique' has no 'is'; it can have 'each', 'of'"),
        ({"no gaps": "rank", "all different": True}, "'no gaps' has no 'all different'"),
        ({"no gaps": "rank", "from": 3, "to": 1}, "'from' is 3 and 'to' only 1"),
        ({"exactly one of each": "rank", "all different": True}, "'all different' speaks of several fields"),
        ({"count": "entries of realm", "is": 6, "each": "realm"}, "a list is counted in all; leave out 'each'"),
        ({"count": "all", "is": "four"}, "'four' is no amount; write '4', '2-4', '2+', 'at most 4', '2 * players'"),
        ({"count": "all", "is": "4-2"}, "'4-2' is no amount"),
        ({"count": "all", "is": {"two": 3}}, "'two' is not a number or a range"),
    ],
)
def test_what_does_not_go_together_is_told(line, message):
    """The message says what was meant to stand alone, what is lacking, or what would be right."""
    with pytest.raises(ValidationError) as found:
        Expectation.model_validate(line)
    assert message in str(found.value)


@pytest.mark.parametrize(
    ("amount", "expected", "text"),
    [
        (4, (4, 4), "4"),
        ("2-4", (2, 4), "2-4"),
        ("2+", (2, None), "2+"),
        ("players * 2", (6, 6), "6 (players * 2)"),
        ("7 * players+", (21, None), "21+ (7 * players+)"),
        ("at least 7 * players", (21, None), "21+ (at least 7 * players)"),
        ("at most numbers.deal", (0, 7), "0-7 (at most numbers.deal)"),
        ("at most 4", (0, 4), "0-4 (at most 4)"),
        ("players to 2 * players", (3, 6), "3-6 (players to 2 * players)"),
        ("count('heroes') / 5", (2.4, 2.4), "2.4 (count('heroes') / 5)"),
    ],
)
def test_amounts_are_numbers_ranges_and_sums(amount, expected, text):
    """An amount gives the least and the most, and is shown with the sum that it comes from."""
    written = TypeAdapter(Expected).validate_python(amount)
    assert isinstance(written, str)
    assert limits(written, NAMES) == expected
    assert amount_text(written, expected) == text


@pytest.mark.parametrize("amount", ["2 * numbers.dael", "players and 'x'", "players ="])
def test_sums_that_cannot_be_worked_out_are_errors(amount):
    """A name that is not there, a result that is no number, and a text that is no sum are told."""
    with pytest.raises(ExpressionError):
        limits(amount, NAMES)


def test_a_table_has_an_amount_for_each_number_of_players():
    """Its keys are numbers or ranges of players; for others there is none."""
    table = TypeAdapter(Expected).validate_python({2: 9, "3-4": "12+", "6+": 20})
    assert [amount_for(table, players) for players in (2, 3, 4, 5, 6, 9)] == ["9", "12+", "12+", None, "20", "20"]
    assert depends_on_players(table)
    assert depends_on_players("least <= players")
    assert not depends_on_players("player_count > 2")


def test_limits_of_a_deck_have_a_short_form_and_a_long_one():
    """Size and copies are bare, or have a standing and rules of their own; copies are those published by default."""
    bare = OwnDeck.model_validate({"from": "all", "size": "40+"})
    assert bare.size is not None
    assert (bare.size.is_, bare.copies.most) == ("40+", "published")
    long = OwnDeck.model_validate({"from": "all", "no more copies than": {"most": 3, "rule": "three"}})
    assert (long.size, long.copies.most, long.copies.rule) == (None, 3, ("three",))
