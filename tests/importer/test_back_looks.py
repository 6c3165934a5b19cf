"""The backs of several decks of a new game are told apart by colour and ornament, and their words stay legible."""

import re
from colorsys import rgb_to_hls
from itertools import combinations

import pytest

from punchboard.importer.new_game_options import BackLook, NewGameOptions
from punchboard.importer.writing.face_yaml import back_text, other_ground
from punchboard.srgb import contrast

RED = BackLook("#d0342c", "#ffffff", "rays")
GREY = BackLook("#d9d9d6", "#202020", "guilloche")
NIGHT = BackLook("#101418", "#f2efe4", "rose-window")


def hue(colour):
    """Return the hue of a colour in turns."""
    return rgb_to_hls(*(int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)))[0]


@pytest.mark.parametrize("look", [RED, GREY, NIGHT])
def test_the_words_are_as_legible_on_each_ground_as_on_the_first(look):
    """Or have the contrast of legible words, if the first has more."""
    for number in range(1, 6):
        assert contrast(other_ground(look, number), look.ink) >= min(contrast(look.ground, look.ink), 4.5)


@pytest.mark.parametrize("look", [RED, GREY, NIGHT])
def test_no_two_of_four_decks_have_a_similar_hue(look):
    """A tenth of the circle of hues at least lies between them."""
    grounds = [look.ground, *(other_ground(look, number) for number in range(1, 4))]
    for one, other in combinations(map(hue, grounds), 2):
        assert min(abs(one - other), 1 - abs(one - other)) > 0.1


@pytest.mark.parametrize("look", [RED, GREY, NIGHT])
def test_the_first_deck_has_the_look_of_the_theme_and_the_others_ornaments_of_their_own(look):
    """No ornament is that of the theme, and no two of three decks share one."""
    options = NewGameOptions("g", "G", back=look)
    texts = [back_text("back", "label", f"Deck {number}", options, number) for number in range(4)]
    assert "ground" not in texts[0]
    kinds = [re.search(r"kind: ([\w-]+)", text)[1] for text in texts[1:]]
    assert len({look.ornament, *kinds}) == 4


def test_a_theme_without_colours_of_backs_changes_nothing_but_the_label():
    """As a theme of a stranger may be."""
    text = back_text("back", "label", "Deck", NewGameOptions("g", "G"), 2)
    assert "ground" not in text
    assert "label" in text
