"""PROSE002: numbers beside names."""

import pytest

from punchboard.checks.prose.rules import amounts

BOX = "## Components\n\n"


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ("Take all 15 cards of the pack.", "'15 cards': the deck has 16"),
        ("Shuffle the pack of 18.", ""),
        ("There are 18 cards.", "'18 cards': there are only 16 in the deck"),
        ("Each suit has four Kings.", "'four Kings': there are only 2 in the deck"),
        ("Lay out half a dozen Queens.", "'half a dozen Queens': there are only 2 in the deck"),
        ("Leave out the 3 Jacks.", "'3 Jacks': there are only 2 in the deck"),
        ("There are five suits.", "'five suits': there are only 2 in the deck"),
        ("Use all three suits.", "'three suits': there are only 2 in the deck"),
        ("It is played with ten court cards.", "'ten court cards': there are only 6 in the deck"),
    ],
)
def test_numbers_that_disagree_with_the_deck_are_reported(messages, rules, message):
    """Numbers of all of something, and numbers larger than there are."""
    assert messages(amounts, rules, "pack") == ([(1, message)] if message else [])


@pytest.mark.parametrize(
    "rules",
    [
        "Take all 16 cards. A pair of Kings beats both Queens. Two of the three are gone.",
        "Only a pack of 52 in the house? Throw out the 36 low cards.",
        "Score 40 points, pay $30, wait 20 minutes, add +18, from the 3rd trick on, since 1953.",
        "Up to 20 cards, never more than 30 cards, about 40 cards.",
        "Hold 7 card holders and 20 card sleeves. Roll a 20-sided card.",
    ],
)
def test_correct_numbers_and_those_of_other_things_have_no_problems(messages, rules):
    """Sums, limits, points, signed numbers, times, ordinals, and things that a name only describes."""
    assert messages(amounts, rules, "pack") == []


@pytest.mark.parametrize(
    ("rules", "lines"),
    [
        (BOX + "- 30 Eggs\n- 5 Hedge Mats\n- 11 birds\n", [5]),
        (BOX + "| What | Number |\n|---|---|\n| Eggs | 24 |\n| Hedge Mats | 5 |\n", [5]),
        ("| Bird | Cards |\n|---|---|\n| Wren | 4 |\n| Barn Owl | 2 |\n| Cuckoo | 3 |\n", [5]),
        ("**20 cards**, 30 Eggs, 4 Hedge Mats and a Scarecrow.", []),
        ("The box holds 20 cards, 24 Eggs, 5 Hedge Mats and 1 Scarecrow.", [1]),
        (BOX + "Nine birds, among other things.\n", [3]),
        ("Nine birds, among other things.\n", []),
        ("| Place | Bird |\n|---|---|\n| 1 | Wren |\n| 2 | Cuckoo |\n| 3 | Barn Owl |\n", []),
        ("| Bird | Points |\n|---|---|\n| Wren | 1 |\n| Barn Owl | 2 |\n| Cuckoo | 3 |\n", []),
    ],
)
def test_lists_of_what_is_in_the_box(messages, rules, lines):
    """A list is recognised by its title or by agreeing with the deck; numbers of points or places do not count."""
    assert [line for line, _ in messages(amounts, rules)] == lines


@pytest.mark.parametrize(
    ("rules", "found"),
    [
        ("There are 30 Wood. Set-up: each player takes 3 Wood and 5 Stone.", []),
        ("There are 5 Wood cards and 2 Stone cards.", []),
        ("There are 6 Wood cards.", ["'6 Wood cards': there are only 5 in the deck"]),
    ],
)
def test_what_cards_cost_or_make_is_no_card(messages, rules, found):
    """The wood that mills make is counted only as the cards that make it."""
    cards = 'name,makes,copies,text\nMill,Wood,3,Draw.\nSaw,"Wood, Stone",2,Draw.\nPit,Stone,0,Draw.\n'
    assert [message for _, message in messages(amounts, rules, cards)] == found


@pytest.mark.parametrize(("cell", "count"), [("All 12 Kings here", 0), ("All 12 Kings lie here", 1)])
def test_only_a_long_cell_is_read_as_a_sentence(messages, cell, count):
    """Four words are the label of a row, whose number may count something else; five are read like any text."""
    assert len(messages(amounts, f"| Pile | What |\n|---|---|\n| A | {cell} |\n", "pack")) == count


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        (
            "Each of the 4 players takes 8 Eggs.",
            "8 Eggs for each of 4 players make 32, but there are only 30 (cards.csv:8)",
        ),
        ("Each player takes 8 Eggs.", "8 Eggs for each of 4 players make 32, but there are only 30 (cards.csv:8)"),
        (
            "Deal six cards to each player.",
            "6 cards for each of 4 players make 24, but there are only 20 (cards.csv:2 and 5 more)",
        ),
        (
            "Everyone gets 2 Hedge Mats.",
            "2 Hedge Mats for each of 4 players make 8, but there are only 5 (cards.csv:9)",
        ),
        (
            "With 3 players, deal 7 cards each.",
            "7 cards for each of 3 players make 21, but there are only 20 (cards.csv:2 and 5 more)",
        ),
        (
            "Deal 9/7/4 cards for 2/3/4 players.",
            "7 cards for each of 3 players make 21, but there are only 20 (cards.csv:2 and 5 more)",
        ),
        (
            "Take Eggs: 15/10/8 for 2/3/4 players.",
            "8 Eggs for each of 4 players make 32, but there are only 30 (cards.csv:8)",
        ),
        (
            "Put 8 Eggs on each of the five Hedge Mats.",
            "8 Eggs for each of 5 places make 40, but there are only 30 (cards.csv:8)",
        ),
    ],
)
def test_shares_larger_than_the_box_are_reported(messages, rules, message):
    """What each player or place is given, times the largest number of them."""
    assert messages(amounts, f"A game for 2 to 4 players.\n\n{rules}") == [(3, message)]


