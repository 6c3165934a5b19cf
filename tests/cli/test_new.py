"""`punchboard new`: a game with three cards or from a table, printed at once."""

import json
import os
import struct
import subprocess
import zlib

import openpyxl
import pytest

from punchboard.cli import first_build
from punchboard.load import builtin_folder

CARDS = """\
Card Name;Kosten (€);Text;Bild;Anzahl
Gray Owl;2;Draw a card.;art/owl.png;3
Old Wolf;3;Bite somebody.;art/wolf.png;1
"""


@pytest.fixture(autouse=True)
def european(monkeypatch):
    """Sheets are A4 wherever the tests run."""
    monkeypatch.setenv("LC_ALL", "C")


@pytest.mark.parametrize(
    ("place", "paper"),
    [("", "a4"), ("C.UTF-8", "a4"), ("de_DE.UTF-8", "a4"), ("en_US.UTF-8", "letter"), ("es_MX", "letter")],
)
def test_the_first_sheets_are_on_the_paper_of_the_country(workspace, monkeypatch, place, paper):
    """A locale without a country does not choose Letter, nor does a missing one."""
    for name in ("LC_PAPER", "LANG", "LC_CTYPE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LC_ALL", place)
    assert f"built output/lamp/print-and-play/{paper}-duplex.pdf" in workspace.run("new", "lamp").out


@pytest.mark.parametrize(
    ("place", "paper"), [("English_United States", "letter"), ("German_Germany", "a4"), (None, "a4")]
)
def test_on_windows_the_country_comes_from_the_locale_module(monkeypatch, place, paper):
    """As a name in words, which only Windows has."""
    with monkeypatch.context() as windows:
        for name in ("LC_ALL", "LC_PAPER", "LANG"):
            windows.delenv(name, raising=False)
        windows.setattr("locale.getlocale", lambda: (place, "1252"))
        windows.setattr("sys.platform", "win32")
        found = first_build.local_paper()
    assert found == paper


def picture():
    """Return the bytes of a PNG of 400 x 400 pixels."""
    rows = zlib.compress((b"\0" + b"\x40\x80\xc0" * 400) * 400)

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", 400, 400, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


@pytest.fixture
def spreadsheet(workspace):
    """A table of two cards with one of two pictures, in a folder of the designer's."""
    mine = workspace.path / "mine"
    (mine / "art").mkdir(parents=True)
    (mine / "cards.csv").write_text(CARDS, encoding="utf-8-sig")
    (mine / "art" / "owl.png").write_bytes(picture())
    return mine / "cards.csv"


def test_an_empty_folder_becomes_a_workspace_with_a_game(workspace):
    """A game with printed sheets and a rulebook; no questions and no problems."""
    ran = workspace.run("new", "Lamp & Ladder")
    assert (ran.status, ran.err) == (0, "")
    home = workspace.path / "catalog" / "lamp-ladder"
    assert {path.relative_to(home).as_posix() for path in home.rglob("*") if path.is_file()} == {
        *("game.yaml", "cards.csv", "rulebook.md", "reference.md"),
        *("layouts/theme.yaml", "layouts/faces/card.yaml"),
    }
    assert "built output/lamp-ladder/print-and-play/a4-duplex.pdf: 18 to cut out" in ran.out
    assert (workspace.output / "lamp-ladder" / "rulebook.pdf").is_file()
    assert 'title: "Lamp & Ladder"' in (home / "game.yaml").read_text()
    assert workspace.run("check").out == "1 game checked: no problems\n"


@pytest.mark.slow
@pytest.mark.parametrize("shape", ["tarot", "mini", "hex 50mm", "square 50mm", "circle 25mm"])
@pytest.mark.parametrize("theme", ["meadow", "ink"])
def test_the_starter_game_has_no_problems_in_any_shape(workspace, shape, theme):
    """With nothing for the checks to find."""
    ran = workspace.run("new", "game", "--shape", shape, "--theme", theme, "--players", "3+")
    assert (ran.status, ran.err) == (0, "")
    assert f"theme: {theme} " in (workspace.path / "catalog/game/game.yaml").read_text()
    assert f"shape: {shape} " in (workspace.path / "catalog/game/game.yaml").read_text()


