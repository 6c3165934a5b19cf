"""Workbooks with a sheet for each deck."""

import pytest

from punchboard.importer.columns.sheets import choose_sheets, find_orientation
from punchboard.importer.guess import ImportContext, SourceTable, draft_game
from punchboard.importer.new_game_options import NewGameOptions
from punchboard.importer.writing.face_yaml import back_faces, back_names
from punchboard.importer.writing.imported_game import imported_files
from punchboard.load.layouts.raw_layouts import builtin_boxes
from punchboard.load.tables import TableSource, read_grid
from punchboard.load.tables.data_table import table_from_grid
from punchboard.load.yaml.places import read_yaml_value
from punchboard.problem import Place

HEROES = "Name,Class,HP\nGray Owl,Mage,4\nOld Wolf,Rogue,5\nTall Stag,Mage,6\nMad Hare,Rogue,3\n"
MONSTERS = "Name,HP,Text\nSlime,1,It sticks to you.\nGhoul,2,It follows you home.\n"
TOKENS = "Token,Value\nCoin,1\nWound,2\n"


def grid(text):
    return read_grid(TableSource("t.csv", text.encode()), None, Place("t.csv"))


def draft(**sheets):
    """Return the draft of a game from sheets given as text."""
    given = []
    for name, text in sheets.items():
        lie = find_orientation(grid(text))
        given.append(SourceTable(table_from_grid(grid(text), "book.xlsx"), "book.xlsx", name.replace("_", " "), lie))
    return draft_game(given, ImportContext(frozenset(), builtin_boxes))


def game(found):
    return read_yaml_value(imported_files(found, NewGameOptions("isles", "The Isles"))["game.yaml"], "game.yaml")


def test_each_sheet_is_a_kind_with_a_deck_and_a_back_of_its_own():
    """They are named after the sheet; tokens lie in a supply, and their back differs from the others by its shape."""
    found = draft(Heroes=HEROES, Monsters=MONSTERS, Tokens=TOKENS)
    read = game(found)
    assert list(read["kinds"]) == ["hero", "monster", "token"]
    assert read["kinds"]["monster"]["rows"] == {"table": "book.xlsx", "sheet": "Monsters"}
    assert read["decks"]["hero deck"] == {"name": "the Hero deck", "contains": "kind in ['hero']"}
    assert read["decks"]["token supply"]["shows"] == "faces"
    assert read["setup"] == [{"shuffle": "hero deck"}, {"shuffle": "monster deck"}]
    assert back_names(found) == {"hero": "hero-back", "monster": "monster-back", "token": "back-token"}
    assert 'label: {text: "Monsters"}' in back_faces(found, NewGameOptions("isles", "The Isles"))["monster-back"]


def test_blocks_of_one_name_in_several_sheets_are_decks_of_their_own():
    """A sheet for each pack with a block for each deck: the pack comes before the deck's name."""
    winter = HEROES.replace("Owl", "Hare")
    found = draft(**{"Base / Heroes": HEROES, "Winter / Heroes": winter, "Base / Tokens": TOKENS})
    assert [kind.name for kind in found.kinds] == ["Base Hero", "Winter Hero", "Token"]
    assert list(game(found)["decks"]) == ["base-hero deck", "winter-hero deck", "token supply"]


def test_a_single_deck_has_the_built_in_back():
    """There is no other deck to distinguish it from."""
    found = draft(Heroes=HEROES)
    assert (back_names(found), back_faces(found, NewGameOptions("isles", "The Isles"))) == ({"hero": "back"}, {})


def test_titles_in_two_sheets_get_different_ids():
    """The kind comes before the title."""
    found = draft(Red_Deck=MONSTERS, Blue_Deck=MONSTERS)
    assert [(kind.key, kind.id_template) for kind in found.kinds] == [
        ("red-card", "{{ kind }}-{{ name | slug }}"),
        ("blue-card", "{{ kind }}-{{ name | slug }}"),
    ]


def test_lists_with_the_same_name_and_entries_are_shared():
    """With the same colours; a list with other entries is separate."""
    same = draft(Heroes=HEROES, Foes=HEROES.replace("Gray Owl,Mage", "Gray Owl,Rogue"))
    assert [one.key for one in same.lists] == ["class_"]
    other = draft(Heroes=HEROES, Foes=HEROES.replace("Mage", "Tank"))
    assert [one.key for one in other.lists] == ["class_", "class__2"]
    assert other.kinds[1].fields[1].list_name == "class__2"


@pytest.mark.parametrize(
    ("sheets", "taken", "why"),
    [
        ({"Heroes": HEROES, "Monsters": MONSTERS}, ("Heroes", "Monsters"), ""),
        ({"Heroes": HEROES, "Old heroes": HEROES}, ("Heroes",), "suggests notes or an old copy"),
        ({"Heroes": HEROES, "Ideen": MONSTERS}, ("Heroes",), "suggests notes or an old copy"),
        ({"Cards v2": HEROES, "Cards v3": HEROES}, ("Cards v3",), "'Cards v3' is a later version"),
        ({"Deck 1": HEROES, "Deck 2": MONSTERS}, ("Deck 1", "Deck 2"), ""),
        ({"Heroes": HEROES, "Sums": "Total,17\nMean,3\n"}, ("Heroes",), "fewer than 2 known column names"),
        ({"Sums": "Total,17\nMean,3\n", "Notes": "x\ny\n"}, ("Sums",), "suggests notes or an old copy"),
    ],
)
def test_sheets_with_components_are_imported(sheets, taken, why):
    """Notes, ideas, older versions and sums are not; each skipped sheet has a reason."""
    found = choose_sheets({name: grid(text) for name, text in sheets.items()}, "book.xlsx")
    assert found.taken == taken
    assert set(found.taken) | set(found.skipped) == set(sheets)
    assert why in " ".join(found.skipped.values())
