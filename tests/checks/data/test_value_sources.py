"""Where values come from: stated value by value, or once for the whole game."""

from dataclasses import replace

from punchboard.checks.data import value_sources
from punchboard.compose.books.listings import prototype_values


def test_each_value_without_a_standing_is_reported(found):
    """A number written without keys is checked like any other."""
    assert [
        message for _, message in found(value_sources, "numbers: {deal: 2, hand: {value: 3, stated: Dealing}}\n")
    ] == ["the number 'deal' has no standing"]


def test_a_game_may_have_one_standing_for_all_values(game, english):
    """Then no value needs its own, and the list of prototype values begins with the whole game."""
    ours = game("numbers: {deal: 2}\nprototype: our own design\n")
    assert list(value_sources.check(ours)) == []
    assert list(prototype_values(replace(ours, words=english))) == [("The whole game", "our own design")]
