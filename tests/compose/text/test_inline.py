import pytest

from punchboard.compose.text.atoms import After, Span
from punchboard.compose.text.inline import ICON_WIDTH, Typesetter, _cased, spans_with_icons
from punchboard.compose.text.style import SMALL_CAPS_SCALE
from punchboard.fonts import Cut, Family
from punchboard.geometry import polyline


def shown(atoms):
    return [(atom.word.text if atom.word else "*", atom.after.name) for atom in atoms]


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("plain", [("plain", None)]),
        ("a :star: b", [("a ", None), ("", "star"), (" b", None)]),
        (":a::b:", [("", "a"), ("", "b")]),
        ("at 12:30: no", [("at 12:30: no", None)]),
        ("note: this: that", [("note: this: that", None)]),
        (":Star: :two words: ::", [(":Star: :two words: ::", None)]),
        ("", []),
    ],
)
def test_a_name_between_colons_is_an_icon(text, spans):
    """Only lower-case words with hyphens are names; times and colons in prose are text."""
    assert [(span.text, span.icon) for span in spans_with_icons(text)] == spans


def test_words_become_atoms_with_spaces_between(setter, text_style):
    """Any white space is one space; line breaks are kept."""
    atoms = setter.plain_atoms("one  two\tthree\nfour", text_style())
    assert shown(atoms) == [("one", "SPACE"), ("two", "SPACE"), ("three", "NEWLINE"), ("four", "SPACE")]
    assert all(atom.width == atom.word.width for atom in atoms)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("element-tile", ["element-", "tile"]),
        ("Eighty-eight", ["Eighty-eight"]),
        ("forty-two", ["forty-two"]),
        ("seventy-first/third", ["seventy-first/", "third"]),
        ("mother-in-law", ["mother-", "in-", "law"]),
        ("and/or", ["and/", "or"]),
        ("here\u2014there", ["here\u2014", "there"]),
        ("2-4", ["2-4"]),
        ("x-3", ["x-3"]),
        ("-minus", ["-minus"]),
        ("e-\u2019", ["e-\u2019"]),
    ],
)
def test_words_break_after_hyphens_between_letters(setter, text_style, text, parts):
    """Numbers and punctuation do not break."""
    atoms = setter.plain_atoms(text, text_style())
    assert [atom.word.text for atom in atoms] == parts
    assert [atom.after for atom in atoms[:-1]] == [After.BREAK] * (len(parts) - 1)


def test_every_icon_has_the_same_width(setter, text_style):
    """So words after icons line up."""
    atoms = setter.plain_atoms(":square: :bar: 2:bar:b", text_style())
    assert [atom.width for atom in atoms if atom.icon][1:] == [ICON_WIDTH + atoms[1].space, ICON_WIDTH]


def test_an_icon_stays_with_the_word_after_it(setter, text_style):
    """No line breaks between them; a row of icons may break."""
    atoms = setter.plain_atoms(":square: a :square: :bar: b", text_style())
    assert shown(atoms) == [
        ("*", "NOTHING"),
        ("a", "SPACE"),
        ("*", "SPACE"),
        ("*", "NOTHING"),
        ("b", "NOTHING"),
    ]
    assert [atom.width for atom in atoms if atom.icon] == pytest.approx(
        [ICON_WIDTH + atoms[0].space, ICON_WIDTH, ICON_WIDTH + atoms[3].space]
    )


def test_a_missing_icon_is_a_key_error(setter, text_style):
    """The caller knows the place."""
    with pytest.raises(KeyError, match="sqaure"):
        setter.plain_atoms(":sqaure:", text_style())


def test_small_caps_are_the_faces_own(setter, text_style, typeface):
    """If the typeface has the feature, the glyphs change and the text stays."""
    (atom,) = setter.atoms([Span("Alder", small=True)], text_style())
    assert atom.word == typeface.word("Alder", "smcp")
    assert (atom.scale, atom.word.text) == (1.0, "Alder")
    (styled,) = setter.plain_atoms("Alder", text_style(caps="small"))
    assert styled.word is atom.word


def test_small_caps_are_smaller_capitals_where_a_face_has_none(text_style, no_small_caps):
    """Capitals and punctuation keep their size; the parts of one word do not break."""
    style = text_style(family=Family("title", dict.fromkeys(Cut, (no_small_caps,))), caps="small")
    atoms = Typesetter({}).plain_atoms("McAlder 7", style)
    expected = [("M", 1.0), ("C", SMALL_CAPS_SCALE), ("A", 1.0), ("LDER", SMALL_CAPS_SCALE), ("7", 1.0)]
    assert [(atom.word.text, atom.scale) for atom in atoms] == expected
    assert [atom.after.name for atom in atoms] == ["NOTHING", "NOTHING", "NOTHING", "SPACE", "SPACE"]


def test_a_style_can_print_upper_case(setter, text_style):
    """The words are printed in capitals."""
    assert shown(setter.plain_atoms("straße", text_style(caps="upper"))) == [("STRASSE", "SPACE")]


def test_a_span_may_end_within_a_word(setter, text_style):
    """A word that is half bold does not break in between."""
    atoms = setter.atoms([Span("half"), Span("way", bold=True), Span(" there")], text_style())
    assert shown(atoms) == [("half", "NOTHING"), ("way", "SPACE"), ("there", "NOTHING")]


def test_italic_within_italic_is_upright(family, setter, text_style):
    """Emphasis in an italic style is upright."""
    style = text_style(italic=True)
    (atom,) = setter.atoms([Span("so", italic=True)], style)
    assert atom.face is family.face(Cut.REGULAR)


