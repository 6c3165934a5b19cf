"""Random tables in every format, with cells and rows changed: the change is read back, and the rest stays."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from os.path import commonprefix  # of letters, not of paths

import openpyxl
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.counted import steps

from punchboard.edit.tables.records import Cell, NewRow
from punchboard.edit.tables.table_file import TableFile, with_cells, with_row, without_rows
from punchboard.edit.yaml_edit import remove_entries, yaml_line
from punchboard.load.tables import TableSource, read_sheets
from punchboard.model.game.game_file_parts import RowsFile
from punchboard.problem import Place, ProblemsFound

WORDS = st.one_of(
    st.sampled_from(
        ["3", "0.5", "true", "no", "a, b", "one; two", 'say "go"', "two\nlines", "ünï ✶", "=1+1", "'q", "#", ":"]
    ),
    st.text(st.sampled_from("ab 1,;\t\"':-#{}[]\n"), max_size=7),
)
HEADER = ["name", "cost", "text"]


@st.composite
def tables(draw: st.DrawFn) -> list[dict[str, str]]:
    """Return rows with a name each, which makes them rows that count."""
    rows = draw(st.lists(st.fixed_dictionaries(dict.fromkeys(HEADER[1:], WORDS)), min_size=1, max_size=4))
    return [{"name": f"card {number}"} | row for number, row in enumerate(rows)]


def delimited(rows: list[dict[str, str]], data: st.DataObject, separator: str) -> bytes:
    out = io.StringIO()
    quoting = data.draw(st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]))
    end = data.draw(st.sampled_from(["\n", "\r\n"]))
    writer = csv.DictWriter(out, HEADER, delimiter=separator, quoting=quoting, lineterminator=end)
    writer.writeheader()
    for row in rows:
        writer.writerow(row)
        out.write(data.draw(st.sampled_from(["", "", end])))  # blank lines
    encoding = data.draw(st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]))
    return out.getvalue().encode(encoding)


def as_json(rows: list[dict[str, str]], data: st.DataObject, _: str) -> bytes:
    layout = data.draw(st.sampled_from([{}, {"indent": 2}, {"separators": (",", ":")}]))
    value = data.draw(st.sampled_from([rows, {"about": {"by": "us"}, "cards": rows}]))
    return json.dumps(value, **layout).encode()


def as_yaml(rows: list[dict[str, str]], data: st.DataObject, _: str) -> bytes:
    lines = ["# cards"]
    for row in rows:
        pairs = [f"{key}: {yaml_line(value)}" for key, value in row.items()]
        if data.draw(st.booleans()):
            lines.append("- {" + ", ".join(f"{key}: {yaml_line(value)}" for key, value in row.items()) + "}")
        else:
            lines += [f"- {pairs[0]}  # first", *(f"  {pair}" for pair in pairs[1:])]
        lines += data.draw(st.sampled_from([[], [""], ["# a note"]]))
    return ("\n".join(lines) + "\n").encode()


FORMATS = {"t.csv": (delimited, ","), "t.tsv": (delimited, "\t"), "t.json": (as_json, ""), "t.yaml": (as_yaml, "")}


def read(at: TableFile, data: bytes) -> list[dict[str, str]]:
    return [{name: value for name, value in row.items() if value} for row in at.table(data).rows]


@pytest.mark.parametrize("name", FORMATS)
@settings(max_examples=60)
@given(tables(), st.data())
def test_a_change_is_read_back_and_the_rest_stays(name: str, rows: list[dict[str, str]], data: st.DataObject) -> None:
    """A set cell, a new row, a copy and a removed row read as such; only text within the row or beside it differs."""
    make, separator = FORMATS[name]
    at = TableFile(name, "card", RowsFile(table=name))
    before = make(rows, data, separator)
    read_rows = read(at, before)
    assume(read_rows == [{k: " ".join(v.split(" ")).strip() for k, v in row.items() if v.strip()} for row in rows])
    row = data.draw(st.integers(0, len(rows) - 1))
    column, value = data.draw(st.sampled_from([*HEADER, "copies"])), data.draw(WORDS)
    assume(not (column == "name" and not value.strip()))
    after = with_cells(at, before, [Cell(row, column, value)])
    expected = [dict(one) for one in read_rows]
    expected[row] = {**expected[row], column: value.strip()}
    expected[row] = {key: one for key, one in expected[row].items() if one}
    assert read(at, after) == expected
    if column != "copies":
        kept = sum(len(commonprefix(both)) for both in ([before, after], [before[::-1], after[::-1]]))  # noqa: RUF071
        longest = max(len(str(read_rows[row].get(column, ""))), len(value))
        assert kept >= len(before) - 6 * longest - 16, "only the cell's own text differs"

    added, number = with_row(at, after, NewRow(row, {"name": "new one", "cost": "3"}))
    assert read(at, added) == [*expected[:number], {"name": "new one", "cost": "3"}, *expected[number:]]
    assert read(at, without_rows(at, added, [number])) == expected
    copied, number = with_row(at, after, NewRow(row, {"name": "a copy"}, like_before=True))
    assert read(at, copied)[number] == {**expected[row], "name": "a copy"}
    if len(rows) > 1:
        gone = without_rows(at, after, [row])
        assert read(at, gone) == [one for turn, one in enumerate(expected) if turn != row]


def test_a_workbook_keeps_its_formats_and_its_other_sheets() -> None:
    """Cells and rows change, numbers stay numbers, and formats stay; a formula elsewhere makes the file refused."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.append(["name", "cost"])
    sheet.append(["Ash", 3])
    sheet["A2"].font = openpyxl.styles.Font(bold=True)
    sheet.column_dimensions["A"].width = 31
    book.create_sheet("notes").append(["more", "here"])
    data = saved(book)
    at = TableFile("t.xlsx", "card", RowsFile(table="t.xlsx"))
    data = with_cells(at, data, [Cell(0, "cost", "4"), Cell(0, "copies", "2")])
    data, number = with_row(at, data, NewRow(0, {"name": "=Elm"}, like_before=True))
    assert number == 1
    assert read(at, data) == [{"name": "Ash", "cost": "4", "copies": "2"}, {"name": "=Elm", "cost": "4", "copies": "2"}]
    new = openpyxl.load_workbook(io.BytesIO(data))
    assert [cell.value for cell in new.worksheets[0][2]] == ["Ash", 4, 2]
    assert new.worksheets[0]["A3"].font.bold
    assert new.worksheets[0].column_dimensions["A"].width == 31
    assert read_sheets(TableSource("t.xlsx", data), Place("t.xlsx"))["notes"]().rows == [["more", "here"]]
    assert read(at, without_rows(at, data, [0])) == [{"name": "=Elm", "cost": "4", "copies": "2"}]
    new["notes"]["B2"] = "=1+1"
    computed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(saved(new))) as old, zipfile.ZipFile(computed, "w") as archive:
        for name in old.namelist():  # with the result that a spreadsheet program saves
            archive.writestr(name, old.read(name).replace(b"<f>1+1</f><v></v>", b"<f>1+1</f><v>2</v>"))
    with pytest.raises(ProblemsFound, match="formulas"):
        with_cells(at, computed.getvalue(), [Cell(0, "cost", "5")])


