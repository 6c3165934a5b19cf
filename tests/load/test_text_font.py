"""`text_font` of a theme: one family in place of all others, for readers who need it."""

import pytest

from punchboard.problem import ProblemsFound

FACE = 'boxes: {a: {at: [6, 6], size: [40, 8], text: "Wood", style: title}}'
THEME = """\
{text_font}
colours: {{ink: "#1d1d1b", paper: "#ffffff"}}
fonts:
  body: {{package: font-source-sans-pro, regular: SourceSansPro-Regular, bold: SourceSansPro-Bold}}
  display: {{package: fontpkg-cinzel, regular: "Cinzel[wght]"}}
  lexend: {{package: fontpkg-lexend, regular: "Lexend[wght]", fallback: [body]}}
styles:
  body: {{font: body, size: 9}}
  title: {{font: display, size: 12}}
"""


@pytest.fixture
def families(tiny_game):
    """Return a function from a line of the theme to its families."""
    return lambda line: tiny_game(FACE, files={"layouts/theme.yaml": THEME.format(text_font=line)}).layouts.theme.fonts


def test_every_family_is_replaced_and_fills_in_the_letters_that_are_missing(families):
    """Also that of titles; without the line, each style has its own."""
    assert families("")["display"].package == "fontpkg-cinzel"
    found = families("text font: lexend")
    assert {found[name].package for name in ("body", "display", "lexend")} == {"fontpkg-lexend"}
    assert found[found["display"].fallback[0]].package == "fontpkg-cinzel"


def test_an_unknown_family_is_reported_at_its_line(families):
    """With the names that are meant."""
    with pytest.raises(ProblemsFound) as caught:
        families("text font: lexnd")
    (problem,) = caught.value.problems
    assert (problem.rule, problem.place.line, problem.hint) == ("REF001", 1, "did you mean 'lexend'?")
    assert "lexnd" in problem.message
