import pytest

from punchboard.load import load_game, picture_names
from punchboard.load.picture_names import PictureFolder, find_pictures, picture_name

GAME = """title: T
version: 1.0.0
language: en
players: 2
theme: tide
kinds:
  card:
    name: Card
    plural: Cards
    shape: poker
    face: f
    id: "{{ name | slug }}"
    fields: {name: {type: text}, art: {type: picture, missing: warning}}
    rows: cards.csv
decks: {deck: {name: Deck, contains: all}}
"""


@pytest.mark.parametrize(
    ("cell", "name"),
    [
        ("wolf.png", "wolf.png"),
        ("art/wolf.png", "art/wolf.png"),
        ("art\\wolf.png", "art/wolf.png"),
        ("C:\\Users\\Ana Lima\\art\\wolf.png", "wolf.png"),
        ("/home/ana/art/wolf.png", "wolf.png"),
        ("../wolf.png", "wolf.png"),
        ("~/wolf.png", "wolf.png"),
        ("grey wolf.PNG (https://files.example/v3/u/wolf.png?ts=1)", "grey wolf.PNG"),
        ("wolf.png (https://files.example/1),bear.jpg (https://files.example/2)", "wolf.png"),
        ("wolf.png; bear.jpg", "wolf.png"),
        ("wolf.png\nbear.jpg", "wolf.png"),
        ("https://files.example/signed/grey%20wolf.png?v=2", "grey wolf.png"),
        ("Cards%20db/wolf.png", "Cards db/wolf.png"),
        ("![A wolf](art/wolf.png)", "art/wolf.png"),
        ('=IMAGE("https://files.example/wolf.png", 1)', "wolf.png"),
        ("wolf, grey.png", "wolf, grey.png"),
        ("wolf", "wolf"),
        ("12", "12"),
        ("https://[wolf", "https://[wolf"),
    ],
)
def test_a_cell_names_a_file_in_each_way_that_programs_export(cell, name):
    """The first of several; without its address, and without the folders of another machine."""
    assert picture_name(cell) == name


@pytest.mark.parametrize(
    ("cell", "path"),
    [
        ("WOLF.png", "art/Wolf.PNG"),
        ("wolf", "art/Wolf.PNG"),
        ("new/wolf.png", "art/new/wolf.png"),
        ("7", "art/007.jpg"),
        ("0012", "12.png"),
        ("fox", "fox.png"),
        ("bear", ""),
        ("", ""),
    ],
)
def test_a_picture_is_found_below_its_folder(tmp_path, cell, path):
    """In any case, without its ending, and by its number; of two it is the one in the folders that are named."""
    (tmp_path / "art" / "new").mkdir(parents=True)
    (tmp_path / "output").mkdir()
    for file in ("art/Wolf.PNG", "art/new/wolf.png", "art/007.jpg", "12.png", "fox.jpg", "fox.png", "output/bear.png"):
        (tmp_path / file).touch()
    assert PictureFolder(tmp_path).find(cell) == path


def test_pictures_of_a_table_are_found_and_missing_ones_named(tmp_path, monkeypatch):
    """By path or by name, each once, until all together are too large."""
    (tmp_path / "art").mkdir()
    for name in ("a.png", "art/b.png", "art/c.png"):
        (tmp_path / name).write_bytes(b"12345")
    names = ["a.png", "gone.png", "art\\b.png", "C.PNG", "c", "D:\\x\\gone.png"]
    files, missing, notes = find_pictures(tmp_path, names)
    assert (tuple(files), missing, notes) == (("a.png", "art/b.png", "art/c.png"), ("gone.png",), ())
    monkeypatch.setattr(picture_names, "MAX_TOTAL_BYTES", 10)
    files, missing, (note,) = find_pictures(tmp_path, names)
    assert (list(files), missing) == (["a.png", "art/b.png"], ("gone.png",))
    assert "'art/c.png' is not copied, as the pictures together may have at most" in note


def test_a_picture_that_is_too_large_is_not_called_missing(tmp_path, monkeypatch):
    """It lies beside the table; a note says what to do, once."""
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "wall.png").write_bytes(b"12345")
    monkeypatch.setattr(picture_names, "MAX_BYTES", 4)
    files, missing, (note,) = find_pictures(tmp_path, ["wall.png", "art/wall.png", "wall"])
    assert (files, missing) == ({}, ())
    assert "'art/wall.png' is not copied, as a picture may have at most" in note


def test_the_pictures_of_a_game_are_those_that_its_cells_mean(tmp_path):
    """A missing one is named once, as a file, with the folder in which it belongs."""
    game = tmp_path / "catalog" / "zoo"
    (game / "art").mkdir(parents=True)
    (game / "game.yaml").write_text(GAME, encoding="utf-8")
    (game / "art" / "01.png").write_bytes(bytes.fromhex("89504e470d0a1a0a0000000d4948445200000001000000010802000000"))
    rows = ("Wolf,1 @ 20% 30%", "Bear,C:\\art\\01.PNG", "Owl,2", "Elk,2")
    (game / "cards.csv").write_text("\n".join(("name,art", *rows)), encoding="utf-8")
    loaded = load_game(game, tmp_path)
    assert [one.values["art"] for one in loaded.components] == ["art/01.png @ 20% 30%", "art/01.png", None, None]
    assert [(note.message, note.hint.rpartition("; ")[2]) for note in loaded.load_warnings] == [
        ("'2' is missing", "put '2.png' into the folder zoo")
    ]