def filled(name: str, count: int) -> bytes:
    """Return a table of cards in the format of a file's name."""
    rows = [{"name": f"card {number}", "cost": number} for number in range(count)]
    if name == "t.xlsx":
        book = openpyxl.Workbook()
        for row in (["name", "cost"], *(list(row.values()) for row in rows)):
            book.active.append(row)
        return saved(book)
    if name == "t.json":
        return json.dumps(rows, indent=1).encode()
    if name == "t.yaml":
        return "".join(f"- name: {row['name']}  # {row['cost']}\n  cost: {row['cost']}\n" for row in rows).encode()
    return "".join([f"name{TAB[name]}cost\n", *(f"{row['name']}{TAB[name]}{row['cost']}\n" for row in rows)]).encode()


TAB = {"t.csv": ",", "t.tsv": "\t"}


@pytest.mark.parametrize("name", [*FORMATS, "t.xlsx"])
@pytest.mark.parametrize("edit", ["cost", "copies", "delete"])
def test_the_work_of_many_changes_grows_with_their_number(name: str, edit: str) -> None:
    """Four times the cells, new cells or deleted rows in four times the rows are about four times the work."""
    at = TableFile(name, "card", RowsFile(table=name))

    def work(count: int) -> int:
        data, rows = filled(name, count), range(0, count, 2)
        if edit == "delete":
            return steps(lambda: without_rows(at, data, rows))
        return steps(lambda: with_cells(at, data, [Cell(row, edit, "7") for row in rows]))

    work(2)  # what is imported at the first use does not count
    assert work(160) < 5 * work(40)