def test_first_lines_refer_to_existing_schemas(workspace):
    """So that an editor completes and checks each file."""
    workspace.run("new", "game", "--no-build")
    for file in (workspace.path / "catalog" / "game").rglob("*.yaml"):
        first = file.read_text().splitlines()[0]
        schema = file.parent / first.partition("$schema=")[2]
        assert json.loads(schema.read_text())["$schema"], file


@pytest.mark.parametrize(("copies", "count"), [(1, "1 component, 1 copy\n"), (3, "1 component, 3 copies\n")])
def test_one_component_is_counted_with_its_copies(workspace, copies, count):
    """In the singular if there is only one copy."""
    (workspace.path / "one.csv").write_text(f"name,copies,text\nOwl,{copies},Draw a card and keep it.\n")
    ran = workspace.run("new", "owls", "--from", "one.csv", "--no-build")
    assert ran.out.startswith(f"made catalog/owls/ from one.csv: {count}")


def test_a_table_becomes_a_game_and_is_printed(workspace, spreadsheet):
    """The table and the existing pictures are copied; guesses and missing pictures are reported."""
    ran = workspace.run("new", "isles", "--from", "mine/cards.csv")
    home = workspace.path / "catalog" / "isles"
    assert ran.status == 0
    assert (home / "cards.csv").read_bytes() == spreadsheet.read_bytes()
    assert (home / "art" / "owl.png").read_bytes() == picture()
    assert "made catalog/isles/ from cards.csv: 2 different components, 4 in all" in ran.out
    assert "copied 1 of 2 pictures; 1 is missing: put it into catalog/isles/" in ran.out
    assert "Kosten (€)  the cost: whole numbers, 2 to 3" in ran.out
    assert "built output/isles/print-and-play/a4-duplex.pdf: 4 to cut out" in ran.out
    assert "catalog/isles/cards.csv:3:27: warning PICT001: 'art/wolf.png' is missing" in ran.err.splitlines()


def test_each_sheet_of_a_workbook_becomes_a_kind_and_is_printed(workspace):
    """With backs that distinguish the decks; a sheet that is left out is named, with the option that takes it."""
    book = openpyxl.Workbook()
    book.active.title = "Heroes"
    for name, rows in {
        "Heroes": [["Name", "HP"], ["Gray Owl", 3]],
        "Foes": [["Name", "HP"], ["Gray Owl", 4], ["Slime", 1]],
        "Notes": [["Name", "Text"], ["later", "more foes"]],
    }.items():
        sheet = book[name] if name in book.sheetnames else book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    book.save(workspace.path / "isles.xlsx")
    ran = workspace.run("new", "isles", "--from", "isles.xlsx")
    assert (ran.status, ran.err) == (0, "")
    assert "made catalog/isles/ from isles.xlsx: 3 different components, 3 in all" in ran.out
    assert "left out the sheet 'Notes': its name suggests notes or an old copy; --sheet \"Notes\" takes it" in ran.out
    assert workspace.run("new", "two", "--from", "isles.xlsx", "--sheet", "Notes", "--sheet", "Foes").status == 0
    assert set((workspace.path / "catalog/two/layouts/faces").glob("*-back.yaml")) != set()


def test_characters_without_a_font_are_reported_with_a_fix(workspace):
    """The message and the theme have the command that adds a font."""
    (workspace.path / "t.csv").write_text("Name,Text\nOwl,Pay 2 🐝 now.\nWolf,Bite.\n", encoding="utf-8")
    ran = workspace.run("new", "isles", "--from", "t.csv")
    assert (ran.status, "punchboard fonts add noto-emoji" in ran.err) == (0, True)
    assert "punchboard fonts add FONT --game isles" in (workspace.path / "catalog/isles/layouts/theme.yaml").read_text()


