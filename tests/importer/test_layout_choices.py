"""The shape, the layout and the back that an import chooses for cards of one use, pieces and counters."""

import pytest

from punchboard.importer.columns.sheets import find_orientation
from punchboard.importer.draft import face_name
from punchboard.importer.guess import ImportContext, SourceTable, draft_game
from punchboard.importer.new_game_options import NewGameOptions
from punchboard.importer.table_game import guess_theme
from punchboard.importer.writing.face_yaml import back_names
from punchboard.importer.writing.imported_game import guess_report, imported_files
from punchboard.load.layouts.raw_layouts import builtin_boxes
from punchboard.load.tables import TableSource, read_grid
from punchboard.load.tables.data_table import table_from_grid
from punchboard.model.game.game_file_parts import RowsFile
from punchboard.model.layout.coloured_boxes import COLOURED_BOXES
from punchboard.problem import Place

UNITS = "Unit,Attack,Move,Attack (2),Move (2)\n1st Rifles,3,4,1,4\nHill Guns,5,1,2,1\n"


def draft(text, file="cards.csv", shape="", layout=""):
    """Return the draft of a game from a table given as text."""
    grid = read_grid(TableSource(file, text.encode()), None, Place(file))
    lie = find_orientation(grid)
    table = table_from_grid(grid, file, RowsFile(table=file, header=lie.header, each=lie.each))
    return draft_game([SourceTable(table, file, None, lie)], ImportContext(frozenset(), builtin_boxes, shape, layout))


def shape_and_layout(text, file="cards.csv", shape=""):
    """Return the shape and the layout of the only kind of a table."""
    (kind,) = draft(text, file, shape=shape).kinds
    return kind.shape.text, kind.layout


@pytest.mark.parametrize(
    ("file", "text", "expected"),
    [
        ("quests.csv", "Name,Text\nOwl,Find it.\n", ("poker", "quest")),
        ("locations.csv", "Name,Text\nMill,Draw a card.\n", ("poker", "location")),
        ("cards.csv", "Title,Text,Title 2,Text 2\nCut,Draw.,Tie,Discard.\n", ("poker", "split")),
        ("cards.csv", "Title,Text 1,Text 2\nCut,Draw a card.,Discard a card.\n", ("poker", "event")),
        ("cards.csv", "Name,Top,Bottom\nA,Lake,Wood\n", ("poker", "domino")),
        ("cards.csv", "Name,Left,Right,Text\nA,Lake,Wood,Draw a card.\n", ("poker", "event")),
        ("cards.csv", "Name,Top,Bottom,Text\nA,Lake,Wood,Draw a card.\n", ("poker", "event")),
        ("dominoes.csv", "Name,Top,Bottom\nA,Lake,Wood\n", ("domino", "domino")),
        ("tarot.csv", "Name,Text\nOwl,Draw a card.\n", ("tarot", "tarot")),
        ("jumbo cards.csv", "Name,Text\nOwl,Draw a card.\n", ("jumbo", "jumbo")),
        ("mini cards.csv", "Name,Text\nOwl,Draw a card.\n", ("mini", "mini")),
        ("landscape cards.csv", "Name,Text\nOwl,Draw a card.\n", ("poker landscape", "event-landscape")),
    ],
)
def test_a_face_for_one_use_is_chosen_by_name_columns_or_size(file, text, expected):
    """Its name, columns that only this face has, or the size that it is made for."""
    assert shape_and_layout(text, file) == expected


@pytest.mark.parametrize("head", ["Unit,Attack,Move", "Unit,Attack,Defence,Movement", "Unit,Angriff,Bewegung"])
def test_units_with_numbers_are_square_counters_unless_a_shape_is_requested(head):
    """An inch wide, as shops stock them; with ``--shape``, cards of that shape."""
    rows = f"{head}\nRifles,3,4,5\nGuns,5,1,2\n" if head.count(",") > 2 else f"{head}\nRifles,3,4\nGuns,5,1\n"
    assert shape_and_layout(rows) == ("square 25mm", "counter")
    shape, layout = shape_and_layout(rows, shape="poker")
    assert shape == "poker"
    assert layout != "counter"


@pytest.mark.parametrize(
    ("weak_attack", "weak_move"),
    [
        ("Attack (2)", "Move (2)"),
        ("Back Attack", "Back Move"),
        ("reduced_attack", "reduced_move"),
        ("attackB", "moveB"),
    ],
)
def test_a_second_block_of_numbers_is_the_weaker_side_of_counters(weak_attack, weak_move):
    """The back shows these numbers where the front has its own, and nothing stays unprinted."""
    found = draft(UNITS.replace("Attack (2)", weak_attack).replace("Move (2)", weak_move), "units.csv")
    (weak,) = (found.kinds[0].other_side,)
    names = {field.column: field.name for field in found.kinds[0].fields}
    assert back_names(found) == {"unit": "unit-back"}
    assert found.kinds[0].slots["attack"] == '{text: "{{ attack }}"}'
    assert weak["attack"] == f'{{text: "{{{{ {names[weak_attack]} }}}}"}}'
    assert weak["move"] == f'{{text: "{{{{ {names[weak_move]} }}}}"}}'
    assert "extends: counter-back" in imported_files(found, NewGameOptions("u", "U"))["layouts/faces/unit-back.yaml"]
    assert found.symbols == ()
    assert not any("not printed" in line for line in guess_report(found))


