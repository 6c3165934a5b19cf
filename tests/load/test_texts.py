from dataclasses import replace

import pytest

from punchboard.load.game import load_game
from punchboard.load.layout_files import game_search_path
from punchboard.load.texts import with_shared_texts

SHARED = {"layouts/texts/set-up.md": "shared set-up", "layouts/texts/playtest.md": "shared playtest"}


@pytest.fixture
def texts(grove, write, tmp_path):
    """Return a function that loads the Grove with texts of its own, and shared ones of the workspace."""

    def texts(shared, own=None, stock=None, language=""):
        workspace = grove(own)
        write(shared)
        write({f"stock/{name}": text for name, text in (stock or {}).items()})
        game = load_game(workspace / "catalog" / "grove", workspace)
        game = replace(game, file=game.file.model_copy(update={"language": language or "en"}))
        search_path = game_search_path("grove", workspace, tmp_path / "stock")
        return with_shared_texts(game, search_path, translated=bool(language))

    return texts


def test_every_game_has_the_shared_texts(texts):
    """Beside its own; messages show the file that a text comes from."""
    game = texts(SHARED, {"turn.md": "own turn"})
    assert dict(game.texts) == {"turn": "own turn", "set-up": "shared set-up", "playtest": "shared playtest"}
    assert [game.text_file(name) for name in ("turn", "set-up", "score")] == [
        "catalog/grove/turn.md",
        "layouts/texts/set-up.md",
        "catalog/grove/score.md",
    ]


def test_a_game_s_own_text_replaces_the_shared_one(texts):
    """A file of that name in the game's folder is the game's text."""
    game = texts(SHARED, {"set-up.md": "own set-up"})
    assert game.texts["set-up"] == "own set-up"
    assert game.text_file("set-up") == "catalog/grove/set-up.md"


@pytest.mark.parametrize(
    ("folders", "wins"),
    [
        (("stock/layouts", "layouts"), "layouts"),
        (("layouts", "layouts/grove"), "layouts/grove"),
        (("layouts/grove", "catalog/grove/layouts"), "catalog/grove/layouts"),
    ],
)
def test_texts_are_looked_up_where_layouts_are(texts, folders, wins):
    """The game's own layout folder first, then the workspace's for it, the shared one, and the built-in one."""
    game = texts({f"{folder}/texts/set-up.md": folder for folder in folders})
    assert game.texts["set-up"] == wins
    assert game.text_file("set-up") == f"{wins}/texts/set-up.md"


@pytest.mark.parametrize(
    ("language", "text"),
    [("fr", "mise en place"), ("fr-CA", "mise en place"), ("de", "shared set-up"), ("", "shared set-up")],
)
def test_shared_texts_are_in_the_game_s_language(texts, language, text):
    """If they have a translation beside them, for the language or for its region."""
    translation = {"layouts/texts/fr/set-up.md": "<!-- source: top 6bb308ae -->\nmise en place\n"}
    game = texts(SHARED | translation, language=language)
    assert game.texts["set-up"].strip().splitlines()[-1] == text
    assert game.text_file("set-up") == "layouts/texts/set-up.md"


def test_without_shared_texts_a_game_is_unchanged(texts):
    """An empty layout folder changes nothing."""
    game = texts({}, {"turn.md": "own turn"})
    assert dict(game.texts) == {"turn": "own turn"}
    assert dict(game.text_files) == {}


def test_a_shared_text_that_is_not_utf_8_is_reported_at_the_byte(texts, problem):
    """Like any other file."""
    found = problem(texts, {"layouts/texts/set-up.md": b"caf\xe9"})
    assert (found.rule, found.place[:3]) == ("FILE002", ("layouts/texts/set-up.md", 1, 4))
