"""Signs and emoji in texts become icons of their own, and common resources have icons of their names."""

import pytest

from punchboard.importer.columns.profile import ColumnProfile
from punchboard.importer.columns.symbols import find_symbols, icon_for
from punchboard.load import builtin_folder
from punchboard.load.icons.icons import load_icon_words, symbol_words
from punchboard.load.layout_files import game_search_path

SEARCH = game_search_path("", builtin_folder(), builtin_folder())
ICONS = frozenset(SEARCH.icon_names())


def found(*texts):
    return {one.token: one.icon for one in find_symbols([ColumnProfile("Text", 0, texts)], ICONS)}


def test_signs_that_an_icon_pictures_print_as_icons():
    """Each sign has its own icon, with and without the character that colours it; other signs stay text."""
    assert found(
        "Deal 2 \u2694\ufe0f, heal 1 \u2665 and 1 \u2764\ufe0f.", "3 \u2605 per \u2620, 2 \u2726, \U0001f3b2"
    ) == {
        "\u2694\ufe0f": "attack",
        "\u2665": "heart",
        "\u2764\ufe0f": "heart",
        "\u2605": "star",
        "\u2620": "skull",
        "\u2726": "sparkle",
        "\U0001f3b2": "die",
    }
    assert found("A family \U0001f468\u200d\U0001f469 stays.") == {}


def test_a_digit_on_a_key_is_a_badge():
    """It prints as its digit, whatever fonts there are."""
    assert found("Take 1\ufe0f\u20e3 card.") == {"1\ufe0f\u20e3": ""}


@pytest.mark.parametrize(
    ("word", "icon"),
    [
        ("wood", "wood"),
        ("Stone", "stone"),
        ("iron", "iron"),
        ("steel", "steel"),
        ("gold", "gold"),
        ("silk", "cloth"),
        ("spices", "spice"),
        ("coins", "coin"),
        ("gems", "gem"),
        ("hp", "heart"),
        ("workers", "people"),
        ("culture", "temple"),
        ("faith", "faith"),
        ("food", "bread"),
        ("sword", "sword"),
        ("energy", "energy"),
        ("science", "science"),
    ],
)
def test_common_resources_have_an_icon(word, icon):
    """A column or a symbol of this name shows the resource itself."""
    assert icon_for(word, ICONS)[0] == icon


@pytest.mark.parametrize("word", ["creature", "monster"])
def test_a_word_for_any_living_thing_has_no_motif(word):
    """A bear or a shark of this type is not the beast that the icon shows."""
    assert word not in load_icon_words(SEARCH)


def test_every_icon_that_words_name_exists():
    """No list of words names an icon that is not there, and no word is in two lists of titles."""
    assert set(symbol_words().values()) <= ICONS
    assert set(load_icon_words(SEARCH).values()) <= ICONS
    text = SEARCH.read(SEARCH.find("icons/meanings.yaml"))
    words = [
        word.strip()
        for line in text.splitlines()
        if "[" in line
        for word in line.partition("[")[2].strip("]").split(",")
    ]
    assert len(words) == len(set(words))
