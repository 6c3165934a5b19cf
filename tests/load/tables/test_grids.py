"""Tables of every format, as programs write them, and the place of each cell."""

import io
import json
import zipfile
from contextlib import suppress
from datetime import date, datetime, time

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.load.tables import TableSource, read_grid, read_sheets, transpose
from punchboard.problem import Place, ProblemsFound

ODS = (
    '<?xml version="1.0"?><office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
    ' xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"'
    ' xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>'
    '<table:table table:name="Deck">{rows}</table:table></office:spreadsheet></office:body></office:document-content>'
)
MANIFEST = (
    '<?xml version="1.0"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
    '<manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.spreadsheet"/>'
    "</manifest:manifest>"
)


def workbook(**sheets):
    """Return the bytes of an XLSX file, given rows by sheet name."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name.replace("_", " "))
        for row in rows:
            sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def ods(rows):
    """Return the bytes of an ODS file with one sheet of texts."""
    cell = '<table:table-cell office:value-type="string"><text:p>{}</text:p></table:table-cell>'
    lines = "".join(f"<table:table-row>{''.join(map(cell.format, row))}</table:table-row>" for row in rows)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", ODS.format(rows=lines))
        archive.writestr("META-INF/manifest.xml", MANIFEST)
    return out.getvalue()


def grid(name, data, sheet=None):
    return read_grid(TableSource(name, data.encode() if isinstance(data, str) else data), sheet, Place("game.yaml", 3))


TABLE = [["name", "cost"], ["Owl", "2"], ["Wolf", "3"]]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("t.csv", "name,cost\nOwl,2\nWolf,3\n"),
        ("t.csv", "\ufeffname;cost\r\nOwl;2\r\nWolf;3\r\n"),
        ("t.csv", "sep=;\r\nname;cost\r\nOwl;2\r\nWolf;3\r\n"),
        ("t.tsv", "name\tcost\nOwl\t2\nWolf\t3"),
        # archives hold the time, so their bytes make no ids
        pytest.param("t.xlsx", workbook(Sheet=[["name", "cost"], ["Owl", 2], ["Wolf", 3.0]]), id="xlsx"),
        pytest.param("t.ods", ods([["name", "cost"], ["Owl", "2"], ["Wolf", "3"]]), id="ods"),
        ("t.json", '[{"name": "Owl", "cost": 2}, {"name": "Wolf", "cost": 3.0}]'),
        ("t.json", '{"cards": [{"name": "Owl", "cost": 2}, {"name": "Wolf", "cost": 3}]}'),
        ("t.json", '{"version": 2, "tags": ["x"], "cards": [{"name": "Owl", "cost": 2}, {"name": "Wolf", "cost": 3}]}'),
        ("t.json", '{"Owl": {"cost": 2}, "Wolf": {"cost": 3}}'),
        ("t.yaml", "- {name: Owl, cost: 2}\n- {name: Wolf, cost: 3}\n"),
        ("t.yaml", "Owl: {cost: 2}\nWolf: {cost: 3}\n"),
        ("t.csv", "name\tcost\r\nOwl\t2\r\nWolf\t3\r\n".encode("utf-16")),
    ],
)
def test_a_table_is_the_same_in_every_format(name, data):
    """Whichever program wrote it, its cells are the same texts."""
    assert grid(name, data).rows == TABLE


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (3.0, "3"),
        (0.1 + 0.2, "0.3"),
        ("007", "007"),
        (True, "true"),
        (date(2026, 1, 2), "2026-01-02"),
        (datetime(2026, 1, 2, 3, 4), "2026-01-02 03:04"),  # noqa: DTZ001 - sheets know no zones
        (time(3, 4), "03:04"),
        ("a\r\nb ", "a\nb"),
        (None, ""),
    ],
)
def test_cells_contain_what_the_spreadsheet_shows(value, shown):
    """Whole numbers without a fraction, text unchanged, dates in ISO 8601."""
    assert grid("t.xlsx", workbook(S=[["name", "x"], ["Owl", value]])).rows[1][1:] in ([shown], [shown][: bool(shown)])


def test_blank_rows_and_columns_do_not_shift_places():
    """A table that begins at B3 has its places there."""
    found = grid("t.xlsx", workbook(My_Cards=[[], [], [None, "name"], [], [None, "Owl"]]))
    assert found.rows == [["name"], ["Owl"]]
    assert str(found.cell(1, 0)) == "t.xlsx:'My Cards'!B5"
    assert str(found.places[1]) == "t.xlsx:'My Cards'!5"


def test_the_first_sheet_that_is_not_empty_is_the_default():
    """Empty and hidden sheets are skipped; any sheet can be named."""
    data = workbook(Empty=[], Cards=[["a"], ["1"]], Notes=[["b"], ["2"]])
    assert grid("t.xlsx", data).rows[0] == ["a"]
    assert grid("t.xlsx", data, "Notes").rows[0] == ["b"]
    assert list(read_sheets(TableSource("t.xlsx", data), Place("game.yaml"))) == ["Cards", "Notes"]


def test_tables_below_each_other_in_a_sheet_are_tables_of_their_own():
    """Each is named after the sheet and its title, and its cells have their places in the sheet."""
    cards = [["Monsters"], ["Name", "Power"], ["Troll", 4], ["Wisp", 1], [], ["Traps"], ["Trap", "Harm"], ["Glue", 3]]
    data = workbook(Cards=cards)
    found = {name: read().rows for name, read in read_sheets(TableSource("t.xlsx", data), Place("t.xlsx")).items()}
    traps = [["Trap", "Harm"], ["Glue", "3"]]
    assert found == {"Cards / Monsters": [["Name", "Power"], ["Troll", "4"], ["Wisp", "1"]], "Cards / Traps": traps}
    named = grid("t.xlsx", data, "Cards / Traps")
    assert (named.rows, str(named.cell(1, 1))) == (traps, "t.xlsx:Cards!B8")
    with pytest.raises(ProblemsFound) as problem:
        grid("t.xlsx", data, "Cards / Trap")
    assert problem.value.problems[0].message == "there is no block 'Trap' in sheet 'Cards'"


def test_a_transposed_table_keeps_its_places():
    """Rows and columns are exchanged, and each cell keeps its place in the file."""
    found = transpose(grid("t.csv", "name,Owl,Wolf\ncost,2,3\n"))
    assert found.rows == TABLE
    assert found.cell(2, 1) == Place("t.csv", 2, 8)


@pytest.mark.parametrize(
    ("text", "at", "place"),
    [
        ("a,b\n1,2\n", (1, 1), (2, 3)),
        ('a,b\n"x, y",2\n', (1, 1), (2, 8)),
        ('a,b,c\n"x\ny",2,3\n', (1, 2), (3, 6)),
        ('a;b\n"say ""no""";2\n', (1, 1), (2, 14)),
        ("a,b\r\n\r\n1,2\r\n", (1, 1), (3, 3)),
    ],
)
def test_cells_of_text_have_line_and_column(text, at, place):
    """Also after quotes, separators in quotes, line breaks in quotes and blank lines."""
    assert grid("t.csv", text).cell(*at)[1:3] == place


