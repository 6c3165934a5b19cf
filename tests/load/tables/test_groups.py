"""Groups of the rows of one table, and packs within sets: each row says which it is of, and none is one."""

import json

import pytest

from punchboard.load.tables import TableSource, read_grid, read_sheets
from punchboard.load.tables.data_table import table_from_grid
from punchboard.model.game.game_file_parts import RowsFile
from punchboard.problem import Place

HERE = Place("game.yaml", 3)


def table(text, name="t.csv", **how):
    """Return a table given as text."""
    grid = read_grid(TableSource(name, text.encode()), None, HERE)
    return table_from_grid(grid, name, RowsFile(table=name, **how))


def groups(found, *columns):
    """Return the name of each row after its groups."""
    return [tuple(row[name] for name in (*columns, "Name")) for row in found.rows]


PACKS = [
    ("Base", "Heroes", "Owl"),
    ("Base", "Heroes", "Elk"),
    ("Base", "Monsters", "Slime"),
    ("Winter", "Heroes", "Hare"),
    ("Winter", "Monsters", "Troll"),
]


@pytest.mark.parametrize(
    ("outer", "inner"),
    [
        ("== {} ==", "-- {} --"),
        ("# {}", "## {}"),
        ("=== {} ===", "== {} =="),
        ("*** {} ***", "{}"),
        ("— {} —", "[{}]"),
        ("{:u}", "{}"),
        ("{:u}", "> {} <"),
        ("{}", "{}"),
        ("== {} ==", "== {} =="),
    ],
)
@pytest.mark.parametrize("rest", ["", ",,"])
def test_headings_two_levels_deep_are_sets_and_packs(outer, inner, rest):
    """Whatever their marks are, with or without the commas of the other cells; no heading is a row."""
    lines, before = ["Name,Cost,Text"], ("", "")
    for pack, deck, name in PACKS:
        lines += [outer.replace("{:u}", pack.upper()).format(pack) + rest] * (pack != before[0])
        lines += [inner.format(deck) + rest] * ((pack, deck) != before)
        lines.append(f"{name},2,Draw.")
        before = pack, deck
    found = table("\n".join(lines))
    assert [(pack.capitalize(), *more) for pack, *more in groups(found, "set", "pack")] == [tuple(row) for row in PACKS]
    assert found.warnings == ()
    assert found.cell(0, "set").line == 2
    assert (found.places[1].line, found.cell(2, "Name").line) == (5, 7)


def test_headings_of_one_kind_are_groups():
    """Those without marks are rows, as they may be components; a game that leaves headings out has no groups."""
    text = "Name,Cost,Text\n== Beasts ==,,\nOwl,1,Fly.\nElk,2,Run.\n== Spells ==,,\nFog,1,Hide.\n"
    assert groups(table(f"# My game\n# 3 May\n{text}", header=3), "group") == groups(table(text), "group")
    assert table("# My game\n# 3 May\nName,Cost\nOwl,1\nElk,2\n", header=3).header == ("Name", "Cost")
    assert groups(table(text), "group") == [("Beasts", "Owl"), ("Beasts", "Elk"), ("Spells", "Fog")]
    assert table(text.replace("== ", "").replace(" ==", "")).header == ("Name", "Cost", "Text")
    assert table(text, unless={"Name": "== beasts =="}).header == ("Name", "Cost", "Text")


def test_headings_in_capitals_above_all_rows_are_groups():
    """Not if a name is in capitals, too, if a row comes before them, or if notes are below one of them."""
    head, text = "Name,Cost,Text\n", "BEASTS,,\nOwl,1,Fly.\nElk,2,Run.\n\nSPELLS,,\nFog,1,Hide.\n"
    assert groups(table(head + text), "group") == [("Beasts", "Owl"), ("Beasts", "Elk"), ("Spells", "Fog")]
    others = (text.replace("Elk", "ELK"), f"Hen,1,Peck.\n{text}", f"{text}\nNOTES,,\nAsk Bo,,\n")
    for other in (*others, text.replace("SPELLS", "Spells")):
        assert table(head + other).header == ("Name", "Cost", "Text")
    assert table(head + text, unless={"Name": "beasts"}).header == ("Name", "Cost", "Text")


