"""Values say where they come from, one by one or all at once."""

from punchboard.checks.data import value_sources
from punchboard.compose.books.prototype_values import prototype_values


def test_each_value_without_a_standing_is_told(found):
    """A number that is written plainly is a number like any other."""
    assert [
        message for _, message in found(value_sources, "numbers: {deal: 2, hand: {value: 3, stated: Dealing}}\n")
    ] == ["the number 'deal' has no standing"]


def test_a_game_may_say_it_once_for_all(game):
    """Then nothing in it need say it again, and the list of what is ours begins with the whole game."""
    ours = game("numbers: {deal: 2}\nprototype: our own design\n")
    assert list(value_sources.check(ours)) == []
    assert list(prototype_values(ours)) == [("The whole game", "our own design")]