def test_counters_without_a_second_block_have_a_neutral_back():
    """A back without numbers would look like a weaker side."""
    assert back_names(draft("Unit,Attack,Move\nRifles,3,4\nGuns,5,1\n")) == {"card": "back-square"}


@pytest.mark.parametrize(
    ("file", "shape", "face"),
    [
        ("chits.csv", "square 15mm", "chit"),
        ("coins.csv", "circle 25mm", "coin"),
        ("banknotes.csv", "card 90mm x 45mm", "banknote"),
    ],
)
def test_chits_and_money_have_their_face_on_both_sides(file, shape, face):
    """They lie face up in a supply, and nobody shuffles them."""
    found = draft("Name,Value\nCrown,5\nPenny,1\n", file)
    assert [(kind.shape.text, kind.layout) for kind in found.kinds] == [(shape, face)]
    assert back_names(found) == {face: face}
    text = imported_files(found, NewGameOptions("money", "Money"))["game.yaml"]
    assert "shows: faces" in text
    assert "shuffle" not in text


def test_a_table_of_units_is_a_wargame_unless_its_words_say_otherwise():
    """Counters decide where the words point nowhere."""
    themes = {"wargame": ("trench",), "fantasy": ("elf", "orc")}
    assert guess_theme([["Hill Guns"]], themes, counters=True).guess == "wargame"
    assert guess_theme([["Hill Guns"]], themes).guess == "minimal"
    assert guess_theme([["Elf and orc"]], themes, counters=True).guess == "fantasy"


@pytest.mark.parametrize("layout", COLOURED_BOXES)
def test_the_boxes_in_the_colours_of_a_list_are_in_the_layout(layout):
    """A box that is not there would stay in the theme's colour."""
    boxes = builtin_boxes(layout)
    coloured = COLOURED_BOXES[layout]
    assert {*coloured.fills, *coloured.inks} <= boxes.keys()


def test_the_face_of_a_kind_is_no_layout_of_another():
    """A sheet of events beside cards with the layout ``event`` would replace that layout."""
    cards, events = (draft("Name,Text\nFlood,Move.\nFire,Stay.\n", file) for file in ("cards.csv", "events.csv"))
    (card,), (event,) = cards.kinds, events.kinds
    kinds = (card._replace(layout="event"), event._replace(layout="event"))
    assert [face_name(kind, kinds) for kind in kinds] == ["card", "event-face"]
    assert face_name(event, (event,)) == "event"


def test_words_that_are_equally_frequent_are_named_in_the_order_of_the_alphabet():
    """The order of a set differs from run to run, and between the program on a computer and in a browser."""
    cards = [["troll elf sword goblin"]] * 3
    note = guess_theme(cards, {"fantasy": ("goblin", "elf", "troll", "sword")})
    assert "'elf', 'goblin', 'sword', 'troll'" in f"{note}"


def test_a_text_without_a_title_is_in_large_type_on_both_sides():
    """A question and its answer are the whole card; a text under a title has the type of the theme."""
    options = NewGameOptions("game", "Game")
    quiz = imported_files(draft("Question,Answer\nHow many strings has a violin?,Four\nWho?,Michelangelo\n"), options)
    titled = imported_files(draft("Name,Text\nOwl,Draw a card.\nFox,Take two cards.\n"), options)
    faces = {name: text for name, text in quiz.items() if "/faces/" in name}
    assert [text.count("style: jumbo-text}") for text in faces.values()] == [1, 1]
    assert not any("jumbo-text" in text for text in titled.values())


def test_a_value_that_is_too_long_for_the_corner_of_a_small_card_is_a_tag():
    """``$3.50`` in the corner of a mini card would be lost; shorter values stay there, and a poker card has room."""
    rows = "Name,Cost,Text\nReef,2,Draw a card.\nStorm,$3.50,Discard a card.\nGull,,Rest.\n"
    in_corner = '{text: "{{ cost }}"}'
    (kind,) = draft(rows, shape="mini", layout="clean").kinds
    assert kind.slots["cost"] == '{text: "{{ cost if cost | length <= 4 }}"}'
    assert kind.slots["tags"] == "{pips: \"{{ 'Cost ' ~ cost if cost | length > 4 }}\"}"
    assert draft(rows, shape="poker", layout="clean").kinds[0].slots["cost"] == in_corner
    assert draft(rows.replace("$3.50", "$3.5"), shape="mini", layout="clean").kinds[0].slots["cost"] == in_corner


@pytest.mark.parametrize("side", ["Side", "Army", "Nation", "Faction", "Player", "Partei", "Camp"])
def test_the_colour_of_a_counter_is_that_of_its_side(side):
    """Its type is printed in the middle; without sides, the types have the colours."""
    rows = "Guards,{},Foot,4,3\nRifles,{},Foot,3,3\nHussars,{},Horse,2,6\nUhlans,{},Horse,3,6\n"
    found = draft(f"Unit,{side},Type,Attack,Move\n{rows.format('Red', 'Blue', 'Red', 'Blue')}", "units.csv")
    (kind,) = found.kinds
    key = side.lower()
    assert f"{{{{ {key}.colour }}}}" in kind.slots["band"]
    assert "{{ type.name }}" in kind.slots["type"]
    (note,) = (note.guess for part in found.parts for note in part.column_notes if note.subject == side)
    assert note.startswith("the colour: one of 2")
    found = draft("Unit,Type,Attack,Move\n" + rows.replace(",{}", ""), "units.csv")
    assert "{{ type.colour }}" in found.kinds[0].slots["band"]
