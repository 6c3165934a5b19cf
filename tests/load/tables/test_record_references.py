"""Lists of a JSON document whose objects name each other by ids."""

import pytest
from tests.load.tables.test_records import HERE, sheets, source

from punchboard.load.tables import read_grid

FIRE, SEA = {"id": 1, "name": "Fire"}, {"id": 2, "name": "Sea"}
BOARD = "5f1a0b2c3d4e5f60718293a0"
HAND, DECK = (f"5f1a0b2c3d4e5f60718293{end}" for end in ("b1", "b2"))
OWL, ELK = (f"5f1a0b2c3d4e5f60718293{end}" for end in ("c1", "c2"))


def test_a_list_that_only_names_things_is_printed_where_it_is_meant():
    """``suit: 2`` is the second suit by its name, and the suits are no components."""
    cards = [{"name": "Owl", "suit": 2}, {"name": "Elk", "suit": 1}]
    assert sheets({"suits": [FIRE, SEA], "cards": cards}) == {
        "cards": [["name", "suit"], ["Owl", "Sea"], ["Elk", "Fire"]]
    }


@pytest.mark.parametrize(
    ("key", "heading"),
    [("idSuit", "Suit"), ("suit_id", "suit"), ("suitId", "suit"), ("suit id", "suit"), ("SUIT_ID", "SUIT")],
)
def test_the_id_goes_from_the_heading_too(key, heading):
    """A heading says what is printed now: a name."""
    cards = [{"name": "Owl", key: 2}, {"name": "Elk", key: 1}]
    assert sheets({"suits": [FIRE, SEA], "cards": cards})["cards"][0] == ["name", heading]


def test_several_ids_are_several_names():
    """They are a list, as if the names were written there."""
    cards = [{"name": "Owl", "suits": [2, 1]}, {"name": "Elk", "suits": []}]
    assert sheets({"suits": [FIRE, SEA], "cards": cards})["cards"][1:] == [["Owl", "Sea, Fire"], ["Elk", ""]]


@pytest.mark.parametrize(
    "suits", [{"s_1": {"name": "Fire"}, "s_2": {"name": "Sea"}}, {"s_2": {"title": "Sea", "back": "blue"}}]
)
@pytest.mark.parametrize("are_listed", [True, False])
def test_objects_by_id_are_named_by_their_keys(suits, are_listed):
    """So are those of a list, and cards that are by id themselves."""
    cards = {"c_1": {"name": "Owl", "suit": "s_2"}, "c_2": {"name": "Elk"}}
    document = {"suits": suits, "cards": [*cards.values()] if are_listed else cards}
    found = sheets(document)
    assert len(found) == 1
    assert [row[-2:] for row in next(iter(found.values()))] == [["name", "suit"], ["Owl", "Sea"], ["Elk", ""]]


@pytest.mark.parametrize("ids", [(1, 2), (None, None)])
def test_what_the_cards_have_written_out_is_no_table(ids):
    """The labels of a board are those of its cards, with their ids or by their names alone."""
    suits = [
        {key: value for key, value in {**suit, "id": one}.items() if value}
        for suit, one in zip((FIRE, SEA), ids, strict=True)
    ]
    cards = [{"name": "Owl", "suits": suits[1:]}, {"name": "Elk", "suits": []}, {"name": "Fox", "suits": suits}]
    assert sheets({"suits": [FIRE, SEA], "cards": cards}) == {
        "cards": [["name", "suits"], ["Owl", "Sea"], ["Elk", ""], ["Fox", "Fire, Sea"]]
    }


def test_things_with_rules_are_components_too():
    """A suit with a text of its own is printed as well as named."""
    suits = [{**FIRE, "text": "Burn one card."}, SEA]
    found = sheets({"suits": suits, "cards": [{"name": "Owl", "suit": 2}]})
    assert [*found] == ["suits", "cards"]
    assert found["cards"][1] == ["Owl", "Sea"]


@pytest.mark.parametrize("cards", [[{"name": "Owl", "cost": 2}], [{"name": "Owl", "suit": 3}], [{"id": 1}]])
def test_numbers_that_are_no_ids_stay(cards):
    """A cost of two is no suit, and nor is a number that no suit has."""
    found = sheets({"suits": [FIRE, SEA], "cards": cards})
    assert found["cards"] == [[*cards[0]], [str(value) for value in cards[0].values()]]
    assert "suits" in found


def test_what_a_board_of_tasks_keeps_besides_its_cards_is_no_table():
    """Its lists are named by the cards; comments, check lists and memberships are none, nor is the board's own id."""
    document = {
        "id": BOARD,
        "lists": [{"id": HAND, "name": "Hand", "idBoard": BOARD}, {"id": DECK, "name": "Deck", "idBoard": BOARD}],
        "cards": [
            {"id": OWL, "name": "Owl", "desc": "Fly over one wall.", "idList": HAND, "idBoard": BOARD},
            {"id": ELK, "name": "Elk", "desc": "Run.", "idList": DECK, "idBoard": BOARD},
        ],
        "actions": [{"id": "5f1a0b2c3d4e5f60718293d1", "idMember": "5f1a0b2c3d4e5f60718293e1", "text": "Too strong?"}],
        "members": [{"id": "5f1a0b2c3d4e5f60718293e1", "fullName": "Ann Lee"}],
        "checklists": [{"id": "5f1a0b2c3d4e5f60718293f1", "name": "To do", "idCard": OWL, "items": [{"name": "Art"}]}],
    }
    assert sheets(document) == {
        "cards": [
            ["id", "name", "desc", "List"],
            [OWL, "Owl", "Fly over one wall.", "Hand"],
            [ELK, "Elk", "Run.", "Deck"],
        ]
    }


def test_abilities_of_cards_are_named_and_left_out():
    """They belong to single cards, so they are no components, and it is said where to write them."""
    document = {"cards": [{"id": 7, "name": "Owl"}], "abilities": [{"card_id": 7, "text": "Fly over one wall."}]}
    grid = read_grid(source(document), None, HERE)
    assert grid.rows == [["id", "name"], ["7", "Owl"]]
    assert [one.message for one in grid.warnings] == [
        "'abilities' has only what belongs to single cards, by their ids: left out"
    ]