@pytest.mark.parametrize(
    "rules",
    [
        "Each player takes 7 Eggs.",
        "Deal five cards to each player.",
        "Each player looks for pairs: six birds, or nine blossoms.",
        "With 2 players, deal 10 cards each.",
        "Everyone may look at the 20 cards.",
    ],
)
def test_shares_that_the_box_holds_have_no_problems(messages, rules):
    """Numbers in a sentence about each player are shares only if something is given."""
    assert messages(amounts, f"A game for 2 to 4 players.\n\n{rules}") == []


def test_one_per_player(messages):
    """``one per player`` beside a line of the list of components is multiplied, too."""
    rules = "A game for 2 to 6 players.\n\n## Contents\n\n- 5 Hedge Mats, one per player\n- 30 Eggs\n"
    assert messages(amounts, rules) == [(5, "1 Hedge Mats for each of 6 players make 6, not 5")]
    assert messages(amounts, rules.replace("2 to 6", "2 to 5")) == []


def test_a_table_row_with_another_total_is_reported(messages):
    """Cards dealt and cards left must add up to the same number in each row."""
    rules = "| Players | Cards each | Left |\n|---|---|---|\n| 2 | 7 | 1 |\n| 3 | 5 | {} |\n| 5 | 3 | 0 |\n"
    assert messages(amounts, rules.format(0), "pack") == []
    assert messages(amounts, rules.format(1), "pack") == [
        (4, "3 players with 5 each and 1 left over make 16, but the other rows make 15")
    ]


def test_a_wrong_remainder_after_the_deal_is_reported(messages):
    """For a fixed number of players the remainder can be calculated."""
    rules = "For two players.\n\nFive cards are dealt to each player. The {} cards that remain are the stock."
    assert messages(amounts, rules.format("six"), "pack") == []
    assert messages(amounts, rules.format("seven"), "pack") == [(3, "7 cards are left here, but the deal leaves 6")]


def test_slashed_numbers_with_another_product_are_reported(messages):
    """6/4/3 deals for 2/3/4 players are twelve hands each, and twelve divides 36; 6/4/2 is wrong."""
    rules = "There is time for 36 hands. That makes {} deals for 2/3/4 players."
    assert messages(amounts, rules.format("6/4/3"), "pack") == []
    assert messages(amounts, rules.format("6/4/2"), "pack") == [(1, "2 for 4 players make 8, but the others make 12")]


def test_what_each_player_takes_may_be_all_that_there_is(messages):
    """Four players need four times as many, unless the table has just what one player takes."""
    cards = "name,copies\nPenny,6\nShack,2\nFair,9\n"
    text = "A game for 2 to 4 players.\n\nEach player takes 6 Pennies and 2 Shacks."
    assert [found.split(" (")[0] for _, found in messages(amounts, text, cards)] == [
        "6 Pennies for each of 4 players make 24, but there are only 6",
        "2 Shacks for each of 4 players make 8, but there are only 2",
    ]
    assert messages(amounts, text, "name,copies\nPenny,6\nShack,2\n") == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("With three players, use 7 cards.", ["7 cards with 3 players here, but the table has 6"]),
        ("Use the map. In a two-player game, shuffle 5 cards.", ["5 cards with 2 players here, but the table has 4"]),
        ("With three players, use 6 cards; with two players, use only 4 cards.", []),
        ("With three players, use 5 cards in the market.", []),
        ("With three players, use 2 cards.", []),
        ("With three players, use 5 red cards.", []),
    ],
)
def test_columns_of_copies_for_numbers_of_players(messages, text, found):
    """They say how many cards a game has, if a sentence says that these are all."""
    cards = "name,2p,3p,4p,text\nArrow,2,3,4,Go.\nShield,1,2,2,Wait.\nOath,1,1,1,Stop.\n"
    assert [message for _, message in messages(amounts, text, cards)] == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Three cards live in the Marsh.", ["'Three cards live in the Marsh': the table has 2 or 5 of 'Marsh'"]),
        (
            "Two live in the Marsh, and four live in the Wood: the Owls.",
            ["'four live in the Wood': the table has 1 of 'Wood'"],
        ),
        (
            "You go. Three cards live in the Marsh.",
            ["'Three cards live in the Marsh': the table has 2 or 5 of 'Marsh'"],
        ),
        ("Five cards live in the Marsh, one in the Wood.", []),
        ("There are four heroes. Three live in the Marsh.", []),
        ("If three cards live in the Marsh, draw one.", []),
        ("Three players live in the Marsh.", []),
        ("Three beavers live in the Marsh.", []),
    ],
)
def test_cards_of_a_place(messages, text, found):
    """Either the different cards may be counted or all their copies."""
    cards = "name,home,copies\nHeron,Marsh,3\nNewt,Marsh,2\nOwl,Wood,1\n"
    assert [message for _, message in messages(amounts, text, cards)] == found
