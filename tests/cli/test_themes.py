"""`punchboard themes`: a contact sheet with a game's own card in every theme, and the theme that an import guesses."""

import pytest

from punchboard.importer.table_game import NEUTRAL_THEME, guess_theme
from punchboard.load.layouts.raw_layouts import theme_choices, theme_words

WORDS = {"cyberpunk": ("hacker", "chrome", "server"), "tide": ("sail", "reef")}


def test_the_sheet_names_every_theme_and_colourway(workspace):
    """With the game's own card; --png writes the pages as pictures beside it."""
    workspace.run("new", "isles", "--no-build")
    ran = workspace.run("themes", "isles", "--out", "all.pdf", "--png")
    assert (ran.status, ran.err) == (0, "")
    assert f"all.pdf: {len(theme_choices())} themes and colourways" in ran.out
    assert (workspace.path / "all-1.png").is_file()


def test_an_unknown_game_is_reported(workspace):
    """With its place, and no file."""
    workspace.run("new", "isles", "--no-build")
    ran = workspace.run("themes", "islse")
    assert (ran.status, "did you mean 'isles'" in ran.err + ran.out) == (1, True)


@pytest.mark.parametrize(
    ("cards", "theme", "reason"),
    [
        (["A hacker", "Chrome arm", "Two servers", "Ox"], "cyberpunk", "in 3 of 4 rows"),
        (["Reef", "Sails", "The reef", "hacker"], "tide", "'reef', 'sail' in 3 of 4 rows"),
        (["hacker"] * 9, NEUTRAL_THEME, "no words of another theme in the table"),
        (["Hacker, chrome", *["Ox"] * 20], NEUTRAL_THEME, "no words of another theme in the table"),
        ([], NEUTRAL_THEME, "no words of another theme in the table"),
    ],
)
def test_the_theme_with_words_on_most_cards_is_guessed(cards, theme, reason):
    """It needs two different words and more than a few cards; the reason names words and cards."""
    note = guess_theme(([card] for card in cards), WORDS)
    assert note.guess == theme
    assert note.reason.endswith(reason)


def test_no_word_belongs_to_a_neutral_theme(workspace):
    """Otherwise it would be guessed from words."""
    assert NEUTRAL_THEME not in theme_words(workspace.path)