def test_rows_deleted_at_once_leave_the_others_and_the_comments() -> None:
    """In lines, in brackets and with keys; the last rows and all of them too."""
    yaml = "# cards\n- name: a  # first\n# about b\n- name: b\n- name: c\n- name: d\n"
    at = TableFile("t.yaml", "card", RowsFile(table="t.yaml"))
    assert without_rows(at, yaml.encode(), [0, 2, 3]).decode() == "# cards\n# about b\n- name: b\n"
    flow = "[{name: a}, {name: b}, {name: c}, {name: d}]\n"
    assert without_rows(at, flow.encode(), [0, 2, 3]).decode() == "[{name: b}]\n"
    assert without_rows(at, flow.encode(), [1, 2]).decode() == "[{name: a}, {name: d}]\n"
    keyed = "- - name: a\n  - name: b\n  - name: c\n  - name: d\n"
    assert remove_entries(keyed, (0,), {0, 1}) == "- - name: c\n  - name: d\n"
    records = TableFile("t.json", "card", RowsFile(table="t.json"))
    json_text = '[{"name": "a"}, {"name": "b"}, {"name": "c"}, {"name": "d"}]'
    assert without_rows(records, json_text.encode(), [0, 2, 3]).decode() == '[{"name": "b"}]'


def test_a_new_column_of_a_workbook_has_its_name_in_the_header() -> None:
    """Also where a title is above the header."""
    book = openpyxl.Workbook()
    for line in (["My cards"], ["name", "cost"], ["Ash", 3]):
        book.active.append(line)
    at = TableFile("t.xlsx", "card", RowsFile(table="t.xlsx", header=2))
    new = openpyxl.load_workbook(io.BytesIO(with_cells(at, saved(book), [Cell(0, "copies", "2")])))
    assert [[cell.value for cell in row] for row in new.worksheets[0]] == [
        ["My cards", None, None],
        ["name", "cost", "copies"],
        ["Ash", 3, 2],
    ]


def test_formatted_merged_and_hidden_cells_of_a_workbook_are_changed_with_care() -> None:
    """A percentage stays a number, a cell within a merged one is refused, and no hidden row is overwritten."""
    book = openpyxl.Workbook()
    for line in (["type", "name", "chance"], ["Food", "Ash", 0.25], [None, "Elm", 0.5], ["Old", "Hidden", 1]):
        book.active.append(line)
    book.active["C2"].number_format = "0%"
    book.active.merge_cells("A2:A3")
    book.active.row_dimensions[4].hidden = True
    at, data = TableFile("t.xlsx", "card", RowsFile(table="t.xlsx")), saved(book)
    new = openpyxl.load_workbook(io.BytesIO(with_cells(at, data, [Cell(0, "chance", "30%")])))
    assert new.active["C2"].value == pytest.approx(0.3)
    with pytest.raises(ProblemsFound, match=r"t.xlsx.*A3 is part of a merged cell"):
        with_cells(at, data, [Cell(1, "type", "Light")])
    data, number = with_row(at, data, NewRow(1, {"name": "Oak"}))
    assert read(at, data)[number]["name"] == "Oak"
    assert openpyxl.load_workbook(io.BytesIO(data)).active["B4"].value == "Hidden"
    with pytest.raises(ProblemsFound, match="does not allow this change"):
        without_rows(at, data, [1])


