"""Any table of components: the roles of its columns, and what its words name."""

import json

import pytest

from punchboard.checks.prose import deck_vocabulary
from punchboard.cli.commands.check import read_component_tables, table_vocabulary
from punchboard.load.tables import TableSource


def vocabulary(cards):
    """Return the vocabulary of a table."""
    return table_vocabulary(TableSource("cards.csv", cards.encode()))


def copies(cards, name):
    """Return how many pieces a name can mean, for each of its senses."""
    found = vocabulary(cards)
    return sorted({found.copies(sense.pieces) for sense in found.senses.get(name, ())})


def columns(cards):
    """Return the roles of a table's columns."""
    (table,) = read_component_tables(TableSource("cards.csv", cards.encode()))
    return table.columns


@pytest.mark.parametrize(
    ("cards", "role", "head"),
    [
        ("name,qty\nWren,4\nOwl,2\n", "copies", "qty"),
        ("title,number\nWren,4\nOwl,4\nFox,2\n", "copies", "number"),
        ("title,number\nWren,1\nOwl,2\nFox,3\n", "copies", None),
        ("Piece,How many\nWren,1\nOwl,2\n", "name", "Piece"),
        ("what is it,n\nWren,1\nOwl,2\n", "name", "what is it"),
        ("card,suit\nAce,Cups\nTwo,Cups\nAce,Swords\nTwo,Swords\n", "name", "card"),
        ("suit,rank\nCups,1\nCups,2\nSwords,1\nSwords,2\n", "name", None),
        ("name,family\nWren,bird\nEgg,token\nOwl,bird\n", "kind", "family"),
        ("name,type\nWren,bird\nOwl,bird\n", "kind", "type"),
    ],
)
def test_columns_are_recognised_by_header_and_contents(cards, role, head):
    """Names, copies and kinds, whatever their columns are called."""
    assert getattr(columns(cards), role) == head


@pytest.mark.parametrize(
    ("head", "cells", "numbers"),
    [
        ("Cost", ("3", "?", "5"), (3, None, 5)),
        ("Cost", ("3", "tbd", "-"), (3, None, None)),
        ("Cost", ("3", "X", "5"), (3, None, 5)),
        ("Cost", ("3 coins", "1 coin", "free"), (3, 1, None)),
        ("Preis", ("5,00 \u20ac", "3 \u20ac", "2,50 \u20ac"), (5, 3, None)),
        ("Price", ("$4", "\u00a32", "?"), (None, None, None)),
        ("Cost", ("$4", "$2", "?"), (4, 2, None)),
        ("Cost", ("2 Wood", "3 Stone", "1 Wood"), (None, None, None)),
        ("Strength", ("3", "?", "5"), (3, None, 5)),
        ("Strength", ("3", "X", "5"), (None, None, None)),
        ("Speed", ("3 knots", "4 knots", "5 knots"), (None, None, None)),
    ],
)
def test_a_column_of_numbers_may_have_units_and_gaps(head, cells, numbers):
    """Question marks and gaps in any column of numbers; units, and other words in few cells, in one of costs."""
    rows = "".join(f'Card {name},"{cell}"\n' for name, cell in zip("ABC", cells, strict=True))
    found = vocabulary(f"name,{head}\n{rows}")
    assert tuple(piece.numbers.get(head) for piece in found.pieces) == numbers


def test_texts_are_recognised_by_their_sentences():
    """A column of sentences is printed on the cards; flavour text and artists are ignored."""
    cards = "name,does,flavour\nWren,Draw two cards.,She sings.\nOwl,Discard one. Go again.,He sleeps.\n"
    assert columns(cards).texts == ("does",)


def test_names_kinds_and_entries():
    """A name means its row; a kind and an entry all of theirs; the last word of a name all that end with it."""
    cards = "name,type,season,qty\nBarn Owl,bird,Autumn,2\nTawny Owl,bird,Spring,3\nEgg,token,,30\n"
    assert copies(cards, "barn owls") == [2]
    assert copies(cards, "owls") == [5]
    assert copies(cards, "birds") == [5]
    assert copies(cards, "autumn") == [2]
    assert copies(cards, "eggs") == [30]
    assert copies(cards, "cards") == [5]


def test_suits_and_ranks_make_names():
    """In digits, in words, and for the letters of court cards."""
    cards = "suit,rank\n" + "".join(f"{suit},{rank}\n" for suit in ("Cups", "Coins") for rank in ("7", "J", "Q", "K"))
    found = vocabulary(cards)
    assert {"7 of cups", "seven of coins", "queens of cups", "jack of coins"} <= found.senses.keys()
    assert copies(cards, "cups") == [4]
    assert copies(cards, "sevens") == [2]
    assert copies(cards, "court cards") == [6]
    assert copies(cards, "cards") == [8]


