"""Several tables one below the other in a CSV file."""

import pytest

from punchboard.load.tables import TableSource, read_grid, read_sheets
from punchboard.problem import Place, ProblemsFound

HERE = Place("game.yaml", 3)


def blocks(text):
    """Return the rows of each block of a text table, by name."""
    return {name: read().rows for name, read in read_sheets(TableSource("t.csv", text.encode()), HERE).items()}


MONSTERS = "Name,HP,Text\nSlime,1,Sticks.\nGhoul,2,Follows.\n"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (f"{MONSTERS}\nItem,Value\nCoin,1\nGem,3\n", ["block 1", "Item"]),
        (f"Monsters,,\n{MONSTERS},,\nSpells,,\nName,Cost,Text\nFire,3,Burns.\n", ["Monsters", "Spells"]),
        (f"{MONSTERS}\nName,Cost\nFire,3\n", ["block 1", "block 2"]),
        (f"{MONSTERS}Name,HP,Gold\nWolf,3,1\n", ["block 1", "block 2"]),
        (f"{MONSTERS}\nEvents\nEvent,What happens\nStorm,Nobody moves until the next turn.\n", ["block 1", "Events"]),
        (f"Foes\n{MONSTERS}\nFoes\nName,HP\nBat,1\n", ["Foes", "Foes (2)"]),
    ],
)
def test_a_block_with_a_header_of_its_own_is_a_sheet(text, names):
    """It is named after the title above it, else after its first column, else by its number."""
    found = blocks(text)
    assert list(found) == names
    assert next(iter(found.values())) == [line.split(",") for line in MONSTERS.splitlines()]


@pytest.mark.parametrize(
    "text",
    [
        f"{MONSTERS}\nWolf,3,Bites.\nBat,1,Flies.\n",
        "name,type\nOwl,bird\n\nFox,mammal\nElk,mammal\n",
        "name,type,cost\nFire,Spell,2\n\nLands\nForest,Basic\nIsle,Basic\n",
        "name,cost\nOwl,2\n\nWolf,X\nElk,3\n",
        f"{MONSTERS}Name,HP,Text\nWolf,3,Bites.\n",
    ],
)
def test_a_blank_line_alone_begins_no_block(text):
    """Groups of one table stay together, and a header that is repeated is no row."""
    found = blocks(text)
    assert list(found) == ["block 1"]
    (rows,) = found.values()
    assert rows == read_grid(TableSource("t.csv", text.encode()), None, HERE).rows
    assert rows.count(rows[0]) == 1


def test_cells_of_a_block_have_their_places_in_the_file():
    text = f"{MONSTERS}\nItem,Value\nCoin,1\nGem,3\n".encode()
    grid = read_grid(TableSource("t.csv", text), "Item", HERE)
    assert (grid.cell(2, 1), grid.places[1]) == (Place("t.csv", 7, 5), Place("t.csv", 6))


def test_an_unknown_block_is_reported_with_the_known_ones():
    text = f"Monsters\n{MONSTERS}\nItems\nItem,Value\nCoin,1\n".encode()
    with pytest.raises(ProblemsFound, match="there is no block 'Monster'") as caught:
        read_grid(TableSource("t.csv", text), "Monster", HERE)
    assert caught.value.problems[0].hint == "did you mean 'Monsters'?"
