import pytest

from punchboard.compose.boxes.tools import IconWords

WORDS = IconWords(
    {"wolf": "wolf", "hound": "wolf", "mill": "bread", "guard": "armour"}, {"wolf", "bread", "sigil"}, {"my-set"}
)


@pytest.mark.parametrize(
    ("texts", "icon"),
    [
        (["Stone Wolf"], "wolf"),
        (["The Old Hounds"], "wolf"),
        (["Wolves of the North"], "wolf"),
        (["Guard of the Mill"], "bread"),
        (["Moor", "Guard"], "armour"),
        (["sigil", "Wolf"], "sigil"),
        (["game-icons:sword"], "game-icons:sword"),
        (["my-set:sword"], "my-set:sword"),
        (["Re:Start", "spell:wolf"], "wolf"),
        (["unit:elf"], ""),
        (["Moor"], ""),
        (["", "Wolfram: A Study"], ""),
        ([], ""),
    ],
)
def test_the_last_word_that_has_an_icon_names_it(texts, icon):
    """Texts are tried in order; plurals count as the word; a text may be the icon's own name."""
    assert WORDS.find(texts) == icon
