import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.compose.text.atoms import After, Span
from punchboard.compose.text.hyphenation import hyphenator, syllables
from punchboard.compose.text.lines import _first_line, break_lines, hyphenate_lines

SOFT = "\u00ad"
words = st.sampled_from(["incomprehensibility", "gatekeeper", "a", "of", "hyphenation", "Verdigris", "in-law", "2,000"])
texts = st.lists(words, min_size=1, max_size=25).map(" ".join)


def said(row):
    return "".join(atom.word.text + (" " if atom.after.name == "SPACE" else "") for atom in row)


@given(texts, st.floats(4, 30))
def test_hyphenated_lines_keep_the_text(setter, text_style, text, width):
    """The copied text is the original: a split word is whole again without its soft hyphen."""
    atoms = setter.atoms([Span(text)], text_style())
    lines = hyphenate_lines(atoms, width, hyphenator("en"))
    assert "".join(said(row) for row in lines.rows).replace(SOFT, "").split() == text.split()


@given(texts, st.floats(4, 30))
def test_hyphenation_needs_no_more_lines(setter, text_style, text, width):
    """Nor wider ones, unless a part cannot be broken."""
    atoms = setter.atoms([Span(text)], text_style())
    plain, parted = break_lines(atoms, width), hyphenate_lines(atoms, width, hyphenator("en"))
    assert len(parted.rows) <= len(plain.rows)
    for row, told in zip(parted.rows, parted.widths, strict=True):
        assert told <= width + 1e-5 or len(row) == 1


@pytest.mark.parametrize(
    ("text", "room", "parts"),
    [
        ("hyphenation", 100, ("hyphena" + SOFT, "tion")),
        ("hyphenation", 0.5, None),
        ("short", 100, None),
        ("2000000", 100, None),
    ],
)
def test_a_word_is_split_by_the_rules_of_its_language(setter, text_style, text, room, parts):
    """As late as fits on the line; short words and numbers are not split."""
    (atom,) = setter.plain_atoms(text, text_style())
    split = hyphenator("en")(atom, room)
    assert (split and tuple(part.word.text for part in split)) == parts


@pytest.mark.parametrize("changes", [{"caps": "small"}, {"tracking": 0.1}, {"features": "smcp"}])
def test_small_caps_and_tracked_words_are_not_split(setter, text_style, changes):
    """The parts would lose the style."""
    (atom,) = setter.plain_atoms("hyphenation", text_style(**changes))
    assert hyphenator("en")(atom, 100) is None


def test_a_language_without_dictionary_has_no_hyphenation():
    """Its words stay whole."""
    assert hyphenator("tlh") is None
    assert hyphenator("de-AT") is not None


def test_the_rule_marks_of_a_split_word_are_at_its_end(setter, text_style):
    """A rule is stated once its last word is read: on the line of the second part."""
    (atom,) = setter.atoms([Span("hyphenation"), Span("", marks=("deal",))], text_style())
    parts = hyphenator("en")(atom._replace(after=After.SPACE), 100)
    assert [part.marks for part in parts] == [(), ("deal",)]


@given(texts, st.floats(0, 40))
def test_the_first_line_does_not_depend_on_what_follows(setter, text_style, text, width):
    """The first line of a long text is that of its beginning."""
    atoms = setter.plain_atoms(" ".join([text] * 4), text_style())
    lines = break_lines(atoms, width)
    assert _first_line(atoms, width) == (lines.rows[0], lines.widths[0])


@pytest.mark.parametrize(
    ("word", "language", "parts"),
    [
        ("Gatekeeper", "en", ("Gate", "keeper")),
        ("Lampenschirm", "de", ("Lam", "pen", "schirm")),
        ("Half-Mast", "en", ("Half-Mast",)),
        ("Gatekeeper", "tlh", ("Gatekeeper",)),
    ],
)
def test_the_syllables_of_a_word_are_where_its_language_divides_it(word, language, parts):
    """A word with a hyphen, and one of a language without a dictionary, is not divided."""
    assert syllables(word, language) == parts