def test_a_table_that_is_not_utf_8_is_read_and_copied_as_utf_8(workspace):
    """The message names the encoding, with a word to verify it."""
    (workspace.path / "karten.csv").write_bytes("Name;Kosten\nHöhle;2\nWolf;3\n".encode("cp1252"))
    ran = workspace.run("new", "isles", "--from", "karten.csv")
    assert (ran.status, "in Windows-1252 it contains 'Höhle'" in ran.out) == (0, True)
    assert "Höhle;2" in (workspace.path / "catalog/isles/karten.csv").read_text("utf-8")


def test_the_spreadsheet_can_be_exported_again_over_the_old_file(workspace, spreadsheet):
    """Its columns keep their names, in any order."""
    workspace.run("new", "isles", "--from", "mine/cards.csv", "--no-build")
    table = workspace.path / "catalog" / "isles" / "cards.csv"
    table.write_text("Text;Bild;Anzahl;Kosten (€);Card Name\nRun away.;;2;1;Stag\n", encoding="utf-8")
    ran = workspace.run("build", "isles", "--only", "sheets/fronts")
    assert (ran.status, ran.err) == (0, "")


def test_errors_of_a_new_game_are_downgraded_to_warnings(workspace):
    """A term that no rule explains is reported and overridden in the game; the sheets are printed."""
    (workspace.path / "t.csv").write_text("Name,Text\nOwl,Take a **Hush**.\nWolf,Lose a **Hush**.\nStag,Run.\n")
    ran = workspace.run("new", "isles", "--from", "t.csv")
    assert ran.status == 0
    assert "warning PROSE005" in ran.err
    assert "PROSE005: {warning:" in (workspace.path / "catalog/isles/game.yaml").read_text()
    assert workspace.run("check").status == 0


def test_no_file_is_overwritten(workspace):
    """An existing folder is refused; an empty one needs --force."""
    folder = workspace.path / "catalog" / "isles"
    folder.mkdir(parents=True)
    assert "add --force" in workspace.run("new", "isles", "--no-build").err
    (folder / "notes.txt").write_text("mine")
    ran = workspace.run("new", "isles", "--no-build", "--force")
    assert (ran.status, "FILE004" in ran.err) == (1, True)
    assert [path.name for path in folder.iterdir()] == ["notes.txt"]
    (folder / "notes.txt").unlink()
    assert workspace.run("new", "isles", "--no-build", "--force").status == 0


def test_new_tells_how_to_update_a_game_that_exists(workspace):
    """A newer export replaces the game's own table, whatever it is called."""
    (workspace.path / "t.csv").write_text("Name,Text\nOwl,Draw.\nWolf,Howl.\n")
    assert workspace.run("new", "isles", "--no-build", "--from", "t.csv").status == 0
    (workspace.path / "t (2).csv").write_text("Name,Text\nOwl,Draw.\n")
    ran = workspace.run("new", "isles", "--from", "t (2).csv")
    assert "copy t (2).csv over catalog/isles/t.csv and run `punchboard build isles`" in ran.err


def test_the_first_lines_say_how_many_cards_long_texts_make(workspace):
    """As many as there are to cut out, from `new` and from each later build."""
    long = "Whoever plays this card reads it aloud, and all others nod. " * 40
    (workspace.path / "t.csv").write_text(f"Name,Text,Copies\nOwl,{long},2\nWolf,Howl.,3\n")
    ran = workspace.run("new", "isles", "--from", "t.csv")
    made, became, *_ = ran.out.splitlines()
    after = int(became.removeprefix("5 components became ").partition(" to cut out: the text of 1 continues")[0])
    assert made.endswith("2 different components, 5 in all")
    assert (after > 5, f": {after} to cut out" in ran.out) == (True, True)
    assert f"isles: 5 components became {after} to cut out" in workspace.run("build", "isles").out


