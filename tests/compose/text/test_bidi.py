# ruff: noqa: RUF001 - texts of many scripts
"""Lines of several scripts and directions, set with small parts of real fonts."""

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.compose.text.atoms import Span
from punchboard.compose.text.inline import Typesetter
from punchboard.compose.text.lines import break_lines, line_items
from punchboard.fonts import Cut, Family, Typeface
from punchboard.geometry import path_from_svg
from punchboard.scene import Anchor, Text, Use

FONTS = Path(__file__).parents[2] / "fonts" / "scripts"
ICONS = {"star": path_from_svg("M0 0H512V512H0Z")}

# what a card says in each script, mixed with Latin, numbers and brackets
ARABIC = "بطاقة التنين (Dragon) وقيمتها 12 نقطة، اسحب بطاقات!"
HEBREW = "משחק הקלפים: שלום, עולם! (24 קלפים) ו-Punchboard 2.0 ביחד."
DEVANAGARI = "खिलाड़ी क्षत्रिय कार्ड से दो अंक प्राप्त करता है। ज्ञान, श्री (Dragon 3)"
CYRILLIC = "Каждый игрок вытягивает 5 карт — «дракон» (12 очков)."
JAPANESE = "「日本語」のルール。山札からカードを３枚引く（手札の上限は7枚）。Dragonと同じ！"
SCRIPTS = {"ar": ARABIC, "he": HEBREW, "hi": DEVANAGARI, "ru": CYRILLIC, "ja": JAPANESE}


@pytest.fixture(scope="module")
def world(typeface):
    """A family with a Latin and Cyrillic typeface, and fallback fonts for the other scripts."""
    names = ("arabic", "hebrew", "devanagari", "japanese")
    faces = (typeface, *(Typeface(name, (FONTS / f"{name}.ttf").read_bytes()) for name in names))
    return Family("world", dict.fromkeys(Cut, faces))


@pytest.fixture(scope="module")
def style(text_style, world):
    """The style of a card's text in that family."""
    return text_style(family=world, size=3.0)


def lines(text, style, language="en", width=20.0):
    """Return the texts and widths in mm of a text that is broken into lines of ``width`` em."""
    rows = break_lines(Typesetter(ICONS, language).plain_atoms(text, style), width)
    return [[item for item in line_items(row, style, 0, 0) if isinstance(item, Text)] for row in rows.rows], rows.widths


def said(items):
    """Return the text of a line's items in reading order, without spaces."""
    return "".join(line.text for item in items for line in item.lines).replace(" ", "")


@pytest.mark.parametrize(("language", "text"), SCRIPTS.items())
@pytest.mark.parametrize("width", [8.0, 14.0, 200.0])
def test_lines_have_the_whole_text(style, language, text, width):
    """Joined, the lines are the text in its order, with nothing lost or doubled at their ends."""
    rows, widths = lines(text, style, language, width)
    assert "".join(map(said, rows)) == text.replace(" ", "")
    assert max(widths) <= width


@pytest.mark.parametrize(("language", "text"), SCRIPTS.items())
def test_every_glyph_is_there(style, language, text):
    """Each run has a typeface with all its characters, from the fallback fonts if needed."""
    rows, _ = lines(text, style, language)
    words = [word for row in rows for item in row for line in item.lines for word in line.words]
    assert all(word.is_complete for word in words)
    assert all(len(word.sources) == len(word.glyphs) == len(word.advances) for word in words)


@pytest.mark.parametrize(("language", "text"), SCRIPTS.items())
def test_a_line_has_no_gaps_or_overlaps(style, language, text):
    """From the left end of the leftmost run to the right end of the rightmost."""
    (row,), (width,) = lines(text, style, language, 500.0)
    spans = sorted((line.x, line.x + _wide(item, line)) for item in row for line in item.lines)
    assert spans[0][0] == 0
    assert spans[-1][1] == pytest.approx(width * style.size, abs=0.02)
    gaps = [begin - end for (_, end), (begin, _) in pairwise(spans)]
    assert all(-0.02 <= gap <= 0.5 * style.size for gap in gaps)


def _wide(item, line):
    gaps = (len(line.words) - 1 + line.space_after) * item.face.space.width
    return (sum(word.width for word in line.words) + gaps) * item.size


