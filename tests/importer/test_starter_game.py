"""The starter game deals as many cards as it has."""

import pytest

from punchboard.importer.new_game_options import NewGameOptions
from punchboard.importer.writing.imported_game import DEAL, TOO_FEW, starter_files, starter_layout
from punchboard.load.layouts.raw_layouts import builtin_boxes


@pytest.mark.parametrize(
    ("players", "deal"), [("2-4", DEAL), ("6", DEAL), ("2-6", DEAL), ("2-7", TOO_FEW), ("7", TOO_FEW), ("3+", TOO_FEW)]
)
def test_a_hand_is_dealt_if_the_cards_are_enough_for_all(players, deal):
    """There are 18 cards, and a hand has three: enough for six. For more players the line is only a comment."""
    options = NewGameOptions("isles", "The Isles", players=players)
    text = starter_files(options, builtin_boxes(starter_layout(options)))["game.yaml"]
    assert deal in text
    assert (DEAL in text) == (deal == DEAL)
