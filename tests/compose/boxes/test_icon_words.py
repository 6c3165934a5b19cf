import pytest

from punchboard.compose.boxes.resources import IconWords

WORDS = IconWords({"wolf": "wolf", "hound": "wolf", "mill": "bread", "guard": "armour"}, {"wolf", "bread", "sigil"})


@pytest.mark.parametrize(
    ("texts", "icon"),
    [
        (["Stone Wolf"], "wolf"),
        (["The Old Hounds"], "wolf"),
        (["Wolves of the North"], "wolf"),
        (["Guard of the Mill"], "bread"),
        (["Moor", "Guard"], "armour"),
        (["sigil", "Wolf"], "sigil"),
        (["unit:wolf"], "wolf"),
        (["Wolf Mule"], ""),
        (["Wolf Mule", "Guard"], "armour"),
        (["spell:ice"], ""),
        (["Moor"], ""),
        (["", "Wolfram: A Study"], ""),
        ([], ""),
    ],
)
def test_the_last_word_that_has_an_icon_names_it(texts, icon):
    """Texts are tried in order; plurals count as the word; a text may be the icon's own name."""
    assert WORDS.find(texts) == icon


def test_the_name_of_an_icon_comes_first_and_may_be_of_any_set():
    """A set that is missing is named by the box that shows the icon."""
    assert WORDS.find(["Stone Wolf"], ["game-icons:sword"]) == "game-icons:sword"
    assert WORDS.find(["Stone Wolf"], ["sigil"]) == "sigil"
    assert WORDS.find(["Stone Wolf"], [""]) == "wolf"
