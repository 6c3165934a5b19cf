"""PROSE009: what the set-up gives to each player."""

from dataclasses import replace

import pytest

from punchboard.checks.prose.reading.vocabulary import SetupDeal
from punchboard.checks.prose.rules import dealt_amounts

BIRDS, EGGS = frozenset({0, 1, 2}), frozenset({6})


@pytest.fixture
def found(reading):
    """Return what the rule says of a text for 2 to 4 players, of whom each is given birds and Eggs."""

    def found(text):
        read = reading(f"For 2 to 4 players.\n\n{text}")
        given = (SetupDeal(BIRDS, {2: 3, 3: 2, 4: 2}), SetupDeal(EGGS, {0: 5}))
        told = replace(read, vocabulary=replace(read.vocabulary, given=given))
        return [problem.message for problem in dealt_amounts.check(told)]

    return found


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Each player takes 4 Eggs.", "4 Eggs for each player, and 5 by the set-up"),
        ("Deal one bird to each player.", "1 bird for each player, and 2 or 3 by the set-up"),
        ("Deal 3/2/1 birds for 2/3/4 players.", "1 birds for each player, and 2 or 3 by the set-up"),
    ],
)
def test_another_number(found, text, message):
    """By the kind that is given, and by the number of players."""
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
def test_what_is_given_or_lies_elsewhere(found, text):
    """Limits, examples, what nobody is given, and pieces that no step gives."""
    assert found(text) == []
