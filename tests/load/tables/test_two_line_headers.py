"""A header of two lines, one of which names several columns below it, is read as one."""

import pytest

from punchboard.load.tables.blocks import two_line_header
from punchboard.load.tables.data_table import table_from_grid
from punchboard.load.tables.delimited import read_delimited


def names(*rows):
    found = two_line_header([row.split(",") for row in (*rows, "Owl,1,2,3", "Elk,2,3,4")])
    return found and ",".join(found.names)


@pytest.mark.parametrize(
    ("above", "below", "expected"),
    [
        ("Era,Cost,Cost,Text", "Era,Ore,Wool,Text", "Era,Ore,Wool,Text"),
        ("Era,Cost,,Text", ",Ore,Wool,", "Era,Ore,Wool,Text"),
        ("Era,Cost,,Text", ",Era,Wool,", "Era,Cost Era,Wool,Text"),
        ("Era,Cost,,Gain,", ",Ore,Wool,Ore,Food", "Era,Cost Ore,Cost Wool,Gain Ore,Gain Food"),
        (",Cost,Cost,Gain,Gain", "Name,Ore,Wool,Ore,Wool", "Name,Cost Ore,Cost Wool,Gain Ore,Gain Wool"),
        ("Name,Cost,,Text", "Owl,Ore,Wool,Fly.", None),
        ("Name,Cost,,Text", ",2,3,", None),
        ("Name,Cost,,Text", ",Ore,,", None),
        ("Name,Cost,Cost,Text", ",Ore,Ore,", None),
        ("Name,,Type,", "Owl,Bird,Beast,Night", None),
        ("Name,Text", "Owl,Fly.", None),
    ],
)
def test_names_below_a_common_one_are_names_of_columns(above, below, expected):
    """With the common one before them where there are several, or where another column has the same name."""
    assert names(above, below) == expected


def test_a_title_above_is_no_name():
    """It stands alone in its line."""
    assert two_line_header([["My cards", ""], ["Name", "Text"], ["Owl", "Fly."]]) is None
    found = two_line_header([["Deck", "", ""], ["Name", "Cost", ""], ["", "Ore", "Wool"], ["Owl", "1", "2"]])
    assert found == (1, ["Name", "Ore", "Wool"])


def test_the_cells_below_keep_their_places():
    """Those of the header are in its second line, and a block further down keeps its blank line."""
    text = "Name,Cost,,Text\n,Ore,Wool,\nOwl,1,2,Fly.\n\nElk,3,4,Run.\n"
    table = table_from_grid(read_delimited(text, "t.csv"), "t.csv")
    assert table.rows[1] == {"Name": "Elk", "Ore": "3", "Wool": "4", "Text": "Run."}
    assert [str(table.cell(row, "Wool")) for row in (-1, 0, 1)] == ["t.csv:2:6", "t.csv:3:7", "t.csv:5:7"]
