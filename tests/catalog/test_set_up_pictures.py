"""The numbers in the set-up pictures of the five games are those of printed steps."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from punchboard.compose.books.directives import Directives
from punchboard.compose.faces.composer import FaceComposer
from punchboard.load import load

ROOT = Path(__file__).resolve().parents[2]
PICTURES = [(game, "table") for game in ("alpha-and-omega", "alpha-omega", "alter-ego", "atmosfear", "vortex")]
PICTURES += [("vortex", "rulebook")]
STARTS = re.compile(r"- \{number: (\d+)")


@pytest.mark.parametrize(("game", "text"), PICTURES)
def test_each_number_is_that_of_a_step(game: str, text: str) -> None:
    """A picture has at least four of them, and none beyond the last step."""
    loaded = load(game, ROOT)
    steps = Directives(loaded.game, loaded.layouts, FaceComposer(loaded)).setup_list().items
    numbers = [int(number) for number in STARTS.findall(loaded.game.texts[text])]
    assert len({*numbers}) >= 4
    assert max(numbers) <= len(steps)