def test_cards_and_other_things():
    """The word card has every reasonable count."""
    cards = "name,suit,rank,copies\nOwls 1,Owls,1,1\nOwls 2,Owls,2,1\nLantern,,,3\nDial,,,1\nAcorn,token,1,40\n"
    assert copies(cards, "cards") == [2, 5]
    assert copies(cards, "acorns") == [40]


@pytest.mark.parametrize(
    ("cards", "numbers"),
    [
        ("Name,Copies,Resource\nQuarry,6,Stone\nBank,7,Coin\nPlay Room,2,Cube\n", [15]),
        ("Name,Type,Copies,Resource\nQuarry,Card,6,Stone\nBank,,7,Coin\nPlay Room,Card,2,Cube\n", [8, 15]),
        ("Name,Type,Copies,Makes\nQuarry,Works,6,Stone\nBank,Works,7,Coin\nForest,,2,Wood\n", [2, 15]),
        ("Name,Type,Copies,Text\nLamp,Item,6,Draw a card.\nLucky Coin,,7,Draw a card.\nBell,Item,2,Pass.\n", [8, 15]),
        ("Name,Type,Copies,Worth\nSword,Relic,6,3\nDoubloon,Coin,7,1\nCrown,Jewel,2,5\n", [8, 15]),
        ("Name,Type,Copies,Worth\nSword,Relic,6,3\nDoubloon,Coin,7,1\n", [6]),
        ("Name,Piece,Copies\nWhale,coin,6\nShark,cube,7\nCrab,card,5\n", [5]),
        ("Name,Component,Copies\nWhale,coin,6\nShark,cube,7\nCrab,stone,5\n", []),
    ],
)
def test_stone_and_coin_hide_no_cards(cards, numbers):
    """What cards make or are called is not what they are, also beside an empty cell; a column of pieces says so."""
    assert copies(cards, "card") == numbers


TYPES = [("Mill", "Machine, Power", 3), ("Lathe", "Machine", 4), ("Dynamo", "Power, Machine", 2), ("Well", "Water", 1)]
TYPES += [("Pump", "Machine, Water", 3), ("Tap", "Water, Ghost", 1)]


def with_types(between, head="type"):
    """Return a table whose column of types has lists."""
    rows = (f'{name},"{of.replace(", ", between)}",{copies},Gain 1 coin.' for name, of, copies in TYPES)
    return "\n".join((f"name,{head},copies,text", *rows, ""))


@pytest.mark.parametrize("between", [", ", ",", "/", " / ", "; ", " & ", " | ", " + ", " \u2013 ", "\n"])
@pytest.mark.parametrize("head", ["type", "Types", "tags"])
def test_a_card_of_several_types_counts_for_each(between, head):
    """For each type all cards that have it or, as some decks count, those that have no other; in any order."""
    cards = with_types(between, head)
    assert copies(cards, "machine") == [4, 12]
    assert copies(cards, "power") == [5]
    assert copies(cards, "waters") == [1, 5]
    assert 5 in copies(cards, "machine power")
    assert len(vocabulary(cards).lists[head]) == 4


def test_types_in_a_list_of_json():
    """As strings of a list."""
    rows = ({"name": name, "types": of.split(", "), "copies": number} for name, of, number in TYPES)
    found = table_vocabulary(TableSource("cards.json", json.dumps(list(rows)).encode()))
    assert {found.copies(sense.pieces) for sense in found.senses["machine"]} == {4, 12}


@pytest.mark.parametrize(
    ("head", "cells", "known"),
    [
        ("type", ("Salt & Pepper", "Bread", "Soup"), {"bread", "soup", "salt pepper"}),
        ("makes", ("2 Wood, 1 Stone", "Wood", "2 Wood"), {"wood"}),
        ("makes", ("Wood, Stone", "Wood, Clay", "Stone, Clay"), {"wood stone"}),
    ],
)
def test_a_sign_between_words_makes_no_list(head, cells, known):
    """Unless another card has one of the types; what is paid or made is a type only if a card has it alone."""
    rows = "".join(f'Card {at},"{cell}",{at + 2},Gain 1 coin.\n' for at, cell in enumerate(cells))
    cards = f"name,{head},copies,text\n{rows}"
    names = vocabulary(cards).senses.keys()
    assert known <= names
    assert names.isdisjoint({"salt", "pepper", "stone", "1 stone", "clay"})


def test_a_table_without_rows_or_copies():
    """An empty table names nothing; a row without a number is one piece."""
    assert deck_vocabulary("").senses == {}
    assert copies("name,copies\nWren,\nOwl,2\n", "wren") == [1]
