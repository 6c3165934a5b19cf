"""PROSE009: what the set-up gives each player."""

from dataclasses import replace

import pytest

from punchboard.checks.prose.reading.vocabulary import SetupDeal
from punchboard.checks.prose.rules import dealt_amounts

BIRDS, EGGS = frozenset({0, 1, 2}), frozenset({6})


@pytest.fixture
def found(reading):
    """Return the messages for a text for 2 to 4 players, each of whom is given birds and Eggs."""

    def found(text):
        read = reading(f"For 2 to 4 players.\n\n{text}")
        given = (SetupDeal(BIRDS, {2: 3, 3: 2, 4: 2}), SetupDeal(EGGS, {0: 5}))
        with_deals = replace(read, vocabulary=replace(read.vocabulary, deals=given))
        return [problem.message for problem in dealt_amounts.check(with_deals)]

    return found


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Each player takes 4 Eggs.", "4 Eggs for each player here, but the set-up gives 5"),
        ("Deal one bird to each player.", "1 bird for each player here, but the set-up gives 2 or 3"),
        ("Deal 3/2/1 birds for 2/3/4 players.", "1 birds for each player here, but the set-up gives 2 or 3"),
    ],
)
def test_another_number_is_reported(found, text, message):
    """By the kind that is given, and by number of players."""
    assert found(text) == [message]


@pytest.mark.parametrize(
    "text",
    [
        "Each player takes 5 Eggs.",
        "Deal 3/2/2 birds for 2/3/4 players.",
        "Each player takes 2 Hedge Mats.",
        "Each player may take up to 4 Eggs.",
        "> **Example.** Each player takes 4 Eggs.",
        "Put 4 Eggs on the table.",
    ],
)
def test_correct_numbers_and_other_pieces_have_no_problems(found, text):
    """Limits, examples, pieces that nobody is given, and pieces that no step gives."""
    assert found(text) == []


OPEN = SetupDeal(EGGS, {}, is_setup=False, verb="take")
UP_TO = SetupDeal(EGGS, {0: 3}, is_setup=False, is_limit=True, verb="draw")


@pytest.mark.parametrize(
    ("text", "steps", "messages"),
    [
        ("# Set-up\n\nDeal 6 Eggs to each player.", [OPEN], ["the set-up gives 5"]),
        ("Each player starts with 6 Eggs.", [OPEN], ["the set-up gives 5"]),
        ("Deal 6 Eggs to each player.", [OPEN], ["the set-up gives 5"]),
        ("Deal 6 Eggs to each player.", [UP_TO], ["the set-up gives 5"]),
        ("# Your turn\n\nEach player draws 6 Eggs.", [OPEN, UP_TO], ["the set-up gives 5"]),
        ("# Your turn\n\nEach player draws 3 Eggs.", [OPEN, UP_TO], []),
        ("# Your turn\n\nEach player draws 2 Eggs.", [UP_TO], []),
        ("# Your turn\n\nEach player takes 6 Eggs.", [OPEN], []),
        ("# Your turn\n\nEach player draws 6 Eggs.", [OPEN._replace(verb="draw")], []),
        ("# Each round\n\nDeal 6 Eggs to each player.", [OPEN._replace(verb="deal")], []),
    ],
)
def test_a_step_without_a_number_excuses_only_what_may_be_about_it(reading, text, steps, messages):
    """A turn in which players take all of a pile, or up to three, says nothing about what is dealt."""
    read = reading(f"For 2 to 4 players.\n\n{text}")
    read = replace(read, vocabulary=replace(read.vocabulary, deals=(SetupDeal(EGGS, {0: 5}), *steps)))
    assert [problem.message.split("but ")[1] for problem in dealt_amounts.check(read)] == messages