def saved(book: openpyxl.Workbook) -> bytes:
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def test_what_cannot_be_changed_is_refused_with_words() -> None:
    """ODS, lists of objects, and tables whose columns are components say where to change them instead."""
    ods = TableFile("t.ods", "card", RowsFile(table="t.ods"))
    assert "spreadsheet program" in ods.refusal
    records = TableFile("t.json", "card", RowsFile(table="t.json"))
    with pytest.raises(ProblemsFound, match=r"t.json:1:.*objects or lists"):
        with_cells(records, b'[{"name": "a", "tags": [{"name": "x", "cost": 1}]}]', [Cell(0, "tags", "z")])
    with pytest.raises(ProblemsFound, match=r"t.json:1.*is an object here"):
        with_cells(records, b'[{"name": "a", "cost": {"gold": 1}}]', [Cell(0, "cost", "z")])
    across = TableFile("t.csv", "card", RowsFile(table="t.csv", each="column"))
    assert with_cells(across, b"name,Ash,Elm\ncost,1,2\n", [Cell(1, "cost", "5")]) == b"name,Ash,Elm\ncost,1,5\n"
    with pytest.raises(ProblemsFound, match="each column of this table"):
        with_row(across, b"name,Ash,Elm\ncost,1,2\n", NewRow(0, {}))


@pytest.mark.parametrize(
    ("before", "cell", "after"),
    [
        ('[{"name": "a", "cost": 3}]', Cell(0, "cost", ""), '[{"name": "a"}]'),
        ('[{"name": "a", "text": "b"}]', Cell(0, "text", ""), '[{"name": "a", "text": ""}]'),
        ('[{"name": "a"}]', Cell(0, "cost", ""), '[{"name": "a"}]'),
        ('[{"name": "a", "c": {"g": 1}}]', Cell(0, "c.g", "2"), '[{"name": "a", "c": {"g": 2}}]'),
        ('[{"name": "a", "c.g": 1}]', Cell(0, "c.g", "2"), '[{"name": "a", "c.g": 2}]'),
    ],
)
def test_a_cell_of_a_record_is_set_where_it_is_written(before: str, cell: Cell, after: str) -> None:
    """An emptied number is gone, since no number is empty; an object of a short name is entered like any other."""
    at = TableFile("t.json", "card", RowsFile(table="t.json"))
    assert with_cells(at, before.encode(), [cell]).decode() == after


@pytest.mark.parametrize(
    ("name", "text"), [("t.json", '[{"name": "a"}, {"name": "b"}]'), ("t.yaml", "- name: a\n- name: b\n")]
)
def test_a_new_row_without_a_place_comes_last(name: str, text: str) -> None:
    """The studio adds it so when no row is chosen."""
    at = TableFile(name, "card", RowsFile(table=name))
    added, number = with_row(at, text.encode(), NewRow(-1, {"name": "c"}))
    assert number == 2
    assert read(at, added) == [{"name": "a"}, {"name": "b"}, {"name": "c"}]


def test_rows_in_game_yaml_are_changed_there() -> None:
    """The rows of a kind that has them in game.yaml keep their brackets and comments."""
    text = "kinds:\n  pawn:\n    rows:  # two\n      - {name: Red, seat: 1}\n      - {name: Blue, seat: 2}  # last\n"
    at = TableFile("game.yaml", "pawn", None)
    after = with_cells(at, text.encode(), [Cell(1, "name", "Green")])
    assert after.decode() == text.replace("Blue", "Green")
    added, number = with_row(at, after, NewRow(0, {"name": "Grey", "seat": "3"}, like_before=True))
    assert number == 1
    assert added.decode() == text.replace("Blue", "Green").replace(
        "Red, seat: 1}\n", "Red, seat: 1}\n      - {name: Grey, seat: 3}\n"
    )
    assert without_rows(at, added, [1]) == after