@pytest.mark.parametrize("names", ["Set,Pack", "Reihe,Packung", "Serie,Paquete", "セット,デッキ"])
@pytest.mark.parametrize("is_apart", [True, False])
def test_cells_of_the_first_columns_hold_until_the_next(names, is_apart):
    """As merged cells do: whether a name stands alone in its row or before the first of its group."""
    outer, inner = names.replace("Reihe", "Erweiterung").split(",")
    lines, before = [f"{outer},{inner},Name,Cost"], ("", "")
    for pack, deck, name in PACKS:
        first, second = pack * (pack != before[0]), deck * ((pack, deck) != before)
        if is_apart:
            lines += [f"{first},,,"] * bool(first) + [f",{second},,"] * bool(second) + [f",,{name},2"]
        else:
            lines.append(f"{first},{second},{name},2")
        before = pack, deck
    assert groups(table("\n".join(lines)), outer, inner) == PACKS


@pytest.mark.parametrize(
    "text",
    [
        "Type,Name,Cost\n,Owl,1\n,Elk,2\nWinter,Hare,3\nSpring,Ox,1\n",
        "Type,Name,Cost\nBird,Owl,1\n,Elk,2\nBird,Hen,3\n,Ox,1\n",
        "Type,Name,Cost\nBird,Owl,1\n,Elk,2\nFish,Cod,3\nWorm,Eel,1\n",
        "Power,Name,Cost\n5,Owl,1\n,Elk,2\n3,Hare,3\n,Ox,1\n",
        "Name,Type,Cost\nOwl,Bird,1\nElk,,2\nCod,Fish,3\nEel,,1\n",
    ],
)
def test_empty_cells_of_other_columns_stay_empty(text):
    """The first row lacks it, a value comes twice, most rows have one, or the column is no group or not the first."""
    rows = [line.split(",") for line in text.splitlines()[1:]]
    assert [list(row.values()) for row in table(text).rows] == rows


def test_titles_two_deep_above_headers_name_blocks():
    """The outer one holds for all blocks until the next; neither is a row."""
    heroes, foes = "Name,Cost,Text\nOwl,1,Fly.\nElk,2,Run.\n", "Name,HP,Text\nSlime,1,Stick.\nBat,2,Fly.\n"
    block = f"\n-- Heroes --\n{heroes}\n-- Foes --\n{foes}"
    for title in ("== {} ==", "{:u}", "{}"):
        text = "\n".join(f"{title.replace('{:u}', one.upper()).format(one)}\n{block}" for one in ("Base", "Winter"))
        sheets = read_sheets(TableSource("t.csv", text.encode()), HERE)
        assert [name.title() for name in sheets] == [f"{one} / {two}" for one in SETS for two in ("Heroes", "Foes")]
        assert [len(read().rows) for read in sheets.values()] == [3] * 4


def cards(names):
    return [{"name": name, "cost": 2, "text": "Draw."} for name in names]


