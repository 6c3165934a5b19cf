"""PROSE004: components that no rule mentions."""

import pytest

from punchboard.checks.prose.rules import unmentioned_components

ALL = "Plant birds and blossoms. Take Eggs and a Hedge Mat; one player has the Scarecrow."


def test_kinds_stand_for_their_pieces(told):
    """Three birds and three blossoms need no names of their own."""
    assert told(unmentioned_components, ALL) == []


@pytest.mark.parametrize(
    ("gone", "line", "name"),
    [("one player has the Scarecrow", 10, "Scarecrow"), ("Eggs and ", 8, "Egg"), ("and blossoms", 5, "Dog Rose")],
)
def test_pieces_that_are_named_nowhere(told, gone, line, name):
    """The place is the row of the piece; a single piece of its kind must be named."""
    assert (line, f"no rule mentions {name!r}") in told(unmentioned_components, ALL.replace(gone, ""))


def test_the_last_word_is_enough_where_it_is_alone(told):
    """A mat can only be the Hedge Mat; of two buttons the word tells neither."""
    assert told(unmentioned_components, ALL.replace("Hedge Mat", "mat")) == []
    cards = "name,type,copies\nDealer Button,button,1\nReference Card,reference,4\nAce,card,1\nTwo,card,1\nTen,card,1\n"
    assert told(unmentioned_components, "Pass the button. The cards rank as usual.", cards) == [
        (3, "no rule mentions 'Reference Card'")
    ]


def test_cards_that_explain_themselves(told):
    """A card with a text of its own needs a mention of its kind, no more."""
    cards = "name,kind,text\nStorm,event,Discard a card.\nCalm,event,Draw a card.\n"
    assert told(unmentioned_components, "Turn up an event.", cards) == []
    assert len(told(unmentioned_components, "Turn up nothing.", cards)) == 2


def test_ranks_of_a_suit(told):
    """A suit, or a rank, speaks of its cards."""
    assert told(unmentioned_components, "Four suits are too many; Hearts and Spades will do.", "pack") == []
    assert len(told(unmentioned_components, "Hearts will do.", "pack")) == 8


def test_a_comment_calls_a_piece_right(reading):
    """``right: PROSE004`` with the name, anywhere in the text."""
    from punchboard.checks.prose import check_reading

    rules = "# Rules\n\n" + ALL.replace("Scarecrow", "pen") + "\n\nNesting birds. Shy ones.\n"
    found = [problem for problem in check_reading(reading(rules)) if problem.rule == "PROSE004"]
    assert [problem.message for problem in found] == ["no rule mentions 'Scarecrow'"]
    named = rules + "\n<!-- right: PROSE004 Scarecrow -->\n"
    assert [problem for problem in check_reading(reading(named)) if problem.rule == "PROSE004"] == []