def test_values_of_json_and_yaml_have_their_places():
    """Each where it is written, whatever comes before it."""
    text = json.dumps([{"name": "a [b] {c}", "cost": 2}, {"name": "é", "cost": 3}], indent=1)
    assert grid("t.json", text).cell(2, 1)[1:3] == (8, 11)
    assert grid("t.yaml", "- name: Owl\n  cost: 2\n").cell(1, 1)[1:3] == (2, 9)
    inside = '{"version": [1, {"a": 2}],\n "cards": [\n  {"name": "Owl"},\n  {"name": "Wolf", "cost": 3}]}'
    assert grid("t.json", inside).cell(2, 1)[1:3] == (4, 28)
    assert grid("t.json", '{"Owl":\n {"cost": 2}}').cell(1, 1)[1:3] == (2, 11)
    assert grid("t.yaml", "Owl:\n  cost: 2\n").cell(1, 1)[1:3] == (2, 9)


def test_lists_and_objects_in_a_record_are_cells():
    """A list of plain values is one cell; the values of an object have dotted names."""
    rows = grid("t.json", '[{"tags": ["night", "bird"], "stats": {"attack": 2, "fast": true}}]').rows
    assert rows == [["tags", "stats.attack", "stats.fast"], ["night, bird", "2", "true"]]


