"""The files in docs/read-aloud are what a screen reader reads of the reference cards."""

import pytest
from read_aloud import FOLDER, GAMES, dump


@pytest.mark.slow
@pytest.mark.every_case
@pytest.mark.parametrize("game", GAMES)
def test_the_reference_cards_are_read_as_the_files_say(game):
    """`python tests/docs/read_aloud.py` writes them again."""
    assert (FOLDER / f"{game}.txt").read_text(encoding="utf-8") == dump(game)


def test_each_game_has_a_file():
    """Each begins with a heading."""
    texts = {path.stem: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.txt")}
    assert sorted(texts) == sorted(GAMES)
    assert all(text.splitlines()[1].startswith("  H1: ") for text in texts.values())
