"""A spreadsheet means what it shows: formats, emphasis, merged and hidden cells, errors and formulas."""

import io
import zipfile
from datetime import date

import openpyxl
import pytest
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont

from punchboard.load.tables import TableSource, hidden_sheets, read_grid
from punchboard.load.tables.data_table import table_from_grid
from punchboard.load.tables.shown_cells import formatted_date, formatted_number
from punchboard.model.game.game_file_parts import RowsFile
from punchboard.problem import Place


def book(change, *rows):
    """Return a workbook with a sheet of rows after a change by a function of workbook and sheet."""
    made = openpyxl.Workbook()
    sheet = made.active
    sheet.title = "Cards"
    for row in rows:
        sheet.append(row)
    change(made, sheet)
    file = io.BytesIO()
    made.save(file)
    return TableSource("t.xlsx", file.getvalue())


def grid(source):
    return read_grid(source, None, Place(source.name))


@pytest.mark.parametrize(
    ("value", "code", "shown"),
    [
        (0.25, "0%", "25%"),
        (0.333, "0.0%", "33.3%"),
        (12, '"$"0.00', "$12.00"),
        (1200, "#,##0.00 [$€-407]", "1,200.00 €"),
        (1234.5, "#,##0.00", "1234.50"),
        (-3, '"$"0.00;("$"0.00)', "($3.00)"),
        (12, '_("$"* #,##0.00_);_("$"* \\(#,##0.00\\);_("$"* "-"??_);_(@_)', "$12.00"),
        (3, '0 "gold"', "3 gold"),
        (3, "+0;-0;0", "+3"),
        (-2, "+0;-0;0", "-2"),
        (0, '0;-0;"free"', "free"),
        (7, "00", "07"),
        (2.6, "0", "3"),
        (1.5, "0.##", "1.5"),
        (0.5, "# ?/?", "1/2"),
        (2.75, "# ?/?", "2 3/4"),
    ],
)
def test_a_number_is_read_as_its_format_shows_it(value, code, shown):
    """With percent, currency, decimals, words and signs; only amounts of money have separators of thousands."""
    assert formatted_number(value, code) == shown


@pytest.mark.parametrize(
    ("code", "shown"),
    [
        ("d mmm yyyy", "5 Mar 2026"),
        ("dd/mm/yyyy", "05/03/2026"),
        ("[$-409]mmmm d, yyyy;@", "March 5, 2026"),
        ("dddd", "Thursday"),
        ("[$-407]d. mmmm", None),
        ("hh:mm", None),
    ],
)
def test_a_date_is_read_as_its_format_shows_it(code, shown):
    """Months in another language, and times, are left to the plain form."""
    assert formatted_date(date(2026, 3, 5), code) == shown


def test_merged_cells_are_filled_and_titles_are_not():
    """All cells of a merged range have its text; a title across the sheet is in one cell."""

    def change(_made, sheet):
        for cells in ("A1:C1", "A3:A4", "B5:C5"):
            sheet.merge_cells(cells)

    source = book(
        change, ["Cards of March"], ["Type", "Name", "Text"], ["Food", "Tea", "x"], [None, "Rye", "y"], [1, "z"]
    )
    assert grid(source).rows == [
        ["Cards of March", "", ""],
        ["Type", "Name", "Text"],
        ["Food", "Tea", "x"],
        ["Food", "Rye", "y"],
        ["1", "z", "z"],
    ]


def test_hidden_rows_and_sheets_are_left_out_and_named():
    """Also within a merged cell that is shown; the shown rows of one whose first row is hidden have its text."""

    def change(made, sheet):
        sheet.row_dimensions[2].hidden = sheet.row_dimensions[4].hidden = sheet.row_dimensions[5].hidden = True
        sheet.merge_cells("A3:A4")
        sheet.merge_cells("A5:A6")
        made.create_sheet("Old").append(["x"])
        made["Old"].sheet_state = "hidden"

    source = book(change, ["Name", "Cost"], ["Owl", 1], ["Elk", 2], [None, 3], ["Ant", 4], [None, 5])
    found = grid(source)
    assert found.rows == [["Name", "Cost"], ["Elk", "2"], ["Ant", "5"]]
    assert found.cell(1, 0).line == 3
    (warning,) = found.warnings
    assert warning.message == "3 rows are hidden and left out: 2, 4, 5"
    assert hidden_sheets(source) == ("Old",)


def test_hidden_columns_are_left_out_and_named():
    """Also within a merged cell across, whose text is in its shown columns; a title stands where it is shown."""

    def change(_made, sheet):
        sheet.column_dimensions["A"].hidden = sheet.column_dimensions["C"].hidden = True
        for cells in ("A1:D1", "B3:D3"):
            sheet.merge_cells(cells)
        sheet["C4"].value, sheet["C4"].data_type = "#REF!", "e"

    found = grid(book(change, ["Beasts"], ["Id", "Name", "Old", "New"], [7, "Owl"], [8, "Elk", None, 3]))
    assert found.rows == [["", "Beasts", "", ""], ["", "Name", "", "New"], ["", "Owl", "", "Owl"], ["", "Elk", "", "3"]]
    assert [column.name for column in table_from_grid(found, "t.xlsx", RowsFile(table="t.xlsx", header=2)).columns] == [
        "Name",
        "New",
    ]
    assert [warning.message for warning in found.warnings] == ["2 columns are hidden and left out: A (Id), C (Old)"]