@pytest.mark.parametrize(
    ("before", "typed", "after"),
    [
        ('["a", "b"]', "a, c", '["a", "c"]'),
        ('["a", "b"]', "new,a,b", '["new", "a", "b"]'),
        ('["a", "b"]', "a\nmid\nb\n", '["a", "mid", "b"]'),
        ('["a", "b"]', "", "[]"),
        ("[]", "a, b", '["a", "b"]'),
        ("[1, 2]", "1, 2, 3", "[1, 2, 3]"),
        ('["Draw two.", "Go, then stop."]', "Draw two.\nGo on, then stop.", '["Draw two.", "Go on, then stop."]'),
        ('[\n  "a",\n  "b"\n]', "a, b, c", '[\n  "a",\n  "b",\n  "c"\n]'),
        ('[{"name": "x", "cost": 1}, {"name": "y"}]', "z, y", None),
        ('[{"name": "x", "cost": 1}, {"name": "y"}]', "x", '[{"name": "x", "cost": 1}]'),
        ('["a", "b"]', "a, b", '["a", "b"]'),
        ("null", "a, b", '["a", "b"]'),
    ],
)
def test_a_list_is_typed_as_lines_or_with_commas(before: str, typed: str, after: str | None) -> None:
    """Only the items that differ are written, in the style of the list; objects keep what nobody sees."""
    at = TableFile("t.json", "card", RowsFile(table="t.json"))
    text = '[{"name": "one", "tags": %s}, {"name": "two", "tags": ["q"]}]'
    if after is None:
        with pytest.raises(ProblemsFound, match="objects or lists"):
            with_cells(at, (text % before).encode(), [Cell(0, "tags", typed)])
    else:
        assert with_cells(at, (text % before).encode(), [Cell(0, "tags", typed)]).decode() == text % after


def test_a_list_in_yaml_keeps_its_lines_and_comments() -> None:
    """Items with dashes stay items with dashes, those in brackets stay there."""
    at = TableFile("t.yaml", "card", RowsFile(table="t.yaml"))
    text = "- name: one\n  tags:\n    - a  # first\n    - b\n- {name: two, tags: [x, y]}\n- name: three\n"
    after = with_cells(
        at, text.encode(), [Cell(0, "tags", "a, c, b, d"), Cell(1, "tags", "y"), Cell(2, "tags", "k, l")]
    )
    assert after.decode() == (
        "- name: one\n  tags:\n    - a  # first\n    - c\n    - b\n    - d\n- {name: two, tags: [y]}\n"
        "- name: three\n  tags: [k, l]\n"
    )


@settings(max_examples=60)
@given(st.data())
def test_any_list_becomes_any_other(data: st.DataObject) -> None:
    """In both languages, in brackets or on lines, the new items are read; the row after it is as it was."""
    word = st.text(st.sampled_from("ab 1-#:'"), min_size=1, max_size=4).map(str.strip).filter(bool)
    old, new = (data.draw(st.lists(word, min_size=1, max_size=5)) for _ in range(2))
    name = data.draw(st.sampled_from(["t.json", "t.yaml"]))
    at, last = TableFile(name, "card", RowsFile(table=name)), {"name": "last", "tags": ["z"]}
    if name == "t.json":
        indent = data.draw(st.sampled_from([None, 2]))
        text = json.dumps([{"name": "one", "tags": old}, last], indent=indent)
    else:
        brackets = f"- {{name: one, tags: {yaml_line(old)}}}\n"
        lines = "- name: one\n  tags:\n" + "".join(f"  - {yaml_line(one)}  # {n}\n" for n, one in enumerate(old))
        text = data.draw(st.sampled_from([brackets, lines])) + f"- {yaml_line(last)}\n"
    after = with_cells(at, text.encode(), [Cell(0, "tags", ", ".join(new))])
    assert read(at, after)[0]["tags"] == ", ".join(new)
    assert read(at, after)[1]["tags"] == "z"