def test_a_game_cannot_be_made_inside_a_game(workspace):
    """The hint says where to go."""
    (workspace.path / "game.yaml").write_text("title: Mine\n")
    ran = workspace.run("new", "isles")
    assert (ran.status, "this folder is itself a game" in ran.err) == (1, True)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--shape", "octagon"], "'octagon' is not a shape"),
        (["--players", "many"], "'many' is not a number or a range"),
        (["--players", "4-2"], "'4-2' is not a number or a range"),
        (["--header", "first"], "'first' is not a line number"),
        (["--theme", "medow"], "did you mean 'meadow'?"),
        (["--layout", "frame"], "did you mean 'framed'?"),
        (["--from", "nothing.csv"], "'nothing.csv' is missing"),
        (["--from", "game.docx"], "is missing"),
    ],
)
def test_invalid_options_are_reported(workspace, words, message):
    """Before anything is written."""
    ran = workspace.run("new", "isles", *words)
    assert (ran.status, message in ran.err) == (2, True)
    assert not (workspace.path / "catalog").exists()


def test_a_name_without_letters_is_refused(workspace):
    """No folder can have it."""
    assert "cannot be the name of a game's folder" in workspace.run("new", "!!!").err


def test_a_table_in_place_of_a_name_becomes_a_game_of_its_name(workspace, spreadsheet):
    """Nobody types a file to get three sample cards; one that is missing is reported."""
    ran = workspace.run("new", "mine/cards.csv", "--no-build")
    assert ran.out.startswith("made catalog/cards/ from cards.csv: 2 different components, 4 in all")
    assert (workspace.path / "catalog" / "cards" / "cards.csv").read_bytes() == spreadsheet.read_bytes()
    ran = workspace.run("new", "mine/crads.csv", "--no-build")
    assert (ran.status, "'mine/crads.csv' is missing" in ran.err) == (2, True)
    assert not (workspace.path / "catalog" / "crads").exists()


def test_a_link_in_place_of_a_name_asks_for_a_name(workspace):
    """With the whole command."""
    ran = workspace.run("new", "https://example.com/cards.csv", "--no-build")
    assert ran.status == 2
    assert "punchboard new dragon-isles https://example.com/cards.csv" in ran.err


@pytest.mark.parametrize("words", [["mine/cards.csv"], ["--from", "mine/cards.csv"]])
def test_tables_may_follow_the_name(workspace, spreadsheet, words):
    """With and without the option."""
    ran = workspace.run("new", "isles", *words, "--no-build")
    assert ran.out.startswith("made catalog/isles/ from cards.csv: 2 different components, 4 in all")


@pytest.mark.unix
def test_a_terminal_gets_five_questions(workspace):
    """Table, title, players, components, theme; Enter accepts the proposal, an invalid answer repeats the question."""
    import pty

    master, terminal = pty.openpty()
    process = subprocess.Popen(
        workspace.command("new", "isles"),
        cwd=workspace.path,
        env=workspace.env(),
        stdin=terminal,
        stdout=terminal,
        stderr=subprocess.STDOUT,
    )
    os.close(terminal)
    os.write(master, b"\nThe Isles\nthree\n3-5\ntarto\ntarot\nink\n")
    told = bytearray()
    while process.poll() is None:
        try:
            told += os.read(master, 4096)
        except OSError:
            break
    assert process.wait() == 0, told
    text = (workspace.path / "catalog" / "isles" / "game.yaml").read_text()
    assert all(words in text for words in ('title: "The Isles"', "players: 3-5", "shape: tarot"))


@pytest.mark.slow
def test_every_built_in_layout_can_be_chosen(workspace):
    """The starter game builds with each of those for cards."""
    for layout in ("framed", "clean", "wordy", "picture", "item", "event"):
        assert (builtin_folder() / "layouts" / "faces" / f"{layout}.yaml").is_file()
        ran = workspace.run("new", f"in-{layout}", "--layout", layout)
        assert (ran.status, ran.err) == (0, ""), layout


def test_new_cards_are_built_before_the_rulebook_explains_their_terms(workspace):
    """The missing rule is a warning, not an error."""
    assert workspace.run("new", "cave", "--no-build").status == 0
    with (workspace.path / "catalog" / "cave" / "cards.csv").open("a", encoding="utf-8") as table:
        table.write("Gold Mine,finder,1,Gain 2 Gold. Reveal a Creature.,\n")
    ran = workspace.run("build", "cave", "--paper", "a4")
    assert ran.status == 0, ran.err
    assert "warning PROSE005: no rule explains 'Gold'" in ran.err


