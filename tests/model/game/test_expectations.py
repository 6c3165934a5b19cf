"""Expectations as designers write them: a keyword, the words that may accompany it, and amounts."""

from __future__ import annotations

import pytest
from pydantic import TypeAdapter, ValidationError

from punchboard.expression import ExpressionError
from punchboard.model.game.expectations import (
    KEYWORDS,
    Expectation,
    Expected,
    OwnDeck,
    amount_for,
    amount_text,
    depends_on_players,
    limits,
)

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
def test_each_line_has_one_keyword(line, selection):
    """A line is about one selection; without ``of`` it is about all components."""
    expectation = Expectation.model_validate(line)
    assert expectation.keyword == next(iter(line))
    assert expectation.keyword in KEYWORDS
    assert expectation.selection == selection


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ({"is": 3}, "no keyword in this line; begin with one of 'count', 'exactly one of each'"),
        ({"unqiue": "name"}, "no keyword in this line; did you mean 'unique'?"),
        ({"count": "all", "unique": "name"}, "one line has two keywords: 'count' and 'unique'; write a line for each"),
        ({"count": "all"}, "'count' needs 'is'"),
        ({"every": "hero"}, "'every' needs 'has'"),
        ({"count": "all", "is": 3, "of": "hero"}, "'count' cannot have 'of'; it can have 'each', 'is'"),
        ({"unique": "name", "is": 3}, "'unique' cannot have 'is'; it can have 'each', 'of'"),
        ({"no gaps": "rank", "all different": True}, "'no gaps' cannot have 'all different'"),
        ({"no gaps": "rank", "from": 3, "to": 1}, "'from' (3) is greater than 'to' (1)"),
        ({"exactly one of each": "rank", "all different": True}, "'all different' needs several fields"),
        ({"count": "entries of realm", "is": 6, "each": "realm"}, "'each' cannot be used when 'count' counts the"),
        ({"count": "all", "is": "four"}, "'four' is not an amount; write '4', '2-4', '2+', 'at most 4', '2 * players'"),
        ({"count": "all", "is": "4-2"}, "'4-2' is not an amount"),
        ({"count": "all", "is": {"two": 3}}, "'two' is not a number or a range"),
    ],
)
def test_words_that_do_not_fit_together_are_refused(line, message):
    """The message names the conflicting or missing words, or what to write instead."""
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
def test_amounts_are_numbers_ranges_and_expressions(amount, expected, text):
    """An amount gives a minimum and a maximum, and messages show it with its expression."""
    written = TypeAdapter(Expected).validate_python(amount)
    assert isinstance(written, str)
    assert limits(written, NAMES) == expected
    assert amount_text(written, expected) == text


@pytest.mark.parametrize("amount", ["2 * numbers.dael", "players and 'x'", "players ="])
def test_expressions_that_cannot_be_evaluated_are_errors(amount):
    """Unknown names, results that are not numbers, and texts that are not expressions are refused."""
    with pytest.raises(ExpressionError):
        limits(amount, NAMES)


def test_a_table_has_an_amount_for_each_number_of_players():
    """Its keys are numbers or ranges of players; for other numbers there is no amount."""
    table = TypeAdapter(Expected).validate_python({2: 9, "3-4": "12+", "6+": 20})
    assert [amount_for(table, players) for players in (2, 3, 4, 5, 6, 9)] == ["9", "12+", "12+", None, "20", "20"]
    assert depends_on_players(table)
    assert depends_on_players("least <= players")
    assert not depends_on_players("player_count > 2")


def test_limits_of_a_deck_have_a_short_form_and_a_long_one():
    """Size and copies are bare values, or mappings with a standing and rules; copies default to ``published``."""
    bare = OwnDeck.model_validate({"from": "all", "size": "40+"})
    assert bare.size is not None
    assert (bare.size.is_, bare.copies.most) == ("40+", "published")
    long = OwnDeck.model_validate({"from": "all", "no more copies than": {"most": 3, "rule": "three"}})
    assert (long.size, long.copies.most, long.copies.rule) == (None, 3, ("three",))
