"""What programs leave in tables: words for nothing, misread letters, dates for ranges."""

import pytest

from punchboard.importer.columns.sheets import find_orientation
from punchboard.importer.guess import ImportContext, SourceTable, draft_game
from punchboard.load.layouts.raw_layouts import builtin_boxes
from punchboard.load.tables import TableSource, read_grid
from punchboard.load.tables.data_table import table_from_grid
from punchboard.load.tables.grid import misread_utf8
from punchboard.model.game.game_file_parts import RowsFile
from punchboard.problem import Place


def drafted(text):
    """Return the draft of a table."""
    grid = read_grid(TableSource("cards.csv", text.encode()), None, Place("cards.csv"))
    rows = table_from_grid(grid, "cards.csv", RowsFile(table="cards.csv"))
    source = SourceTable(rows, "cards.csv", None, find_orientation(grid))
    return draft_game([source], ImportContext(frozenset(), builtin_boxes))


@pytest.mark.parametrize(
    "word", ["undefined", "null", "None", "NaN", "N/A", "nil", "[object Object]", "NULL", "nan", "n/a"]
)
def test_what_a_program_writes_for_nothing_is_an_empty_cell(word):
    """It says so once, and the column is one of numbers."""
    draft = drafted(f"Name,Cost,Text\nOwl,1,Draw a card.\nElk,{word},{word}\nFox,2,Gain a coin.\n")
    (part,) = draft.parts
    assert part.table.empty == {"Cost": (word,), "Text": (word,)}
    assert {field.column: (field.type, field.optional) for field in draft.kinds[0].fields}["Cost"] == ("integer", True)
    (line,) = [line for line in draft.warnings if "read as empty" in line]
    assert line.startswith(
        f"2 cells are read as empty, because a program wrote for nothing: {word!r} (cards.csv:3:5), "
    )


@pytest.mark.parametrize("name", ["Null", "None", "nil"])
def test_a_card_may_have_such_a_name(name):
    """So may a text have such a word in it, and dashes are as ever."""
    draft = drafted(f"Name,Cost,Text\nOwl,-,There is none.\n{name},2,null and void\nFox,3,None of it.\n")
    assert draft.parts[0].table.empty == {}


def test_cells_for_nothing_are_empty_when_the_table_is_read():
    """In their column alone, and as they are written."""
    text = "Name,Text\nNaN,NaN\nOwl,nan\n"
    grid = read_grid(TableSource("cards.csv", text.encode()), None, Place("cards.csv"))
    table = table_from_grid(grid, "cards.csv", RowsFile(table="cards.csv", empty={"Text": "NaN"}))
    assert list(table.rows) == [{"Name": "NaN", "Text": ""}, {"Name": "Owl", "Text": "nan"}]


@pytest.mark.parametrize("text", ["Café", "it\u2019s \u201csaid\u201d", "Größe \u2013 3\u20ac", "Привіт", "日本 à la"])
def test_letters_that_were_misread_are_mended(text):
    """A code without a character in Windows-1252 was kept as it was."""
    bad = "".join(bytes([code]).decode("cp1252", "ignore") or chr(code) for code in text.encode())
    assert misread_utf8(bad.encode()).data.decode() == text


@pytest.mark.parametrize("text", ["Cafe", "Café", "CafÃ© and Café", "CafÃ© 日本", "Ã", "\ufeffnaïve"])
def test_letters_are_left_alone_unless_all_were_misread(text):
    """One that could not have been misread shows that the others are meant."""
    assert misread_utf8(text.encode()) is None


@pytest.mark.parametrize("dates", [("2-Feb",), ("Mar-04", "2. Mai"), ("2026-02-01",), ("01/02/2026",), ("5-févr.",)])
@pytest.mark.parametrize("others", [("1-2", "10\u201312"), ("1/4", "3/4"), ("1", "5+")])
def test_dates_among_ranges_are_named_once(dates, others):
    """With the place of each."""
    names = ("Owl", "Elk", "Fox", "Ant")
    rows = "".join(f"{name},{value},Draw a card.\n" for name, value in zip(names, (*others, *dates), strict=False))
    (line,) = [line for line in drafted(f"Name,Roll,Text\n{rows}").warnings if "dates" in line]
    assert f"of ranges or fractions: {dates[0]!r} (cards.csv:4:5)" in line


@pytest.mark.parametrize("values", [("2-Feb", "3-Mar", "4-Apr"), ("2-Feb", "May Day", "3"), ("1-2", "3-4", "5-12")])
def test_a_column_of_dates_or_words_is_what_it_is(values):
    """Nothing in it shows that a spreadsheet changed it."""
    rows = "".join(f"{name},{value},Draw a card.\n" for name, value in zip(("Owl", "Elk", "Fox"), values, strict=True))
    assert [line for line in drafted(f"Name,When,Text\n{rows}").warnings if "dates" in line] == []


def test_every_cell_for_nothing_is_named_but_those_of_notes():
    """What is not printed needs no word, and of many the first are named."""
    draft = drafted("Name,Text,Notes\nOwl,null,n/a\nElk,null,null\nFox,Draw a card.,NaN\nBee,N/A,so\n")
    (line,) = [line for line in draft.warnings if "read as empty" in line]
    cells = "'null' (cards.csv:2:5), 'null' (cards.csv:3:5), 'N/A' (cards.csv:5:5)"
    assert line.startswith(f"3 cells are read as empty, because a program wrote for nothing: {cells}.")
