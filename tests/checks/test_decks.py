"""A player's own deck beside the limits of a game."""

from __future__ import annotations

import re

import pytest

from punchboard.checks.decks import RULES, check_deck
from punchboard.model.game.own_deck import DeckLine, DeckList
from punchboard.problem import Place

LIMITS = """\
numbers: {deal: {value: 3, stated: Deal}}
own decks:
  grove deck:
    from: card
    size: {is: at least numbers.deal, derived: the first hand}
    expect:
      - {count: card, each: realm, is: 1+, stated: Decks}
    stated: Decks
"""


@pytest.fixture
def judged(game):
    """Return what is wrong with a deck: code, line, column, message. Each card stands in a line of its own."""

    def judged(*cards, limits=LIMITS):
        lines = tuple(
            DeckLine(card, copies, Place("my-deck.csv", number, 1), Place("my-deck.csv", number, 9))
            for number, (card, copies) in enumerate(cards, 2)
        )
        found = check_deck(game(limits), DeckList("my-deck.csv", lines))
        return [(one.rule, one.place.line, one.place.column, one.message) for one in found]

    return judged


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.ID)
def test_every_rule_on_decks_has_a_manual_page(rule):
    """The page begins with the code and says what, why, and how it looks bad and good."""
    page = rule.__doc__ or ""
    assert re.match(rf"{rule.ID}: .+\.\n", page)
    assert all(part in page for part in ("\nWhat: ", "\nWhy: ", "\nBad", "\nGood"))


def test_a_deck_within_its_limits_is_silent(judged):
    """Cards are known by their ids, as many as are published may be there."""
    assert judged(("ember-1", 1), ("Tide-2", 3)) == []


def test_a_card_that_is_not_there_is_told(judged):
    """The line is told; it counts for the size all the same."""
    assert judged(("ember-1", 1), ("tide-2", 1), ("tied-1", 1)) == [
        ("DECK001", 4, 1, "the game has no card 'tied-1'"),
    ]


def test_a_name_of_several_cards_is_told(judged):
    """Cards without a name of their own are all called by their kind's."""
    assert judged(("Card", 3))[0] == ("DECK001", 2, 1, "'Card' is the name of 4 cards")


def test_a_card_of_another_sort_is_told(judged):
    """A pawn is a component, but none that a deck is made of."""
    assert judged(("ember-1", 1), ("tide-2", 2), ("pawn", 4)) == [
        ("DECK002", 4, 1, "'pawn' (Pawn) may not be in a grove deck, only 'card'"),
    ]


def test_copies_of_several_lines_are_counted_together(judged):
    """The line that makes it too many is told, once."""
    assert judged(("tide-2", 2), ("ember-1", 1), ("tide-2", 2), ("tide-2", 1)) == [
        ("DECK003", 4, 9, "5 copies of 'Card' (lines 2, 4), but 3 are published"),
    ]


def test_the_most_copies_may_be_a_number(judged):
    """A number holds for every card, however many are published."""
    limits = LIMITS.replace("    expect:", "    no more copies than: 2\n    expect:")
    assert judged(("tide-2", 3), ("ember-1", 2), limits=limits) == [
        ("DECK003", 2, 9, "3 copies of 'Card', no more than 2 may be in a grove deck"),
    ]


@pytest.mark.parametrize(("size", "expected"), [("4", "4"), ("4-5", "4-5"), ("at least numbers.deal + 1", None)])
def test_the_size_counts_every_copy(judged, size, expected):
    """The whole list is the place; a sum is shown with what it comes to."""
    limits = LIMITS.replace("{is: at least numbers.deal, derived: the first hand}", size)
    wanted = expected or "4+ (at least numbers.deal + 1)"
    assert judged(("ember-1", 1), ("tide-2", 2), limits=limits) == [
        ("DECK004", 1, 0, f"the deck has 3 cards, expected {wanted}"),
    ]


def test_further_limits_are_those_of_the_deck_alone(judged):
    """An expectation counts the cards of the deck, and says where they stand in it."""
    message = "'card' of realm 'ember': expected 1+, found 0"
    assert judged(("tide-1", 1), ("tide-2", 2)) == [("DECK005", 1, 0, message)]
    unique = LIMITS.replace("{count: card, each: realm, is: 1+,", "{unique: rank,")
    (problem,) = judged(("tide-1", 1), ("ember-1", 1), ("tide-2", 2), limits=unique)
    place = "found tide-1 at my-deck.csv:2, ember-1 at :3"
    assert problem == ("DECK005", 3, 1, f"'all': rank 1 should be there once, {place}")


def test_a_game_without_limits_cannot_judge(judged):
    """It is told that the game lacks them; nothing is said of the deck."""
    ((rule, *_, message),) = judged(("tide-1", 1), limits="")
    assert (rule, message) == ("REF001", "the game does not say what a deck of a player's own may be")


def test_limits_that_cannot_be_understood_are_told(judged):
    """A limit that cannot be asked is no limit that is kept."""
    assert [one[0] for one in judged(("tide-1", 9), limits=LIMITS.replace("numbers.deal", "numbers.dael"))] == [
        "EXPR001",
        "DECK003",
        "DECK005",
    ]


def test_a_list_is_judged_as_the_sort_of_deck_that_fits_most(judged):
    """Of two sorts of own decks it is the one that most of the cards may be in."""
    limits = "own decks:\n  pawns: {from: pawn, stated: x}\n  cards: {from: card, size: 9, stated: x}\n"
    assert judged(("tide-1", 1), ("ember-1", 1), ("pawn", 1), limits=limits) == [
        ("DECK002", 4, 1, "'pawn' (Pawn) may not be in a cards, only 'card'"),
        ("DECK004", 1, 0, "the deck has 3 cards, expected 9"),
    ]
