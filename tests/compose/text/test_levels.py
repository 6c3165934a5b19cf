# ruff: noqa: RUF001 - texts of many scripts
import pytest
from bidi import get_display
from hypothesis import given
from hypothesis import strategies as st

from punchboard.compose.text.scripts import embedding_levels, visual_order

# examples of UAX 9 as Unicode's BidiCharacterTest.txt gives them: text, whether it is read from the right, levels
BRACKETS = [
    ("אב(גד[&ef].)gh", False, "11011000000000"),
    ("אב(גד[&ef].)gh", True, "11111112211122"),
    ("abc (def ابج) אבג", False, "00000000011100111"),
    ("abc (def ابج) אבג", True, "22211222111111111"),
    ("אבג (def ابج) abc", False, "11100000011100000"),
    ("אבג (ابج def) abc", True, "11111111122211222"),
    ("ابج book(s)", False, "11100000000"),
    ("ابج book(s)", True, "11112222222"),
]

CHARACTERS = st.text(st.sampled_from("ab אבגابج12٣ .,:-+%()[]{}!\u0301\u05b8"), max_size=24)


@pytest.mark.parametrize(("text", "rtl", "wanted"), BRACKETS)
def test_brackets_have_the_direction_of_their_content(text, rtl, wanted):
    """Or else of the text before them."""
    assert "".join(map(str, embedding_levels(text, rtl=rtl))) == wanted


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("שלום 12", "12 םולש"),
        ("מחיר 3.50", "3.50 ריחמ"),
        ("שלום, עולם!", "!םלוע ,םולש"),
        ("משחק Punchboard 2.0 ביחד", "דחיב Punchboard 2.0 קחשמ"),
    ],
)
def test_numbers_and_latin_names_in_hebrew_read_from_the_left(text, seen):
    """Also a Latin name with its number."""
    assert "".join(visual_order(text, embedding_levels(text, rtl=True))) == seen


@given(CHARACTERS, st.booleans())
def test_visual_order_has_every_character_once(text, rtl):
    """For any levels, nothing is lost or doubled."""
    places = visual_order(range(len(text)), embedding_levels(text, rtl=rtl))
    assert sorted(places) == list(range(len(text)))


@given(CHARACTERS.filter(lambda text: not text.endswith((" ", "\u0301", "\u05b8"))), st.booleans())
def test_visual_order_agrees_with_python_bidi_in_rust(text, rtl):
    """Combining marks on brackets, which it moves along, are left out."""
    text = text.replace("\u0301", "").replace("\u05b8", "")
    seen = "".join(visual_order(text, embedding_levels(text, rtl=rtl)))
    assert seen.strip() == get_display(text, base_dir="R" if rtl else "L").strip()


@given(st.text(st.characters(codec="latin-1", exclude_categories=("C",)), max_size=40))
def test_latin_keeps_its_order(text):
    """A text without right-to-left letters has one level."""
    assert set(embedding_levels(text, rtl=False)) <= {0}
    assert visual_order(text, embedding_levels(text, rtl=False)) == list(text)


def test_controls_have_the_level_of_the_character_before():
    """They are not shown, and separate nothing."""
    assert embedding_levels("אב\u200fג", rtl=True) == (1, 1, 1, 1)
    assert embedding_levels("\u2067אב\u2069 a", rtl=False)[1:3] == (1, 1)


@pytest.mark.parametrize(("character", "level"), [("\u0590", 1), ("\u0378", 0), ("\U000108ff", 1)])
def test_unassigned_characters_have_the_direction_of_their_block(character, level):
    """Unicode defines it for the blocks of Hebrew, Arabic and others."""
    assert embedding_levels(character, rtl=False) == (level,)


@given(
    st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from("\u0590\u05d0a1(\u202e\u2067\u2069 \t")),
    st.booleans(),
)
def test_any_text_has_a_level_for_each_character(text, rtl):
    """Including unassigned characters."""
    assert len(embedding_levels(text, rtl=rtl)) == len(text)
