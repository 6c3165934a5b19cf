"""The passages of a text are found on the pages that are made from it."""

from pathlib import Path

import pytest

from punchboard.load import load
from punchboard.products import ComposedGame
from punchboard.server.full_check import source_places

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
@pytest.mark.parametrize("game", ["atmosfear", "vortex"])
def test_most_passages_have_a_place_and_headings_are_in_order(game):
    """Every heading has one; pages never go back."""
    composed = ComposedGame(load(game, ROOT), ("a4",))
    text = composed.game.texts["rulebook"]
    places = source_places(text, composed.rulebook.document)
    lines = text.split("\n")
    headings = {number for number, line in enumerate(lines, 1) if line.startswith("# ")}
    found = [place.line for place in places]
    assert headings <= set(found)
    assert found == sorted(set(found))
    assert [place.page for place in places] == sorted(place.page for place in places)
    passages = [number for number, line in enumerate(lines, 1) if line[:1].isalpha() and not lines[number - 2].strip()]
    assert len(set(passages) & set(found)) > 0.8 * len(passages)
