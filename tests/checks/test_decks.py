"""A player's own deck against the limits of a game."""

from __future__ import annotations

import re

import pytest

from punchboard.checks.decks import RULES, check_deck
from punchboard.model.game.expectations import DeckLine, DeckList
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
def deck_problems(game):
    """Return the problems of a deck: code, line, column, message. Each card is on its own line."""

    def deck_problems(*cards, limits=LIMITS):
        lines = tuple(
            DeckLine(card, copies, Place("my-deck.csv", number, 1), Place("my-deck.csv", number, 9))
            for number, (card, copies) in enumerate(cards, 2)
        )
        found = check_deck(game(limits), DeckList("my-deck.csv", lines))
        return [(one.rule, one.place.line, one.place.column, one.message) for one in found]

    return deck_problems


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.ID)
def test_every_rule_on_decks_has_a_manual_page(rule):
    """The page begins with the code and says what, why, and how it looks bad and good."""
    page = rule.__doc__ or ""
    assert re.match(rf"{rule.ID}: .+\.\n", page)
    assert all(part in page for part in ("\nWhat: ", "\nWhy: ", "\nBad", "\nGood"))


def test_a_deck_within_its_limits_has_no_problems(deck_problems):
    """Cards are known by their ids, and as many copies as are published are allowed."""
    assert deck_problems(("ember-1", 1), ("Tide-2", 3)) == []


def test_an_unknown_card_is_reported(deck_problems):
    """At its line. It still counts for the size."""
    assert deck_problems(("ember-1", 1), ("tide-2", 1), ("tied-1", 1)) == [
        ("DECK001", 4, 1, "the game has no card 'tied-1'"),
    ]


def test_a_name_of_several_cards_is_reported(deck_problems):
    """Cards without a name of their own are all called by the name of their kind."""
    assert deck_problems(("Card", 3))[0] == ("DECK001", 2, 1, "4 cards are named 'Card'")


def test_a_card_that_is_not_allowed_is_reported(deck_problems):
    """A pawn is a component, but decks are not made of pawns."""
    assert deck_problems(("ember-1", 1), ("tide-2", 2), ("pawn", 4)) == [
        ("DECK002", 4, 1, "'pawn' (Pawn) may not be in a grove deck, which allows only 'card'"),
    ]


def test_copies_of_several_lines_are_counted_together(deck_problems):
    """The line that exceeds the limit is reported, once."""
    assert deck_problems(("tide-2", 2), ("ember-1", 1), ("tide-2", 2), ("tide-2", 1)) == [
        ("DECK003", 4, 9, "5 copies of 'Card' (lines 2, 4), but 3 are published"),
    ]


def test_the_limit_of_copies_may_be_a_number(deck_problems):
    """It applies to every card, however many are published."""
    limits = LIMITS.replace("    expect:", "    no more copies than: 2\n    expect:")
    assert deck_problems(("tide-2", 3), ("ember-1", 2), limits=limits) == [
        ("DECK003", 2, 9, "3 copies of 'Card', but a grove deck may have at most 2"),
    ]


@pytest.mark.parametrize(("size", "expected"), [("4", "4"), ("4-5", "4-5"), ("at least numbers.deal + 1", None)])
def test_the_size_counts_every_copy(deck_problems, size, expected):
    """The place is the whole list; an expression is shown with its value."""
    limits = LIMITS.replace("{is: at least numbers.deal, derived: the first hand}", size)
    wanted = expected or "4+ (at least numbers.deal + 1)"
    assert deck_problems(("ember-1", 1), ("tide-2", 2), limits=limits) == [
        ("DECK004", 1, 0, f"the deck has 3 cards, expected {wanted}"),
    ]


def test_expectations_count_only_the_cards_of_the_deck(deck_problems):
    """Their places are lines of the deck."""
    message = "'card' of realm 'ember': expected 1+, found 0"
    assert deck_problems(("tide-1", 1), ("tide-2", 2)) == [("DECK005", 1, 0, message)]
    unique = LIMITS.replace("{count: card, each: realm, is: 1+,", "{unique: rank,")
    (problem,) = deck_problems(("tide-1", 1), ("ember-1", 1), ("tide-2", 2), limits=unique)
    place = "found tide-1 at my-deck.csv:2, ember-1 at :3"
    assert problem == ("DECK005", 3, 1, f"'all': rank 1 should occur once, {place}")


def test_a_game_without_own_decks_is_reported(deck_problems):
    """The game lacks the limits; the deck itself is not checked."""
    ((rule, *_, message),) = deck_problems(("tide-1", 1), limits="")
    assert (rule, message) == ("REF001", "the game has no rules for players' own decks")


def test_limits_that_cannot_be_evaluated_are_reported(deck_problems):
    """The other limits are checked."""
    assert [one[0] for one in deck_problems(("tide-1", 9), limits=LIMITS.replace("numbers.deal", "numbers.dael"))] == [
        "EXPR001",
        "DECK003",
        "DECK005",
    ]


def test_a_list_is_checked_as_the_kind_of_deck_that_allows_most_cards(deck_problems):
    """Here two cards fit the one kind of deck and one card the other."""
    limits = "own decks:\n  pawns: {from: pawn, stated: x}\n  cards: {from: card, size: 9, stated: x}\n"
    assert deck_problems(("tide-1", 1), ("ember-1", 1), ("pawn", 1), limits=limits) == [
        ("DECK002", 4, 1, "'pawn' (Pawn) may not be in a cards, which allows only 'card'"),
        ("DECK004", 1, 0, "the deck has 3 cards, expected 9"),
    ]
