import io

import pytest
from fontTools.ttLib import TTFont
from hypothesis import given
from hypothesis import strategies as st

from punchboard.fonts import Typeface

latin = st.text(st.characters(codec="latin-1", categories=["L", "N", "P"]), min_size=1, max_size=12)


def test_kerning_draws_pairs_together(typeface):
    """A shaped word is narrower than the sum of its letters if the font kerns them."""
    assert typeface.word("AV").width < typeface.word("A").width + typeface.word("V").width - 0.1
    apart = typeface.word("AV", "-kern")
    assert apart.width == pytest.approx(typeface.word("A").width + typeface.word("V").width)


@given(latin)
def test_a_word_keeps_its_text(typeface, text):
    """The joined sources are the text, the advances add up to the width, and equal words are one object."""
    word = typeface.word(text)
    assert "".join(word.sources) == text
    assert len(word.glyphs) == len(word.advances) == len(word.sources)
    assert sum(word.advances) / typeface.upem == word.width
    assert typeface.word(text) is word


def test_the_source_of_a_ligature_is_all_its_letters(typeface):
    """One glyph has three letters as its source; without the feature there are three glyphs."""
    word = typeface.word("ffi")
    assert (len(word.glyphs), word.sources) == (1, ("ffi",))
    assert typeface.word("ffi", "-liga").sources == ("f", "f", "i")


def test_right_to_left_words_keep_their_sources(font_data):
    """Clusters that descend still give each glyph its own letter, last letter first."""
    face = Typeface("sans", font_data("font_source_sans_pro", "SourceSansPro-Regular.ttf"))
    word = face.word("אב")
    assert word.sources == ("ב", "א")
    assert not word.is_complete


def test_features_change_the_glyphs(typeface):
    """Small caps and tabular figures are different glyphs for the same text."""
    small, plain = typeface.word("snake", "smcp"), typeface.word("snake")
    assert small.glyphs != plain.glyphs
    assert small.sources == plain.sources
    ones, eights = typeface.word("111", "tnum lnum"), typeface.word("888", "tnum lnum")
    assert ones.width == eights.width
    assert typeface.supports("smcp")
    assert not typeface.supports("zzzz")


def test_a_missing_glyph_marks_a_word_incomplete(typeface):
    """The word is set with an empty box and is not complete."""
    assert typeface.word("Alder").is_complete
    assert not typeface.word("Al漢der").is_complete
    assert typeface.has_glyph("A")
    assert not typeface.has_glyph("漢")


def test_measurements_match_the_letters(typeface):
    """Capitals are taller than small letters and lower than the ascent; a space is blank and has a width."""
    assert 0 < typeface.x_height < typeface.cap_height < typeface.ascent < 1.5
    assert 0 < typeface.descent < 1
    assert 0 < typeface.space.width < 0.5
    assert typeface.outline(typeface.space.glyphs[0]).segments == ()


def test_outlines_are_in_font_units_with_y_down(typeface):
    """A capital stands on the baseline and rises to negative y."""
    bounds = typeface.outline(typeface.word("H").glyphs[0]).bounds
    assert bounds.bottom == 0
    assert -bounds.y == pytest.approx(typeface.cap_height * typeface.upem)
    contours = typeface.outline(typeface.word("o").glyphs[0]).segments
    assert [command for command, _ in contours].count("M") == [command for command, _ in contours].count("Z") == 2


def test_a_subset_has_only_the_requested_glyphs(typeface):
    """Each glyph's new number leads to the same outline."""
    glyphs = typeface.word("Verdigris").glyphs
    data, moved = typeface.subset(glyphs)
    small = Typeface("subset", data)
    assert len(data) < 10_000
    assert {glyph: small.outline(moved[glyph]) for glyph in glyphs} == {g: typeface.outline(g) for g in glyphs}
    font = TTFont(io.BytesIO(data))
    assert font["maxp"].numGlyphs <= len(set(glyphs)) + 1
    assert not {"GSUB", "GPOS", "cmap", "name"} & set(font.keys())


def test_axes_of_a_variable_font_change_widths(font_data):
    """A heavier weight is wider; an unspecified axis keeps its default."""
    data = font_data("fontpkg_fraunces", "Fraunces[[]*.ttf")
    weights = [{"wght": weight} for weight in (300, 500, 700)]
    widths = [Typeface("Fraunces", data, axes).word("Hierarchy").width for axes in weights]
    assert widths == sorted(set(widths))
    (axis,) = (axis for axis in TTFont(io.BytesIO(data))["fvar"].axes if axis.axisTag == "wght")
    plain, default = Typeface("Fraunces", data), Typeface("Fraunces", data, {"wght": axis.defaultValue})
    assert plain.word("Hierarchy") == default.word("Hierarchy")


def test_a_static_font_ignores_axes(font_data, typeface):
    """It stays the same."""
    data = font_data("font_source_serif_pro", "SourceSerifPro-Regular.ttf")
    assert Typeface("static", data, {"wght": 900}).word("Alder") == typeface.word("Alder")


@pytest.mark.parametrize("name", ["SourceSerifPro-Regular.otf", None])
def test_only_truetype_fonts_are_accepted(font_data, name):
    """OpenType files with other outlines and text files are rejected."""
    data = font_data("font_source_serif_pro", name) if name else b"not a font at all"
    with pytest.raises(ValueError, match="'odd' is not a TrueType font with glyf outlines"):
        Typeface("odd", data)


def test_a_font_with_invalid_feature_tags_is_rejected(font_data):
    """Four bytes that are not text, in place of a feature's tag: such a file is damaged."""
    data = font_data("font_source_serif_pro", "SourceSerifPro-Regular.ttf")
    assert data.count(b"smcp") > 0
    with pytest.raises(ValueError, match="font 'odd' is damaged: it contains a tag that is not text"):
        Typeface("odd", data.replace(b"smcp", b"s\xffcp"))


def test_weights_come_from_the_font_files(font_data, typeface, bold):
    """For static fonts, and for variable ones at their axis values."""
    cinzel = font_data("fontpkg_cinzel", "Cinzel*wght*.ttf")
    heavy = Typeface("heavy", cinzel, {"wght": 900})
    assert (typeface.weight, bold.weight, Typeface("plain", cinzel).weight, heavy.weight) == (400, 700, 400, 900)