@pytest.mark.parametrize(
    ("name", "data", "message", "hint"),
    [
        ("t.xlsx", b"hello", "cannot read this workbook", ".csv"),
        pytest.param("t.xlsx", workbook(S=[]), "all visible sheets of the workbook are empty", "", id="empty workbook"),
        ("t.numbers", b"", "is not a table", "Numbers"),
        ("t.docx", b"", "is not a table", ".xlsx"),
        ("t.json", "[[1], 2]", "contains no list of objects or texts", "each component"),
        ("t.json", '[{"a": 1} {}]', "a comma is missing", "write it"),
        ("t.json", "[" * 100_000 + "]" * 100_000, "nested too deep", "fewer levels"),
        ("t.json", '[{"a": 1},\n {"a": ' + "1" * 5000 + "}]", "a number has thousands of digits", "in quotes"),
        ("t.csv", "name\nB\xe4r".encode("latin-1"), "is not saved as UTF-8", "CSV UTF-8"),
    ],
)
def test_an_invalid_table_is_reported(name, data, message, hint):
    """With the reason, and what to do."""
    with pytest.raises(ProblemsFound) as caught:
        grid(name, data)
    (problem,) = caught.value.problems
    assert message in problem.message
    assert hint in problem.hint


def test_two_sheets_of_one_name_are_refused():
    """The cards of one of them would be lost in silence otherwise."""
    data = workbook(Cards=[["name"], ["Ash"]], Cards2=[["name"], ["Oak"]])
    parts, made = zipfile.ZipFile(io.BytesIO(data)), io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name in parts.namelist():
            archive.writestr(name, parts.read(name).replace(b'"Cards2"', b'"Cards"'))
    with pytest.raises(ProblemsFound, match="two sheets of the workbook are called 'Cards'"):
        grid("t.xlsx", made.getvalue())


def repacked(data, method):
    """Return a workbook with its parts compressed by another method."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as book, zipfile.ZipFile(out, "w", method) as archive:
        for part in book.infolist():
            archive.writestr(part.filename, book.read(part))
    return out.getvalue()


METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)
PACKED = {method: repacked(workbook(Cards=[["name", "cost"], ["Owl", 2]]), method) for method in METHODS}


@given(st.sampled_from(METHODS), st.floats(0, 1, exclude_max=True), st.binary(min_size=1, max_size=8))
def test_a_damaged_workbook_is_read_or_reported(method, where, damage):
    """Whichever compression its parts have, and whichever part is damaged."""
    data = PACKED[method]
    at = int(where * len(data))
    with suppress(ProblemsFound):
        grid("t.xlsx", data[:at] + damage + data[at + len(damage) :])


def test_an_unknown_sheet_is_reported_with_the_known_ones():
    """And a file without sheets has none to be named."""
    with pytest.raises(ProblemsFound, match="there is no sheet 'Crads'") as caught:
        grid("t.xlsx", workbook(Cards=[["a"]]), "Crads")
    assert caught.value.problems[0].hint == "did you mean 'Cards'?"
    with pytest.raises(ProblemsFound, match="has no sheets"):
        grid("t.csv", "a\n", "Cards")
