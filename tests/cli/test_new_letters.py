"""`new --from` with letters that no font of the theme has: the script, the command, and a first proof."""

import pytest
from small_font import DEVANAGARI, small_font

TABLE = "Name,Cost,Text\nकमल,2,नमक लवन\nमगर,1,Draw 1.\n"


@pytest.fixture
def system(tmp_path_factory, monkeypatch):
    """Return the folder that stands for the fonts of the machine."""
    folder = tmp_path_factory.mktemp("system")
    monkeypatch.setenv("PUNCHBOARD_SYSTEM_FONTS", str(folder))
    return folder


def made(workspace):
    """Run `new` on the table, and return its run."""
    (workspace.path / "bazaar.csv").write_text(TABLE, "utf-8")
    return workspace.run("new", "bazaar", "--from", "bazaar.csv")


def test_the_script_and_the_command_are_named(workspace, system):
    """With no font on the machine either, the letters are left out, and this is said before the sheet is named."""
    ran = made(workspace)
    assert ran.status == 0
    assert (
        "no font of the theme has Devanagari letters. This adds a font with them to the game:\n"
        "  punchboard fonts add noto-sans-devanagari --game bazaar\n"
        "until then: Devanagari letters are left out, because your system has no font with them either"
    ) in ran.out
    assert "punchboard fonts add noto-sans-devanagari" in ran.err


def test_a_font_of_the_machine_serves_the_first_proof_only(workspace, system):
    """It is not copied: the next build says what is missing, prints the rest, and names the command."""
    (system / "SquareSans-Regular.ttf").write_bytes(small_font())
    (system / "SquareSans-Bold.ttf").write_bytes(small_font(weight=700))
    (system / "Broken.ttf").write_bytes(small_font()[:200])
    (system / "OtherMono.ttf").write_bytes(small_font(DEVANAGARI + "x"))
    ran = made(workspace)
    assert (ran.status, "GLYPH001" in ran.err) == (0, False)
    assert "only this first proof uses SquareSans of your system, whose licence is not known" in ran.out
    assert not list((workspace.path / "catalog").rglob("*.ttf"))
    again = workspace.run("build", "bazaar", "--only", "sheets/fronts", "--paper", "a4")
    assert (again.status, "warning GLYPH001" in again.err) == (0, True)
    assert "add a font with Devanagari letters: punchboard fonts add noto-sans-devanagari" in again.err


def test_a_table_in_latin_letters_is_not_spoken_of(workspace, system):
    """Nor are accents, Greek or Cyrillic, which the themes have."""
    (workspace.path / "t.csv").write_text("Name,Text\nŽižka,Ω Ключ\nÅse,Draw 1.\n", "utf-8")
    ran = workspace.run("new", "isles", "--from", "t.csv", "--no-build")
    assert (ran.status, "fonts add noto" in ran.out) == (0, False)


def test_a_table_read_from_right_to_left_makes_such_a_game(workspace, system):
    """Its language is guessed, and it builds, although no words of that language are built in."""
    table = "Name,Text\nتاجر,خذ قطعتين\nقافلة,انقل ثلاث سلع\n"  # noqa: RUF001
    (workspace.path / "souk.csv").write_text(table, "utf-8")
    ran = workspace.run("new", "souk", "--from", "souk.csv")
    assert (ran.status, "built output/souk/" in ran.out) == (0, True)
    assert "language: ar  # most letters are Arabic" in (workspace.path / "catalog/souk/game.yaml").read_text("utf-8")


def test_chinese_characters_beside_letters_of_japanese_are_japanese(workspace, system):
    """A type or a name without kana asks for the same font as the text of its card."""
    (workspace.path / "t.csv").write_text(
        "名前,種類,効果\n鉄の盾,防御,次の攻撃を防ぐ。\n火の玉,攻撃,敵を倒す。\n", "utf-8"
    )
    ran = workspace.run("new", "tate", "--from", "t.csv")
    assert ("Japanese letters" in ran.err, "Chinese" in ran.err) == (True, False)
