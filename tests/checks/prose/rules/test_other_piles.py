"""PROSE013: two names for one draw pile in lower case."""

import pytest

from punchboard.checks.prose.rules import other_piles

SETUP = "Shuffle the bird and blossom cards and place them face down as the draw pile. There is a discard pile.\n\n"


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        (
            "Draw two cards from the stack.",
            "'Draw two cards from the stack' here, but line 1 makes the draw pile of them",
        ),
        (
            "Take the top card of the deck.",
            "'Take the top card of the deck' here, but line 1 makes the draw pile of them",
        ),
        ("Draw a card from the drawing pile.", None),
        ("Draw a Wren from the stock.", None),
        ("When you draw a card, take it from the stack.", None),
    ],
)
def test_another_noun_for_the_draw_pile_is_reported(messages, rules, message):
    """The text makes one such pile, and only draws from the other."""
    ((line, found),) = messages(other_piles, SETUP + rules)
    assert line == 3
    assert message in {found, None}


@pytest.mark.parametrize(
    "rules",
    [
        "Draw a card from the draw pile. Shuffle the discard pile to make a new draw pile.",
        "Draw a card from the event deck.",
        "Draw a card from your deck.",
        "Look through the deck. Draw a card from the deck.",
        "Put a Wren on the stack. Draw a card from the stack.",
        "Discard a card to the discard stack. Draw a card from the stack.",
        "Draw a card from the stack of Wrens.",
        "Take an Egg from the stock. When the stock is empty, the game ends.",
    ],
)
def test_other_piles_have_no_problems(messages, rules):
    """Piles of other things, piles of each player, and words of which the text says more."""
    assert messages(other_piles, SETUP + rules) == []


def test_two_piles_that_the_text_makes_have_no_problems(messages):
    """Nothing says that they are one."""
    rules = "Place the bird cards as the draw pile. Put the blossom cards in a stack. Draw a card from the deck."
    assert messages(other_piles, rules) == []


@pytest.mark.parametrize(
    "making",
    [
        "Form a draw pile of the bird cards.",
        "The birds make up the draw pile.",
        "Shuffle the birds.\n\nPlace them face down as the draw pile.",
        "Put the bird cards in a face-down stack.",
    ],
)
def test_a_draw_pile_is_made_in_many_words(problems, making):
    """And the card that is drawn from it is one of them."""
    assert len(problems(other_piles, f"{making}\n\nReveal the top card of the deck.")) == 1
