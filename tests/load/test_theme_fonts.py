import shutil

import pytest

from punchboard.fonts import Cut
from punchboard.load.theme_fonts import families, font_paths, is_installed
from punchboard.model.layout.layout import FontFile, ThemeFile
from punchboard.problem import Place

HERE = Place("theme.yaml", 4)
SERIF = {"package": "font-source-serif-pro", "regular": "SourceSerifPro-Regular"}


def cuts(tmp_path, **names):
    return {cut: (path.stem, dict(axes)) for cut, (path, axes) in font_paths(FontFile(**names), tmp_path, HERE).items()}


def test_missing_cuts_have_fallbacks(tmp_path):
    """Bold falls back to regular, italic to regular, bold italic to italic, else to bold."""
    assert {stem for stem, _ in cuts(tmp_path, **SERIF).values()} == {"SourceSerifPro-Regular"}
    bold = cuts(tmp_path, **SERIF, bold="SourceSerifPro-Bold")
    assert [bold[cut][0][15:] for cut in Cut] == ["Regular", "Bold", "Regular", "Bold"]
    italic = cuts(tmp_path, **SERIF, bold="SourceSerifPro-Bold", italic="SourceSerifPro-It")
    assert [italic[cut][0][15:] for cut in Cut] == ["Regular", "Bold", "It", "It"]


def test_a_variable_font_is_bold_by_its_axes(tmp_path):
    """One file provides regular and bold if the theme gives the axes of both."""
    found = cuts(
        tmp_path,
        package="fontpkg-cinzel",
        regular="Cinzel[wght]",
        axes={"wght": 500},
        **{"bold axes": {"wght": 800}},
    )
    assert found[Cut.REGULAR] == ("Cinzel[wght]", {"wght": 500})
    assert found[Cut.BOLD] == ("Cinzel[wght]", {"wght": 800})
    assert found[Cut.BOLD_ITALIC] == found[Cut.BOLD]


def test_families_are_opened_on_first_use(tmp_path):
    """A family has typefaces for each cut: its own first, then fallbacks for missing glyphs."""
    theme = ThemeFile(fonts={"body": FontFile(**SERIF, fallback=("sans",)), "sans": FontFile(**SANS)})
    shelf = families(theme, tmp_path)
    assert set(shelf) == {"body", "sans"}
    assert [face.name for face in shelf["body"].cuts[Cut.REGULAR]] == [
        "SourceSerifPro-Regular",
        "SourceSansPro-Regular",
    ]
    assert shelf["sans"].face(Cut.BOLD) is shelf["sans"].face(Cut.REGULAR)
    assert shelf["body"].cuts[Cut.REGULAR][1] is shelf["sans"].face(Cut.REGULAR)


SANS = {"package": "font-source-sans-pro", "regular": "SourceSansPro-Regular"}


def test_a_font_may_be_in_the_game_s_folder(tmp_path):
    """Without a package, a font is a file of the game."""
    path, _ = font_paths(FontFile(**SERIF), tmp_path, HERE)[Cut.REGULAR]
    (tmp_path / "fonts").mkdir()
    shutil.copy(path, tmp_path / "fonts" / "own.ttf")
    theme = ThemeFile(fonts={"body": FontFile(regular="fonts/own.ttf")})
    assert families(theme, tmp_path)["body"].face(Cut.REGULAR).name == "own"


@pytest.mark.parametrize(
    ("font", "message", "hint"),
    [
        (
            {"package": "font-nobody-made", "regular": "x"},
            "error FONT001: font package 'font-nobody-made' is not installed",
            "pip install",
        ),
        (
            {"package": "os.path", "regular": "x"},
            "error FONT001: font package 'os.path' is not installed",
            "pip install",
        ),
        (
            {"package": "../fonts", "regular": "x"},
            "error FONT001: '../fonts' is not the name of a font package",
            "give a name such as",
        ),
        (
            {"package": "git+https://example.org/x", "regular": "x"},
            "error FONT001: 'git+https://example.org/x' is not the name of a font package",
            "give a name such as",
        ),
        (
            {"package": "--index-url=x", "regular": "x"},
            "error FONT001: '--index-url=x' is not the name of a font package",
            "give a name such as",
        ),
        (
            {**SERIF, "bold": "SourceSerifPro-Blod"},
            "no font file 'SourceSerifPro-Blod'",
            "did you mean 'SourceSerifPro-Bold'?",
        ),
        ({"regular": "../own.ttf"}, "error FILE003: '../own.ttf' is outside", "copy the file"),
    ],
)
def test_a_missing_font_is_reported(tmp_path, problem, font, message, hint):
    """Packages, their files and the game's files are looked up before anything is opened."""
    found = problem(font_paths, FontFile(**font), tmp_path, HERE)
    assert found.place == HERE
    assert message in str(found)
    assert hint in found.hint


@pytest.mark.parametrize("data", [b"", b"no font", b"\x00\x01\x00\x00" + b"\x00" * 60])
def test_a_file_that_is_not_a_font_is_reported(tmp_path, problem, data):
    """Bytes that are not a TrueType font cause a problem when the family is used."""
    (tmp_path / "x.ttf").write_bytes(data)
    shelf = families(ThemeFile(fonts={"body": FontFile(regular="x.ttf")}), tmp_path)
    found = problem(shelf.__getitem__, "body")
    assert (found.rule, found.hint) == ("FONT001", "use a TrueType file (.ttf) with glyf outlines")


def test_an_installed_package_is_known():
    """The program offers only fonts that it can open."""
    assert is_installed("font-source-serif-pro")
    assert not is_installed("font-that-nobody-made")
