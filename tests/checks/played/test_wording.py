"""Wording of messages on played games."""

from __future__ import annotations

import pytest

from punchboard.checks.played.wording import choice_text, with_players
from punchboard.engine.proof import PlayConfiguration


@pytest.mark.parametrize(("numbers", "said"), [([3], "3"), ([2, 4], "2 or 4"), ([2, 3, 5], "2, 3 or 5")])
def test_numbers_are_joined_as_a_choice(numbers, said):
    """The last of several comes after an 'or'."""
    assert choice_text(numbers) == said


@pytest.mark.parametrize(
    ("ways", "said"),
    [
        ([(1, "")], "with 1 player"),
        ([(4, ""), (2, "")], "with 2 or 4 players"),
        ([(2, ""), (3, "short"), (4, "short")], "with 2 players; with 3 or 4 players in the variant 'short'"),
    ],
)
def test_ways_to_play_are_grouped_by_variant(ways, said):
    """Those without a variant come first."""
    assert with_players(PlayConfiguration(*way) for way in ways) == said
