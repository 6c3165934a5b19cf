"""PROSE007: numbers that are stated twice."""

import pytest

from punchboard.checks.prose.rules import stated_twice

TABLE = "| Players | Each | To the crib |\n|---|---|---|\n| 2 | 6 | 2 |\n| 3 | 5 | 1 |\n| 4 | {} | 1 |\n\n"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The first player to reach 100 points wins.", "Whoever gets to 120 points first has won."),
        ("First to **11 points** wins.", "How long to 12 points? An hour."),
        ("If the Doom Track reaches 12, everyone loses.", "The game still ends at 10."),
        ("Deal six cards to each player.", "Each player is dealt seven cards."),
        ("Nobody may hold more than 5 cards in hand.", "Discard down to 7 cards from your hand."),
        ("The game lasts eight rounds.", "The game has 9 rounds."),
        ("You may take 3 actions.", "On your turn you take two actions."),
        ("A Hedge Mat has ten places.", "Each Hedge Mat has 12 places."),
        ("An Egg is worth 2 points.", "Eggs are worth 3 points."),
        ("They make five-and-twenty pairs.", "When the six-and-twenty pairs lie on the table, it is over."),
        ("First to 10 points wins.", "The game is over when somebody has 12 points."),
        ("You need 10 points to win.", "Play until somebody has 12 points."),
        ("You win as soon as you have 10 points.", "With 12 points you win."),
        ("The goal is to collect 10 points.", "Whoever gets 12 points first wins."),
        ("The game ends after 8 rounds.", "It is a game of ten rounds."),
        ("Eight rounds are played.", "The game lasts 10 rounds, or ends at once if the bank is empty."),
        ("The game is over after round 8.", "The tenth round is the last."),
        ("When eight rounds have been played, the game ends.", "After 10 rounds, the player with the most coins wins."),
        ("A tower costs 3 wood.", "Towers cost 4 wood each."),
        ("A wall costs 2 wood, a tower costs 3 wood and 1 brick.", "Pay 4 wood to build a tower."),
        ("To build a tower, pay 3 wood.", "You may build a tower for 4 wood."),
        ("A tower costs 4 wood.", "## Prices\n\n- Tower: 3 wood\n- Wall: 1 wood\n"),
        ("A tower costs 4 wood.", "| Building | Cost |\n|---|---|\n| Tower | 3 wood |\n"),
        ("Each gem is worth 2 points.", "At the end of the game, gems are worth 3 points each."),
        ("Each gem is worth 2 points.", "## Final scoring\n\nYou score 3 points for each gem."),
        ("Each gem is worth 2 points, a pearl counts 5 points.", "A pearl is worth 4 victory points."),
        ("The price of a horse is 4 coins.", "You can buy a horse for 5 coins."),
        ("Hiring a sailor costs 2 coins.", "A sailor can be hired for 3 coins."),
        ("Collect 7 crowns and you win.", "When a player has 8 crowns or more, the game ends."),
        ("Whoever has made **capot** scores 40.", "| For | Score |\n|---|---|\n| Capot | 30 |\n"),
    ],
)
def test_two_statements_that_disagree_are_reported_once(messages, one, other):
    """The second, with the line of the first."""
    ((line, message),) = messages(stated_twice, f"{one}\n\n{other}\n")
    assert line >= 3
    assert message.endswith("in line 1")


