"""`punchboard fonts`: fonts from npm and from files, for letters that no font of a theme has."""

import json

import pytest
from npm import archive, install_npm
from small_font import small_font

ABOUT = {"name": "@fontsource/square-deva", "version": "5.3.0", "license": "OFL-1.1"}
PACKAGE = {
    "package.json": json.dumps(ABOUT).encode(),
    "LICENSE": b"Copyright the makers. SIL OPEN FONT LICENSE.",
    **{
        f"files/square-deva-{part}-{weight}-normal.woff": small_font(letters, weight=weight, form="woff")
        for part, letters in (("devanagari", "कखग"), ("latin", "abx"), ("0", "क"))
        for weight in (300, 400, 700)
    },
    "files/square-deva-devanagari-400-italic.woff": small_font(form="woff"),
}
HOME = "catalog/grove/layouts/fonts/square-deva"


@pytest.fixture
def npm(tmp_path_factory, monkeypatch):
    """Return the folder of a stand-in for npm that has one font."""
    folder = tmp_path_factory.mktemp("npm")
    monkeypatch.setenv("PATH", install_npm(folder, {"@fontsource/square-deva": PACKAGE})["PATH"])
    return folder


def test_a_font_is_added_from_npm(grove, npm):
    """Its letters beyond Latin in regular and bold, with its licence and its makers."""
    ran = grove.run("fonts", "add", "square-deva", "--game", "grove")
    assert (ran.status, ran.err) == (0, "")
    assert f"added Square Letters: weights 400, 700, {HOME}/\nletters: Devanagari\nlicence: OFL-1.1" in ran.out
    names = sorted(path.name for path in (grove.path / HOME).iterdir())
    assert names == ["CREDITS.txt", "LICENSE.txt", "devanagari-400.ttf", "devanagari-700.ttf"]
    assert "Copyright the makers" in (grove.path / HOME / "CREDITS.txt").read_text("utf-8")
    assert grove.run("fonts", "add", "square-deva", "--game", "grove").out.startswith("replaced Square Letters")


@pytest.mark.parametrize("form", ["ttf", "otf", "woff", "tgz"])
def test_a_font_is_added_from_a_file(grove, monkeypatch, form):
    """As TrueType, whatever it was; npm is not needed. A build sets the letters in it."""
    monkeypatch.setenv("PATH", "")
    (grove.path / f"square-deva.{form}").write_bytes(archive(PACKAGE) if form == "tgz" else small_font(form=form))
    ran = grove.run("fonts", "add", f"square-deva.{form}", "--game", "grove", "--json")
    assert (ran.status, ran.err) == (0, "")
    (added,) = json.loads(ran.out)["added"]
    assert (added["folder"], added["scripts"]) == (HOME, ["Devanagari"])
    assert "SIL" in added["licence"] or "OFL" in added["licence"]
    table = grove.path / "catalog/grove/game.yaml"
    table.write_text(table.read_text("utf-8").replace("name: ", "name: क", 1), "utf-8")
    assert "GLYPH001" not in grove.run("check", "grove").err


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("square-deba", "there is no font '@fontsource/square-deba' on npm"),
        ("noto-sans-devanagri", "did you mean 'noto-sans-devanagari'?"),
        ("Noto Sans", "'Noto Sans' is not the name of a font"),
        ("missing.ttf", "missing.ttf"),
        ("broken.ttf", "not a font that can be read, or a damaged one"),
        ("closed.ttf", "Square Letters forbids to be embedded in documents"),
    ],
)
def test_a_font_that_cannot_be_added_is_one_problem(grove, npm, name, told):
    """And nothing is written."""
    (grove.path / "broken.ttf").write_bytes(small_font()[:400])
    (grove.path / "closed.ttf").write_bytes(small_font(fs_type=2))
    ran = grove.run("fonts", "add", name, "--game", "grove")
    assert (ran.status, ran.out) == (1, "")
    assert told in ran.err
    assert ran.err.count("error") == 2  # the problem and the count
    assert not (grove.path / "catalog/grove/layouts/fonts").exists()


def test_a_font_without_licence_or_other_letters_says_so(grove):
    """It is added: both are the designer's to judge."""
    (grove.path / "plain.ttf").write_bytes(small_font("abx", familyName="Plain"))
    ran = grove.run("fonts", "add", "plain.ttf")
    assert ran.status == 0
    assert "it has no letters of another script than Latin" in ran.out
    assert "the font names no licence" in ran.out
    assert (grove.path / "layouts/fonts/plain/plain.ttf").is_file()


def test_npm_is_not_needed_to_name_what_is_missing(grove, monkeypatch):
    """Without npm, the hint says how to do without it."""
    monkeypatch.setenv("PATH", "")
    ran = grove.run("fonts", "add", "noto-sans-thai")
    assert (ran.status, ran.out) == (1, "")
    assert "install Node.js, or name a file instead: punchboard fonts add FILE.ttf" in ran.err


@pytest.mark.parametrize("words", [("hindi",), ("devanagari",), ("नमस्ते",)])
def test_a_font_is_found_by_its_language_its_script_or_its_letters(grove, words):
    """With the command that adds it."""
    ran = grove.run("fonts", "find", *words)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.splitlines()[-1] == "to add: punchboard fonts add noto-sans-devanagari"


def test_all_scripts_are_listed_and_an_unknown_one_is_said(grove):
    """One line a script."""
    listed = grove.run("fonts", "find").out
    assert all(name in listed for name in ("Thai", "Tamil", "Georgian", "Armenian", "Ethiopic", "Hebrew", "Korean"))
    ran = grove.run("fonts", "find", "klingon")
    assert (ran.status, "no script or language 'klingon' is known" in ran.out) == (1, True)