@pytest.mark.slow
@pytest.mark.parametrize("count", [500, pytest.param(2000, marks=pytest.mark.long)])
def test_a_table_of_very_many_columns_is_printed(workspace, count):
    """What no card has room for is named in one line, and takes one line of game.yaml each."""
    columns = [f"c{number}" for number in range(count - 1)]
    rows = [",".join([f"Owl {row}", *(str(row * number % 97) for number in range(count - 1))]) for row in range(6)]
    (workspace.path / "wide.csv").write_text("\n".join([",".join(["name", *columns]), *rows]))
    ran = workspace.run("new", "wide", "--from", "wide.csv")
    assert ran.status == 0
    assert ran.out.count("columns are not printed") == 1
    assert (workspace.path / "catalog/wide/game.yaml").read_text().count("\n") < 1.1 * count + 50


@pytest.mark.slow
def test_the_first_proof_of_a_large_table_is_its_first_cards(workspace):
    """One line says so, and names the command that builds all; a long text further down does not stop that build."""
    rows = [f"Owl {number},Draw {number} cards." for number in range(2000)]
    (workspace.path / "owls.csv").write_text("\n".join(["name,text", *rows, f"Old Owl,{'hoot ' * 900}"]))
    made = workspace.run("new", "owls", "--from", "owls.csv")
    assert "a4-duplex.pdf: 90 to cut out" in made.out
    assert made.out.count("these are the first 90 of each kind") == 1
    assert "punchboard build owls prints and checks all 2001" in made.out
    assert "FIT003" not in made.err
    built = workspace.run("build", "owls", "--only", "sheets/duplex")
    assert built.status == 0
    assert "FIT003" in built.err


def test_two_tables_are_two_kinds(workspace):
    """Both are copied, and each has a deck of its own."""
    (workspace.path / "heroes.csv").write_text("Name,Qty,Text\nWolf,2,Bite a card.\nBear,1,Hug two cards.\n")
    (workspace.path / "storms.csv").write_text("Name,Text\nRain,All players discard.\nSun,All players draw.\n")
    ran = workspace.run("new", "isles", "--from", "heroes.csv", "--from", "storms.csv", "--no-build")
    assert "from heroes.csv and storms.csv: 4 different components, 5 in all" in ran.out
    text = (workspace.path / "catalog" / "isles" / "game.yaml").read_text()
    assert "# Made from heroes.csv and storms.csv." in text
    assert "table: heroes.csv" in text
    assert "rows: storms.csv" in text


@pytest.mark.parametrize("second", ["./mine.csv", "https://example.com/b.csv"])
def test_tables_that_cannot_be_one_game_are_an_error(workspace, second):
    """Two files of one name, and a link beside a file."""
    (workspace.path / "mine.csv").write_text("Name,Text\nWolf,Bite a card.\n")
    ran = workspace.run("new", "isles", "--from", "mine.csv", "--from", second)
    assert ran.status == 2
    assert ran.err.startswith("--from: error VALUE001")
    assert not (workspace.path / "catalog" / "isles").exists()


def test_an_odd_number_of_copies_counts_once_it_is_one(workspace):
    """Until then the card is printed once, and nothing in game.yaml must be changed."""
    table = "Name,Count,Text\nSpearman,2,Attack once.\nArcher,2-3,Attack from afar.\nKnight,3,Ride.\n"
    source = workspace.path / "army.csv"
    source.write_text(table)
    made = workspace.run("new", "army", "--from", str(source)).out
    assert "'2-3' (army.csv:3:8) is no number of copies" in made
    assert "Army: 6 components" in workspace.run("stats", "army").out
    (workspace.path / "catalog" / "army" / "army.csv").write_text(table.replace("2-3", "2"))
    assert "Army: 7 components" in workspace.run("stats", "army").out
