"""Problems on the pages of a text are reported at a file of the game, never at one of the program."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from punchboard.pipeline.build import _own_file
from punchboard.problem import Place

SHARED = str(Path("layouts", "texts", "playtest.md").resolve())


@pytest.mark.parametrize(
    ("text", "boxes", "file"),
    [
        ("catalog/owl/rulebook.md", "layouts/owl/books/book.yaml", "catalog/owl/rulebook.md"),
        (SHARED, "layouts/owl/books/book.yaml", "layouts/owl/books/book.yaml"),
        (SHARED, SHARED, "catalog/owl/game.yaml"),
    ],
)
def test_a_shared_text_is_told_at_what_the_game_has_of_its_own(text, boxes, file):
    """The text of the game, else the boxes of its pages, else the game."""
    faces = (SimpleNamespace(source=None), SimpleNamespace(source=SimpleNamespace(file=boxes)))
    game = SimpleNamespace(text_file=lambda _name: text, place=Place("catalog/owl/game.yaml"))
    assert _own_file(SimpleNamespace(game=game, book=lambda _name: SimpleNamespace(faces=faces)), "book") == file