def test_the_sum_of_the_rows_above_is_missed_nowhere():
    """A workbook of another program has no results of formulas: plain sums are worked out, those of totals unnamed."""

    def change(_made, sheet):
        sheet["B4"].value, sheet["C4"].value = "=SUM(B2:B3)", "=SUMPRODUCT(B2:B3,C2:C3)/SUM(B2:B3)"
        sheet["C3"].value = "=VLOOKUP(A3,Prices!A2:B9,2)"

    found = grid(book(change, ["Name", "Copies", "Cost"], ["Owl", 1, 2], ["Elk", 2], ["All"]))
    assert found.rows[-1] == ["All", "3", ""]
    assert found.totals == {3}
    assert [warning.message for warning in found.warnings] == [
        "1 formula without a stored result, so that the cell is empty: C3",
    ]


def test_errors_and_formulas_without_results_are_named_with_their_cells():
    """Their cells are empty; each cause has one warning."""

    def change(_made, sheet):
        sheet["B2"].value, sheet["B2"].data_type = "#DIV/0!", "e"
        sheet["B3"].value = "=1+1"

    found = grid(book(change, ["Name", "Cost"], ["Owl", 1], ["Elk", 2]))
    assert found.rows[1:] == [["Owl", ""], ["Elk", ""]]
    assert [warning.message for warning in found.warnings] == [
        "1 cell with an error: B2 (#DIV/0!)",
        "1 formula without a stored result, so that the cell is empty: B3",
    ]
    assert "save it there" in found.warnings[1].hint


def test_bold_and_italic_words_are_markdown():
    """A name that is bold in part stays a name."""
    bold, italic = InlineFont(b=True), InlineFont(i=True)
    text = CellRichText(["Gain ", TextBlock(bold, "2 coins "), "or ", TextBlock(italic, "pass"), "."])
    name = CellRichText([TextBlock(bold, "Great"), " Owl"])
    found = grid(book(lambda _made, _sheet: None, ["Name", "Text"], [name, text]))
    assert found.rows[1] == ["Great Owl", "Gain **2 coins** or *pass*."]


ODS = """<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x" xmlns:style="s" xmlns:fo="f">
<office:automatic-styles><style:style style:name="T1"><style:text-properties fo:font-weight="bold"/></style:style>
</office:automatic-styles><office:body><office:spreadsheet><table:table table:name="Cards">
<table:table-column table:number-columns-repeated="2"/><table:table-column table:visibility="collapse"/>
<table:table-row>{}</table:table-row>
<table:table-row><table:table-cell office:value-type="percentage" office:value="0.25"><text:p>25%</text:p>
</table:table-cell></table:table-row>
<table:table-row table:visibility="collapse">{}</table:table-row>
<table:table-row><table:table-cell office:value-type="string">
<text:p>Gain <text:span text:style-name="T1">two</text:span>
 coins.</text:p></table:table-cell></table:table-row>
</table:table></office:spreadsheet></office:body></office:document-content>"""


def test_an_ods_sheet_means_what_it_shows_too():
    """Percentages, emphasis, hidden rows and columns."""
    from punchboard.load.tables.shown_cells import shown_cells

    cell = '<table:table-cell office:value-type="string"><text:p>Name</text:p></table:table-cell>'
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("content.xml", ODS.format(cell, cell))
    shown = shown_cells(file.getvalue(), "Cards")
    assert shown.texts[1, 0] == "25%"
    assert "**two**" in shown.texts[3, 0]
    assert (shown.hidden, shown.hidden_columns) == ({2}, {2})


def test_json_and_yaml_are_read_with_comments_as_people_write_them():
    """Slashes, hashes and a comma after the last value; within texts they are text."""
    text = b'[\n// mine\n{"name": "A // b", "cost": 2,}, # first\n{"name": "C", /* two */ "cost": 3},\n]'
    assert grid(TableSource("t.json", text)).rows[1:] == [["A // b", "2"], ["C", "3"]]
    assert grid(TableSource("t.yaml", b"// mine\n- name: A\n  cost: 2\n")).rows[1:] == [["A", "2"]]


@pytest.mark.parametrize("separator", "|^~;\t")
@pytest.mark.parametrize("title", ["", "My cards\n"])
def test_any_separator_that_makes_rows_alike_separates_cells(separator, title):
    """A comma in a text is part of it; a title may stand above."""
    text = f"{title}Name{separator}Cost, gold{separator}Text\nOwl{separator}2{separator}Draw, then pass.\n"
    rows = grid(TableSource("t.csv", f"{text}Elk{separator}1{separator}\n".encode())).rows
    assert rows[-2:] == [["Owl", "2", "Draw, then pass."], ["Elk", "1", ""]]


def test_a_sign_in_a_heading_separates_no_cells():
    """Nor does one in some texts of a single column."""
    assert grid(TableSource("t.csv", b"Cost~,Text\n2,Draw.\n3,Pass ~ 2.\n")).rows[0] == ["Cost~", "Text"]
    assert len(grid(TableSource("t.csv", b"Text\nSing ~ or hum.\nDance.\nWho is it?\n")).rows) == 4
