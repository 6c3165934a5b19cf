"""Columns as programs export them: counts for numbers of players, pictures, tables without a header."""

import pytest

from punchboard.importer.columns.sheets import find_orientation
from punchboard.importer.guess import ImportContext, SourceTable, draft_game
from punchboard.load.layouts.raw_layouts import builtin_boxes
from punchboard.load.tables import TableSource, read_grid
from punchboard.load.tables.table import table_from_grid
from punchboard.model.game.game_file_parts import RowsFile
from punchboard.problem import Place

NAMES = ("Wolf", "Bear", "Owl", "Fox")


def draft(columns, files=()):
    """Return the draft of a table whose columns have a value for each of four names."""
    lines = [",".join(("Name", *columns))]
    lines += [",".join((name, *(f'"{values[row]}"' for values in columns.values()))) for row, name in enumerate(NAMES)]
    grid = read_grid(TableSource("cards.csv", "\n".join(lines).encode()), None, Place("cards.csv"))
    how = find_orientation(grid)
    table = table_from_grid(grid, "cards.csv", RowsFile(table="cards.csv", header=how.header, each=how.each))
    context = ImportContext((), builtin_boxes, find_picture=lambda cell: cell if cell in files else "")
    return draft_game([SourceTable(table, "cards.csv", None, how)], context)


@pytest.mark.parametrize(
    ("columns", "most", "copies"),
    [
        ({"Qty 2p": "1102", "Qty 3p": "2112", "Qty 4p": "3213"}, "Qty 4p", 9),
        ({"2 players": "1102", "3-4 players": "2112", "5+ players": "3213"}, "5+ players", 9),
        ({"Anzahl (2 Spieler)": "3213", "Anzahl (3 Spieler)": "1102"}, "Anzahl (2 Spieler)", 9),
        ({"P2": "1102", "P3": "3213"}, "P3", 9),
        ({"2P": "x x ", "3P": "xxx ", "4P": "xxxx"}, "", 4),
        ({"Qty": "1111", "2p": "1102", "3p": "2112"}, "Qty", 4),
    ],
)
def test_columns_for_numbers_of_players_count_and_are_not_printed(columns, most, copies):
    """The one with the most cards is the number of copies, unless another column is; a line says so."""
    found = draft({name: [value.strip() for value in values] for name, values in columns.items()})
    (kind,) = found.parts[0].kinds
    assert (kind.copies, found.parts[0].table.copies_column) == (copies, most)
    assert [field.column for field in kind.fields] == ["Name"]
    (line,) = found.warnings
    assert all(repr(name) in line for name in columns if name != "Qty")


@pytest.mark.parametrize(
    "columns", [{"2p": "1102"}, {"Power 2": "1102", "Power 3": "2112"}, {"2p": "abcd", "3p": "efgh"}]
)
def test_other_columns_are_no_counts(columns):
    """One alone, numbers of something else, and words."""
    found = draft(columns)
    assert all(part.kinds[0].copies == len(NAMES) for part in found.parts)
    assert {*columns} < {field.column for field in found.parts[0].kinds[0].fields}


@pytest.mark.parametrize(
    ("name", "values", "files", "kind"),
    [
        ("Picture", "1234", (), "picture"),
        ("Image", ("wolf", "bear", "owl", "fox"), (), "picture"),
        ("Image", ("grey_wolf", "IMG-0012", "owl2", "fox_b"), (), "picture"),
        ("Image", ("C:\\art\\a.png", "/art/b.jpg", "../c.svg", "~/d.gif"), (), "picture"),
        ("Art", ("a.png (https://x.example/1)", "b.jpg (https://x.example/2)", "", "c.svg"), (), "picture"),
        ("Art", ("Wolf", "Bear", "Owl", "Owl"), ("Wolf",), "picture"),
        ("Art", ("A wolf howls", "Two bears", "An owl", "Foxes"), (), "text"),
        ("Art", ("Tier", "Tier", "Vogel", "Tier"), (), "text"),
        ("Odd", ("wolf", "bear", "owl", "fox"), ("wolf",), "text"),
    ],
)
def test_a_picture_column_is_known_by_its_name_and_its_files(name, values, files, kind):
    """Also without endings, as numbers, or in folders of another machine; what a drawing shows is no file."""
    found = draft({name: values, "Text": ["Draw a card."] * 4}, files)
    fields = {field.column: field.type for field in found.parts[0].kinds[0].fields}
    assert fields[name].partition(" ")[0].replace("one_of", "text") == kind


def test_several_pictures_in_a_cell_are_named():
    """The first is printed."""
    found = draft({"Art": ("a.png, b.png", "c.png", "d.png", "")})
    assert [line for line in found.warnings if "several pictures" in line] == [
        "'Art' names several pictures in a cell: the first is printed"
    ]


def test_a_first_row_whose_words_come_again_is_no_header():
    """A table of names and types may have no header at all."""
    grid = read_grid(TableSource("a.csv", b"Wolf,Beast\nOwl,Bird\nBear,Beast\n"), None, Place("a.csv"))
    assert find_orientation(grid).header == "none"
