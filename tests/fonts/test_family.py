import pytest

from punchboard.fonts import Cut, Family


@pytest.fixture(scope="module")
def mixed(no_small_caps, typeface):
    """A Latin family with Source Serif as fallback."""
    return Family("title", dict.fromkeys(Cut, (no_small_caps, typeface)))


@pytest.mark.parametrize(
    ("bold", "italic", "cut"),
    [
        (False, False, Cut.REGULAR),
        (True, False, Cut.BOLD),
        (False, True, Cut.ITALIC),
        (True, True, Cut.BOLD_ITALIC),
    ],
)
def test_bold_and_italic_select_a_cut(bold, italic, cut):
    """Each is on or off."""
    assert Cut.of(bold=bold, italic=italic) is cut


def test_a_word_with_all_glyphs_is_one_run(mixed, no_small_caps):
    """The family's own typeface sets it, and it is shaped once."""
    runs = mixed.runs(Cut.REGULAR, "Alder")
    assert runs == ((no_small_caps, no_small_caps.word("Alder")),)
    assert mixed.runs(Cut.REGULAR, "Alder") is runs


def test_missing_characters_come_from_the_next_typeface(mixed, no_small_caps, typeface):
    """A word is split into runs; a fallback continues while it has the characters."""
    runs = mixed.runs(Cut.BOLD, "AДЖB")
    assert [(face.name, word.text) for face, word in runs] == [(no_small_caps.name, "A"), (typeface.name, "ДЖB")]
    assert all(word.is_complete for _, word in runs)


def test_characters_that_no_typeface_has_stay_in_the_first(mixed, no_small_caps):
    """They make an incomplete word with all of its text."""
    runs = mixed.runs(Cut.REGULAR, "漢A")
    assert "".join(word.text for _, word in runs) == "漢A"
    assert [face for face, word in runs if not word.is_complete] == [no_small_caps]


def test_a_sign_prints_without_the_characters_that_choose_its_look(mixed):
    """A variation selector or a key around a digit leaves no gap and no missing glyph."""
    assert mixed.runs(Cut.REGULAR, "A\ufe0f1\ufe0f\u20e3") == mixed.runs(Cut.REGULAR, "A1")
