"""A game in a language whose letters a font has only in part is set in a font with all of them."""

import pytest

from punchboard.fonts import Cut
from punchboard.fonts.script_table import alphabet
from punchboard.load.theme_fonts import families
from punchboard.model.layout.layout import FontFile, ThemeFile

JOST = FontFile(
    package="fontpkg-jost", regular="Jost[wght]", axes={"wght": 500}, **{"bold axes": {"wght": 700}}, fallback=("text",)
)
TEXT = FontFile(
    package="font-source-sans-pro",
    regular="SourceSansPro-Regular",
    bold="SourceSansPro-Bold",
    italic="SourceSansPro-It",
    **{"bold italic": "SourceSansPro-BoldIt"},
)


@pytest.fixture
def family(tmp_path):
    theme = ThemeFile(fonts={"body": JOST, "text": TEXT})
    return lambda language: families(theme, tmp_path, language=language)["body"]


@pytest.mark.parametrize("language", ["en", "de", "fi", "xx", ""])
def test_a_language_whose_letters_all_fonts_have_keeps_the_first_font(family, language):
    """So do languages that nothing is known of."""
    assert family(language).face(Cut.REGULAR) is family("").face(Cut.REGULAR)


@pytest.mark.parametrize("language", ["vi", "el", "uk-UA"])
def test_every_cut_begins_with_a_font_that_has_all_letters_of_the_language(family, language):
    """A word in it is then one run, as are all words of its sentence."""
    found = family(language)
    for cut in Cut:
        assert all(map(found.face(cut).has_glyph, alphabet(language)))
        assert len(found.runs(cut, alphabet(language))) == 1


def test_a_font_that_stands_in_has_the_slant_and_the_nearest_weight(family):
    """A regular cut is not replaced by the bold one, nor an italic one by an upright one that has the letters, too."""
    found = family("vi")
    assert found.face(Cut.BOLD).weight > found.face(Cut.REGULAR).weight
    assert len({found.face(cut) for cut in Cut}) == 4