def test_tracking_is_added_after_each_glyph_and_disables_ligatures(setter, text_style):
    """A ligature would stay joined in tracked text."""
    style = text_style(tracking=0.1)
    (atom,) = setter.plain_atoms("ffi", style)
    assert len(atom.word.glyphs) == 3
    assert atom.width == pytest.approx(atom.word.width + 0.3)
    assert atom.space == pytest.approx(style.face.space.width + 0.1)


def test_colour_and_link_go_with_the_words(setter, text_style):
    """Each atom has the colour and link of its span."""
    atoms = setter.atoms([Span("two words", colour="#c8402f", link="#x")], text_style())
    assert [(atom.colour, atom.link) for atom in atoms] == [("#c8402f", "#x")] * 2


@pytest.mark.parametrize("text", ["5\u00a0points", "1\u202f000"])
def test_lines_do_not_break_at_no_break_spaces(setter, text_style, text):
    """Both sides stay one word, in plain text and in Markdown."""
    style = text_style()
    assert setter.plain_words(text, style) is None
    for atoms in (setter.plain_atoms(f"score {text}", style), setter.atoms([Span(f"score {text}")], style)):
        assert [atom.word.text for atom in atoms] == ["score", text]
        assert all(atom.word.is_complete for atom in atoms)


@pytest.mark.parametrize("text", ["a :star: b", "two\nlines", "hyphen-ated", "漢字"])
def test_text_that_needs_atoms_is_not_plain_words(setter, text_style, text):
    """Icons, line breaks, hyphens and missing glyphs need atoms."""
    assert setter.plain_words(text, text_style()) is None


@pytest.mark.parametrize("changes", [{"tracking": 0.1}, {"caps": "small"}, {"caps": "upper"}])
def test_styles_that_change_words_need_atoms(setter, text_style, changes):
    """Tracking and capitals do."""
    assert setter.plain_words("plain words", text_style(**changes)) is None


def test_words_without_glyphs_are_recorded(text_style):
    """As they are written, and returned for the text that has them."""
    setter = Typesetter({})
    setter.plain_atoms("Alder 漢字 Birch", text_style())
    assert setter.words_without_glyphs("the 漢字") == ("漢字",)
    assert setter.words_without_glyphs("Alder Birch") == ()


def test_one_size_is_shaped_for_all_sizes(setter, text_style):
    """Widths are in em: the same word at another size is the same object."""
    small, large = setter.plain_atoms("Alder", text_style(size=2.0)), setter.plain_atoms("Alder", text_style(size=9.0))
    assert small == large
    assert small[0].word is large[0].word


def test_rule_marks_go_with_the_word_before_them(setter, text_style):
    """A mark is not an atom: the last atom before it has the rule ids."""
    style = text_style()
    spans = [
        Span("Deal ten"),
        Span("", marks=("deal", "ten")),
        Span(" of"),
        Span("", marks=("a",)),
        Span("", marks=("b",)),
    ]
    assert [atom.marks for atom in setter.atoms(spans, style)] == [(), ("deal", "ten"), ("a", "b")]
    assert [atom.marks for atom in setter.atoms([Span("", icon="square"), Span("", marks=("a",))], style)] == [("a",)]


def test_a_rule_mark_is_not_cached_with_the_word(setter, text_style):
    """The next text with the same word has no rule mark."""
    style = text_style()
    setter.atoms([Span("marked"), Span("", marks=("a",))], style)
    assert [atom.marks for atom in setter.atoms([Span("marked")], style)] == [()]


def test_a_rule_mark_without_words_is_ignored(setter, text_style):
    """Before the first word, no text states the rule."""
    assert [atom.marks for atom in setter.atoms([Span("", marks=("a",)), Span("Deal")], text_style())] == [()]


@pytest.mark.parametrize("text", ["Three :square: here", "spend (your :square:)", "twelve :bar:", "2 :bar:: two"])
def test_lines_do_not_break_before_the_icon_of_a_number_or_the_end_of_a_phrase(setter, text_style, text):
    """Numbers may be words; the space before the icon is part of the word."""
    atoms = setter.plain_atoms(text, text_style())
    (at,) = (number for number, atom in enumerate(atoms) if atom.icon is not None)
    assert atoms[at - 1].word.text.endswith("\u00a0")


def test_numerals_beside_small_caps_are_lining(text_style):
    """An old-style 1 of a small-caps font looks like the letter I; small caps of digits are not used."""

    class SmallCaps:
        def supports(self, feature):
            return feature == "smcp"

    class OnlyFace:
        def face(self, cut):
            return SmallCaps()

    style = text_style(caps="small", family=OnlyFace())
    parts = list(_cased("1/3 of 12", style, Cut.REGULAR, small=False))
    assert {text: features for text, _, features in parts} == {
        "1": "lnum", "/": "smcp", "3": "lnum", " of ": "smcp", "12": "lnum"
    }  # fmt: skip


def test_icons_have_colours_of_their_own_beside_dark_text(text_style):
    """On a dark ground, where the text is light, they have the colour of the text; a span's colour counts first."""
    icons = {name: polyline([(0, 0), (512, 0), (512, 512)]) for name in ("square", "bar")}
    setter = Typesetter(icons, icon_colours={"square": "#c8402f"})

    def colours(**changes):
        return [atom.colour for atom in setter.plain_atoms("2 :square: :bar:", text_style(**changes)) if atom.icon]

    assert colours(coloured_icons=True) == ["#c8402f", None]
    assert colours(coloured_icons=True, colour="#f4f0e0") == [None, None]
    assert colours() == [None, None]
    given = setter.icon_atom(Span("", icon="square", colour="#123456"), text_style(coloured_icons=True))
    assert given.colour == "#123456"