def test_hebrew_stands_from_right_to_left(style):
    """The first word is rightmost; a Latin name within the line reads from the left."""
    (row,), _ = lines("שלום Dragon עולם", style, "he", 500.0)
    places = {line.text: line.x for item in row for line in item.lines}
    assert places["שלום"] > places["Dragon"] > places["עולם"]


def test_brackets_are_mirrored(style, world):
    """An opening bracket in Hebrew is drawn as the one that opens to the left."""
    (row,), _ = lines("(שלום)", style, "he", 500.0)
    own = world.face(Cut.REGULAR)
    drawn = {line.text: word.glyphs for item in row for line in item.lines for word in line.words if item.face is own}
    assert drawn["("] == own.word(")").glyphs
    assert drawn[")"] == own.word("(").glyphs


def test_arabic_letters_join(style):
    """Four letters of one word have other glyphs than alone."""
    (row,), _ = lines("سلام", style, "ar", 500.0)
    (word,) = row[0].lines[0].words
    alone = [row[0].face.word(letter, "direction=rtl script=Arab").glyphs[0] for letter in "سلام"]
    assert set(word.glyphs) != set(alone)


def test_devanagari_forms_conjuncts(style):
    """``क्ष`` is one glyph, and the vowel sign i is drawn before the consonant that it follows."""
    (row,), _ = lines("क्ष", style, "hi", 500.0)
    assert len(row[0].lines[0].words[0].glyphs) == 1
    (row,), _ = lines("कि", style, "hi", 500.0)
    face, (word,) = row[0].face, row[0].lines[0].words
    assert word.glyphs[1] == face.word("क").glyphs[0]


def test_cursive_letters_get_no_tracking(text_style, world):
    """A tracked style leaves Arabic joined."""
    tracked = text_style(family=world, size=3.0, tracking=0.1)
    (row,), (width,) = lines("سلام Dragon", tracked, "en", 500.0)
    assert [item.tracking > 0 for item in row] == [False, True]
    spans = sorted((line.x, item.tracking * len("Dragon")) for item in row for line in item.lines)
    assert len(spans) == 2
    assert width > 0


def test_the_space_between_two_scripts_is_the_wider_one(style):
    """It is the same before and after a number in Hebrew, whatever the spaces of the two typefaces are."""
    (row,) = break_lines(Typesetter({}, "he").plain_atoms("לו 7 קלפים", style), 50).rows
    before, after, _ = (atom.space for atom in row)
    assert before == after == max(atom.face.space.width for atom in row)


def test_icons_and_marks_keep_their_places(style):
    """An icon among Hebrew words is between them; a rule mark is at its word."""
    setter = Typesetter(ICONS, "he")
    spans = (Span("שלום "), Span("", icon="star"), Span(" עולם"), Span("", marks=("deal-ten",)))
    (row,) = break_lines(setter.atoms(spans, style), 500.0).rows
    items = tuple(line_items(row, style, 0, 0))
    (icon,) = [item for item in items if isinstance(item, Use)]
    (anchor,) = [item for item in items if isinstance(item, Anchor)]
    places = {line.text: line.x for item in items if isinstance(item, Text) for line in item.lines}
    assert places["עולם"] < icon.transform.bounds(ICONS["star"].bounds).x < places["שלום"]
    assert anchor.name == "rule-deal-ten"
    assert anchor.at.x == pytest.approx(places["עולם"], abs=0.01)


def test_words_without_glyphs_are_recorded(text_style):
    """As they are written, between spaces."""
    setter = Typesetter(ICONS)
    setter.plain_atoms("Alder 漢字! Birch", text_style())
    assert setter.words_without_glyphs("the 漢字! of") == ("漢字!",)


@given(st.lists(st.sampled_from([*ARABIC.split(), *HEBREW.split(), *JAPANESE.split(), "Dragon", "12"]), min_size=1))
def test_no_mixture_loses_a_character(style, words):
    """Words of any scripts in any order and language are printed once each."""
    text = " ".join(words)
    for language in ("en", "ar"):
        rows, _ = lines(text, style, language, 9.0)
        assert sorted("".join(map(said, rows))) == sorted(text.replace(" ", ""))