@pytest.mark.parametrize(
    "rules",
    [
        "The first player to reach 100 points wins.\n\nWhoever gets to 100 points first has won.",
        "The first to reach 31 wins the round.\n\nThe first to reach 121 wins the game.",
        "First to 25 points wins. In a long game, first to 100 points wins.\n\nWhoever reaches 50 points first wins.",
        "Deal six cards to each player.\n\nDeal four cards face up in the middle.\n\nDeal two more cards to each.",
        "Whoever reaches 100 points wins.\n\n## Variant\n\nWhoever reaches 200 points wins.",
        "Whoever reaches 100 points wins.\n\n**In a hurry?** Whoever reaches 50 points wins.",
        "A Hedge Mat has ten places.\n\nIf you are last, your Hedge Mat has 9 places.",
        "An Egg is worth 2 points.\n\n| Bird | Points |\n|---|---|\n| Wren | 1 |\n| Egg | 3 |\n",
        "First to 10 points wins.\n\nWith two players, the first to 12 points wins.",
        "First to 10 points wins.\n\nIn a short game, the first to 5 points wins.",
        "The game lasts 8 rounds.\n\nThe game lasts 10 rounds with two players.",
        "The game lasts 8 rounds.\n\nThe game ends after 5 rounds if nobody has a card left.",
        "The game lasts 8 rounds.\n\nEach round lasts 3 turns. After 2 rounds, turn the board over.",
        "A tower costs 3 wood.\n\nIn winter, a tower costs 4 wood.",
        "A tower costs 3 wood.\n\nA tower costs 4 wood on the coast.",
        "A tower costs 3 wood.\n\nThe second tower costs 4 wood. Each further tower costs 5 wood.",
        "A tower costs 3 wood.\n\nA tower costs 4 stone.",
        "## Age I\n\nA tower costs 3 wood.\n\n## Age II\n\nA tower costs 4 wood.",
        "Each gem is worth 2 points.\n\nEach gem is worth 3 points if you have the crown.",
        "Each gem is worth 2 points.\n\nEach gem is worth 3 points for the winner.",
        "Each gem is worth 2 points.\n\n**Jeweller.** Each gem is worth 3 points.",
        "Each gem is worth 2 points.\n\n## Barn Owl\n\nEach gem is worth 3 points.",
        "The game lasts 8 rounds.\n\nIn a game of 5 rounds, deal two cards more.",
        "First to 20 points wins.\n\nThe first to 5 points takes the bonus tile.",
        "First to 20 points wins. The last player to reach 10 points wins nothing.",
        "The game lasts ten rounds. The game ends with a scoring after round five and after round ten.",
        "The game lasts eight rounds.\n\nA short game ends after five rounds.",
        "Deal five cards to each player.\n\nIn the second round, deal six cards to each player.",
        "Your hand limit is seven cards.\n\nWith the Backpack your hand limit is nine cards.",
        "The winner scores 2 points.\n\nThe winner scores 3 points.",
        "Each card is worth 2 points.\n\nEach card is worth 3 points.",
        "Each of these is worth 2 points.\n\nEach of these is worth 3 points.",
        "A tower costs 3 wood.\n\nMoving a tower costs 1 wood.\n\nThe largest tower costs 5 wood.",
        "## Each round\n\nYou score 1 point for each gem.\n\n## Final scoring\n\nYou score 3 points for each gem.",
        "Play to 10 points.\n\nThe round is played to 3 points. You need 2 points to win a trick.",
        "Nobody may hold more than 5 cards in hand.\n\nThe Wren may hold more than 6 cards in hand.",
    ],
)
def test_statements_about_different_things_have_no_problems(messages, rules):
    """Rounds and games, piles and hands, variants, cases, and tables of other scores."""
    assert messages(stated_twice, rules) == []


def test_the_one_of_three_that_disagrees_is_reported(messages):
    """Only that one."""
    rules = "Whoever reaches 100 points wins.\n\nThe first to reach 100 points wins.\n\nFirst to 120 points wins."
    assert messages(stated_twice, rules) == [(5, "'120 points' here, but '100 points' in line 1")]


def test_numbers_by_players_beside_a_table(messages):
    """The cell is reported if another column supports the slashed numbers; otherwise the numbers are."""
    assert messages(stated_twice, TABLE.format(5) + "In short, 6/5/5 for 2/3/4 players.") == []
    assert messages(stated_twice, TABLE.format(6) + "In short, 6/5/5 for 2/3/4 players.") == [
        (5, "'6 for 4 players' here, but '6/5/5' in line 7")
    ]
    assert messages(stated_twice, TABLE.format(5) + "In short, 6/5/4 for 2/3/4 players.") == [
        (7, "'6/5/4' here, but '5 for 4 players' in line 5")
    ]


@pytest.mark.parametrize(
    ("rules", "number"),
    [
        ("There are four suits: Hearts, Spades and Clubs.", 3),
        ("A turn has three steps:\n\n1. Draw.\n2. Play.\n", 2),
        ("A turn has two steps:\n\n1. Draw.\n2. Play.\n", 0),
        ("There are two seasons: Spring, Summer and Autumn.", 3),
        ("Do two of these things: eat, sleep or drink.", 0),
        ("There are 54 cards: Hearts, Spades and Clubs.", 0),
        ("Do ONE thing:\n\n- draw\n- play\n", 0),
    ],
)
def test_what_is_counted_and_then_listed(messages, rules, number):
    """Steps, suits and column names; a number of cards says nothing about a list of suits."""
    assert [message.endswith(f"but {number} are listed") for _, message in messages(stated_twice, rules)] == [
        True
    ] * bool(number)