CARDS = {"Heroes": cards(["Owl", "Elk"]), "Monsters": cards(["Slime"])}
BY_NAME = {pack: {card["name"]: {"cost": 2, "text": "Draw."} for card in own} for pack, own in CARDS.items()}
LISTED = [{"name": pack, "cards": own} for pack, own in CARDS.items()]
SETS = ("Base", "Winter")
SHAPES = (
    [{"name": one, "code": one[0], "packs": LISTED} for one in SETS],
    [{"name": "Base", "decks": LISTED}],
    [{"name": one, "packs": CARDS} for one in SETS],
    dict.fromkeys(SETS, CARDS),
    {one: {pack: {"size": 3, "cards": own} for pack, own in CARDS.items()} for one in SETS},
    {"Base": BY_NAME, "Winter": {"Heroes": {"Hare": {"cost": 2, "text": "Draw."}}}},
    {one: {"year": 2031, "packs": CARDS} for one in SETS},
)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("wrap", [False, True])
def test_packs_within_sets_are_one_table(shape, wrap):
    """In a list or by name; each component has the names of its pack and of its set, and its own place."""
    text = json.dumps({"version": 2, "sets": shape} if wrap else shape, indent=1)
    (read,) = read_sheets(TableSource("t.json", text.encode()), HERE).values()
    found = table_from_grid(read(), "t.json")
    base = [("Base", pack, card["name"]) for pack, own in CARDS.items() for card in own]
    winter = [("Winter", *rest) for _, *rest in base] if "Hare" not in text else [("Winter", "Heroes", "Hare")]
    expected = [*base, *winter] if len(shape) > 1 else base
    assert [(row["set"], row["pack"], row["name"]) for row in found.rows] == expected
    assert [row["cost"] for row in found.rows] == ["2"] * len(expected)
    lines = [place.line for place in found.places]
    assert lines == sorted(set(lines))
    assert text.splitlines()[found.cell(0, "text").line - 1].strip().startswith('"text": "Draw."')


@pytest.mark.parametrize(
    "shape",
    [
        {"Owl": {"stats": {"hp": 1}, "cost": {"gold": 2}}, "Elk": {"stats": {"hp": 3}, "cost": {"gold": 1}}},
        [{"name": "Owl", "abilities": [{"name": "Fly", "text": "Go."}]}, {"name": "Elk", "abilities": []}],
        {
            "Owl": {"front": {"text": {"en": "Fly.", "de": "Flieg."}}},
            "Elk": {"front": {"text": {"en": "a", "de": "b"}}},
        },
    ],
)
def test_objects_within_components_are_no_packs(shape):
    """Each object is a row."""
    (read,) = read_sheets(TableSource("t.json", json.dumps(shape).encode()), HERE).values()
    assert [row["name"] for row in table_from_grid(read(), "t.json").rows] == ["Owl", "Elk"]


DECKS = (
    "Starter\n2x Pebble,Draw a card.\n4x Twig,Gain one coin.\nMarket:\n3x Sword,Deal 2 damage.\nBow x2,Deal 1 damage.\n"
)
DECK_ROWS = [
    ("2x Pebble", "Draw a card.", "Starter"),
    ("4x Twig", "Gain one coin.", "Starter"),
    ("3x Sword", "Deal 2 damage.", "Market"),
    ("Bow x2", "Deal 1 damage.", "Market"),
]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        (DECKS, DECK_ROWS),
        (f"Card,Effect\n{DECKS}", DECK_ROWS),
        (DECKS.removeprefix("Starter\n"), [(*row[:2], row[2].removeprefix("Starter")) for row in DECK_ROWS]),
        (DECKS.replace("Starter", "== Starter ==").replace("Market:", "== Market =="), DECK_ROWS),
        ("2x Pebble,Draw a card.\n3x Twig\n4x Sword,Deal 2 damage.\n", None),
        ("2x Pebble,Draw a card.\nTwig\nMarket\n4x Sword,Deal 2 damage.\n", None),
        ("2x Pebble,Draw a card.\nMarket\n", None),
        ("2x Pebble,Draw a card.\nTwig\nSword,Deal 2 damage.\n", None),
    ],
)
def test_a_lone_cell_in_a_deck_list_is_the_name_of_a_deck(text, rows):
    """Where all other rows begin with a number of copies; one with nothing below it is a card."""
    found = table(text, header=None if text.startswith("Card") else "none")
    assert ("group" in found.header) == (rows is not None)
    if rows:
        assert [tuple(row.values()) for row in found.rows] == rows
        assert not found.warnings
        market = next(line for line, cells in enumerate(text.splitlines(), 1) if "Market" in cells)
        assert found.cell(len(rows) - 1, "group").line == market
