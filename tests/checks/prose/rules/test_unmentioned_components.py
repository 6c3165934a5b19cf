"""PROSE004: components that no rule mentions."""

import pytest

from punchboard.checks.prose.rules import unmentioned_components

ALL = "Plant birds and blossoms. Take Eggs and a Hedge Mat; one player has the Scarecrow."


def test_kinds_stand_for_their_pieces(messages):
    """Three birds and three blossoms need no mention by name."""
    assert messages(unmentioned_components, ALL) == []


@pytest.mark.parametrize(
    ("gone", "line", "names"),
    [
        ("one player has the Scarecrow", 10, "'Scarecrow'"),
        ("Eggs and ", 8, "'Egg'"),
        ("and blossoms", 5, "'Dog Rose', 'Foxglove' or 'Honeysuckle'"),
    ],
)
def test_pieces_that_are_not_mentioned_are_reported(messages, gone, line, names):
    """The place is the row of the piece; the only piece of its kind must be named."""
    assert (line, f"no rule mentions {names}") in messages(unmentioned_components, ALL.replace(gone, ""))


def test_the_last_word_of_a_name_is_enough_if_it_is_unique(messages):
    """A mat can only be the Hedge Mat; with two buttons the word would be ambiguous."""
    assert messages(unmentioned_components, ALL.replace("Hedge Mat", "mat")) == []
    cards = "name,type,copies\nDealer Button,button,1\nReference Card,reference,4\nAce,card,1\nTwo,card,1\nTen,card,1\n"
    assert messages(unmentioned_components, "Pass the button. The cards rank as usual.", cards) == [
        (3, "no rule mentions 'Reference Card'")
    ]


def test_a_name_that_the_text_has_instead_is_in_the_hint(reading):
    """The report knows both: the name without a component, and the component without a rule."""
    from punchboard.checks.prose import check_reading

    cards = "name,copies,text\nOak Gate,8,Gain 1 wood.\nGold Ingot,12,Gain 1 gold.\n"
    found = check_reading(reading("# Set-up\n\nDeal 2 Oak Gates to each player.\n\nTake 3 Gold Bars.\n", cards))
    hints = {problem.rule: (problem.place.line, problem.place.column, problem.hint) for problem in found}
    assert hints["PROSE004"] == (3, 1, "is it the '3 Gold Bars' of rules.md:5?")
    assert "'Gold Ingot' (cards.csv:3, which no rule mentions)" in hints["PROSE011"][2]


@pytest.mark.parametrize(
    ("rules", "hint"),
    [
        ("Deal the Oak Gates. Pay a Gold Bar to the bank.", "is it the 'Gold Bar' of rules.md:1?"),
        ("Deal the oak gates. Pay a gold bar to the bank.", "is it the 'gold bar' of rules.md:1?"),
        ("Deal the Oak Gates. Pay gold to the bank.", "explain what it is for, or remove it"),
        ("Deal the Oak Gates. Pay the gold of an Oak Gate.", "explain what it is for, or remove it"),
    ],
)
def test_the_other_name_is_in_the_hint_without_a_number_too(problems, rules, hint):
    """A name of two words that shares one with the component that no rule mentions."""
    cards = "name,copies,text\nOak Gate,8,Gain 1 wood.\nGold Ingot,12,Gain 1 gold.\n"
    assert [problem.hint for problem in problems(unmentioned_components, rules, cards)] == [hint]


def test_cards_that_explain_themselves(messages):
    """A card with its own text only needs a mention of its kind."""
    cards = "name,kind,text\nStorm,event,Discard a card.\nCalm,event,Draw a card.\n"
    assert messages(unmentioned_components, "Turn up an event.", cards) == []
    assert messages(unmentioned_components, "Turn up nothing.", cards) == [(2, "no rule mentions 'Storm' or 'Calm'")]


def test_ranks_of_a_suit(messages):
    """Mentioning a suit, or a rank, covers its cards."""
    assert messages(unmentioned_components, "Four suits are too many; Hearts and Spades will do.", "pack") == []
    assert [found.count("of Spades'") for _, found in messages(unmentioned_components, "Hearts will do.", "pack")] == [
        8
    ]


def test_one_cause_is_one_message(problems):
    """The cards of a kind that the rules forget are in one, other pieces in another; a long list is cut short."""
    cards = "name,kind,text\nDial,counter,\nStorm,event,Discard.\nCalm,event,Draw.\nCup,token,\nFog,event,Wait.\n"
    assert [
        (found.place.line, found.message, found.hint) for found in problems(unmentioned_components, "Go.", cards)
    ] == [
        (2, "no rule mentions 'Dial' or 'Cup'", "explain what they are for, or remove them"),
        (3, "no rule mentions 'Storm', 'Calm' or 'Fog'", "explain what they are for, or explain their kind: 'event'"),
    ]
    many = "name,kind,text\n" + "".join(f"Storm {at},event,Discard.\n" for at in range(40))
    (found,) = problems(unmentioned_components, "Go.", many)
    assert found.message.endswith("'Storm 10' or 29 others")
    kept = problems(unmentioned_components, "Go.\n\n<!-- right: PROSE004 Storm -->\n", cards)
    assert kept[1].message == "no rule mentions 'Calm' or 'Fog'"


def test_a_comment_exempts_a_piece(reading):
    """``right: PROSE004`` with the name, anywhere in the text."""
    from punchboard.checks.prose import check_reading

    rules = "# Rules\n\n" + ALL.replace("Scarecrow", "pen") + "\n\nNesting birds. Shy ones.\n"
    found = [problem for problem in check_reading(reading(rules)) if problem.rule == "PROSE004"]
    assert [problem.message for problem in found] == ["no rule mentions 'Scarecrow'"]
    named = rules + "\n<!-- right: PROSE004 Scarecrow -->\n"
    assert [problem for problem in check_reading(reading(named)) if problem.rule == "PROSE004"] == []
