# ruff: noqa: RUF001 - texts of many scripts
import pytest
from hypothesis import given
from hypothesis import strategies as st
from uniseg.linebreak import line_break_breakables

from punchboard.compose.text.inline import _is_plain
from punchboard.compose.text.scripts import _breaks, bidi_paragraph, has_right_to_left, is_complex_text

MORE = ["سلام", "שלום", "क्षत्रिय", "日本語", "한국어", "ไทย", "a\u200bb", "\u200fa", "ＡＢＣ"]
PLAIN = ["Grove", "Verdrießlich – „so“", "Ελληνικά", "Каждый игрок", "Łódź, žluťoučký", "−2 · 3 × 4 … ½", "naïve"]


def pieces(text, *, rtl=False):
    line = bidi_paragraph(text, rtl=rtl)
    return [(text[one.start : one.end], one.level, one.script) for one in line.pieces(frozenset())]


@pytest.mark.parametrize("text", MORE)
def test_complex_scripts_are_recognised(text):
    """Text with its own rules of shaping, breaking or order is complex text."""
    assert is_complex_text(text)


@pytest.mark.parametrize("text", PLAIN)
def test_simple_scripts_are_not_complex_text(text):
    """Latin, Greek and Cyrillic are words between spaces, with any punctuation."""
    assert not is_complex_text(text)
    assert not has_right_to_left(text)


def test_pieces_are_of_one_script_and_one_level():
    """Latin and a number within Hebrew are separate pieces; punctuation goes with the letters before it."""
    assert pieces("שלום, (Dragon 12)!", rtl=True) == [
        ("שלום,", 1, "Hebr"),
        ("(", 1, "Hebr"),
        ("Dragon", 2, "Latn"),
        ("12", 2, "Latn"),
        (")!", 1, "Latn"),
    ]


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("「日本」です。", ["「日", "本」", "で", "す。"]),
        ("３枚（手札）！", ["３", "枚", "（手", "札）！"]),
        ("プレイヤー", ["プ", "レ", "イ", "ヤー"]),
        ("やった", ["やっ", "た"]),
    ],
)
def test_japanese_breaks_between_characters_but_for_kinsoku(text, units):
    """Closing brackets, full stops, long vowel marks and small letters start no line; opening brackets end none."""
    assert [unit for unit, _, _ in pieces(text)] == units


@pytest.mark.parametrize(
    ("text", "rtl", "level"),
    [
        ("שלום Dragon!", True, 1),
        ("Dragon שלום!", True, 1),
        ("שלום!", False, 1),
        ("Dragon שלום!", False, 0),
        ("+3!", True, 0),
    ],
)
def test_a_paragraph_has_the_direction_of_its_language(text, rtl, level):
    """A text without letters of that direction has the direction of its letters."""
    assert bidi_paragraph(text, rtl=rtl).levels[-1] == level


def test_plain_text_has_no_complex_character():
    """It has neither characters of complex scripts nor no-break spaces."""
    passed = [chr(code) for code in range(0x80, 0x3000) if _is_plain(chr(code))]
    assert len(passed) > 3000
    assert not any(is_complex_text(character) for character in passed)
    assert {"\u00a0", "\u2007", "\u202f"}.isdisjoint(passed)
    assert {"’", "–", "−", "…", "ß", "Ж"} <= set(passed)


MIXED = st.text(
    st.sampled_from(
        "ab ,.-/\"'([)]?!0129%$\u00a0\u00ad\u0301\u05d0\u0627\u200b\u200d\u202e\u2014\u2060中、「」ーハ한🇩👨"
    )
)


@given(MIXED)
def test_words_are_broken_independently(text):
    """Text beyond a space does not change where a word may break."""
    whole, found = list(line_break_breakables(text)), list(_breaks(text))
    assert len(found) == len(whole)
    spaces = [at for at, sign in enumerate(text) if sign == " "]
    beside = {0, *spaces, *(at + 1 for at in spaces)}
    assert [found[at] for at in range(len(text)) if at not in beside] == [
        whole[at] for at in range(len(text)) if at not in beside
    ]


@pytest.mark.slow
@given(st.integers(0, 40), st.text("日本、「」ーハa1\u0301", min_size=120, max_size=300))
def test_long_words_are_searched_in_windows(lead, text):
    """The windows overlap, so that breaks are the same as in the whole word."""
    word = "x" * lead + text
    assert list(_breaks(word)) == list(line_break_breakables(word))
