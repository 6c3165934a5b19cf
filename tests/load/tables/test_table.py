import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from punchboard.load.tables.data_table import read_table, table_from_grid
from punchboard.load.tables.delimited import MAX_REPAIRS, read_delimited
from punchboard.load.tables.grid import Grid
from punchboard.problem import Place, ProblemsFound


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_the_header_determines_the_separator(separator):
    """Comma, semicolon and tab are told apart by the header line alone."""
    table = read_table(f'name{separator}text\nAlder{separator}"one, two; three\tfour"\n', "t.csv")
    assert table.rows == [{"name": "Alder", "text": "one, two; three\tfour"}]


def test_rows_have_the_line_that_they_begin_on():
    """Quoted line breaks and blank rows do not shift the lines of later rows."""
    table = read_table('name,text\n\nAlder,"two\nlines"\n,\nBirch,x\n', "t.csv")
    assert [row["name"] for row in table.rows] == ["Alder", "Birch"]
    assert table.places == [Place("t.csv", 3), Place("t.csv", 6)]
    assert table.rows[0]["text"] == "two\nlines"


def test_marks_and_blanks_of_spreadsheets_do_not_count():
    """Byte order marks, carriage returns and blanks around a cell are not part of the values."""
    table = read_table("\ufeffname, text\r\n Alder , x \r\n", "t.csv")
    assert table.rows == [{"name": "Alder", "text": "x"}]


@pytest.mark.parametrize(
    ("text", "line", "fragment"),
    [
        ("", 1, "the table is empty"),
        ("\n\n", 1, "the table is empty"),
        ("name,,rank\nAlder,x,1\n", 1, "column 2 has no name"),
        ("name,rank,name\n", 1, "duplicate column 'name'"),
        ("name,rank\nAlder,1\nBirch\n", 3, "1 row has a single cell, but the header has 2"),
        ("name,rank\n\nAlder,1,2\n", 3, "1 row has more cells than the header, which has 2"),
        ("a,b\n1,2,3\n1,2\n1,2\n1,2,3\n", 2, "2 rows have more cells than the header"),
        ('name,rank\n"Alder,1\nBirch,2\n', 2, "1 row has a quote that is not closed"),
        ('name,rank\n"Al"der,1\n', 2, "1 row has a quote that is not closed"),
    ],
)
def test_a_table_that_must_be_exact_is_rejected_at_its_first_wrong_row(problem, text, line, fragment):
    """With one problem for each cause, and the number of rows."""
    found = problem(read_table, text, "t.csv")
    assert (found.rule, found.place) == ("TABLE001", Place("t.csv", line))
    assert fragment in found.message


def test_a_lone_cell_below_no_name_is_named(problem):
    """A separator too many is looked for in its row."""
    found = problem(read_table, "name,,rank\nAlder,,1\nBirch,x,2\n", "t.csv")
    assert (found.place, found.message) == (Place("t.csv", 3, 7), "column 2 has no name, and a value only here")


def test_a_row_may_end_after_its_last_cell_that_is_not_empty():
    """As Excel writes it: the missing cells are empty. A row of a single cell is ambiguous."""
    table = read_table("name,rank,text\nAlder,1\nBirch,2,x\n", "t.csv")
    assert table.rows[0] == {"name": "Alder", "rank": "1", "text": ""}


TABLE = "name,suit,rank,text\nOwl,moon,1,Fly.\nElk,sun,2,Eat.\n"


@pytest.mark.parametrize(
    ("row", "where"),
    [("Fox,moon,1,Run.Wolf,sun,2,Bite.", "in 'Run.Wolf'"), ("Fox,sun,1,,Bat,sun,2,", "before 'Bat'")],
)
def test_two_rows_on_one_line_are_refused_where_the_line_break_is_missing(problem, row, where):
    """The cells of the second have values of their columns; what counts cards is not told of the missing one."""
    found = problem(loose, f"{TABLE}{row}\n")
    assert (found.rule, found.place.line) == ("TABLE001", 4)
    assert found.message == f"this row has the cells of two: a line break is missing {where}"
    assert found.hint == "a row ends after 4 cells"


def test_a_text_with_many_separators_is_no_second_row():
    """Its words are not the values of other columns."""
    rows, (warning,) = loose(f"{TABLE}Fox,moon,1,Run, jump, hide, rest.\n")
    assert rows[-1] == ["Fox", "moon", "1", "Run, jump, hide, rest."]
    assert "joined again" in warning[1]


def loose(text):
    """Return the rows of a table that need not be exact, and the lines and messages of its warnings."""
    table = table_from_grid(read_delimited(text, "t.csv"), "t.csv")
    return [list(row.values()) for row in table.rows], [(one.place.line, one.message) for one in table.warnings]


@pytest.mark.parametrize(
    ("text", "row", "line", "fragment"),
    [
        (
            "name,cost,text\nOwl,2,Fly.\nWolf,3,Run, then bite.\nElk,1,Eat.\n",
            ["Wolf", "3", "Run, then bite."],
            3,
            "joined",
        ),
        (
            "name,text,cost\nOwl,Fly.,2\nWolf,Run, then bite.,3\nElk,Eat.,1\n",
            ["Wolf", "Run, then bite.", "3"],
            3,
            "joined",
        ),
        ("name;text\nOwl;Fly far away.\nWolf;Run; bite.\nElk;Eat it all.\n", ["Wolf", "Run; bite."], 3, "joined"),
        ("cost,power\n1,2\n3,4,x\n5,6\n", ["3", "4"], 3, "the rest is left out"),
        ("name,cost\nOwl,1\nHerons\nElk,2\n", ["Herons", ""], 3, "single cell"),
        ('name,text\nOwl,Fly\nElk,"Eat\nFox,Run\n', ["Elk", "Eat"], 3, "a quote that is not closed"),
        ('name,text\nOwl,Fly\n"E"lk,"Eat, drink"\nFox,Run\n', ["Elk", "Eat, drink"], 3, "a quote that is not closed"),
    ],
)
def test_a_row_of_a_wrong_length_is_read_as_far_as_it_goes(text, row, line, fragment):
    """The rows around it stay as they are, and one warning has its line."""
    rows, warnings = loose(text)
    assert (len(rows), rows[1]) == (3, row)
    assert [(at, fragment in message) for at, message in warnings] == [(line, True)]


def test_a_column_without_a_name_is_no_long_row():
    """When all rows have one cell more, the header lacks a name."""
    rows, warnings = loose("name,cost\n" + "".join(f"Owl {number},1,night\n" for number in range(4)))
    assert (rows[0], warnings) == (["Owl 0", "1", "night"], [])


def test_cells_of_a_joined_row_keep_their_places():
    """The place of a value after the joined text is where it is written."""
    table = table_from_grid(read_delimited("a,b,c\n1,Go on now.,2\n3,Go, run.,4\n5,Stay.,6\n", "t.csv"), "t.csv")
    assert (table.cell(1, "b"), table.cell(1, "c")) == (Place("t.csv", 3, 3), Place("t.csv", 3, 12))


def test_a_heading_of_thousands_of_letters_is_no_name(problem):
    """It is reported in the table, not in the files that would be made from it."""
    found = problem(read_table, f"name,{'w' * 32_000}\nAsh,1\n", "t.csv")
    assert (found.rule, found.place) == ("TABLE001", Place("t.csv", 1, 6))
    assert found.message == "the heading of this column has 32,000 letters"


def test_many_broken_quotes_are_no_table(problem):
    """A file in which hardly a row can be read is rejected with its first line that was not repaired."""
    text = "a,b\n" + 'x"y,"z"z\n' * (MAX_REPAIRS + 1)
    assert problem(read_delimited, text, "t.csv").place == Place("t.csv", MAX_REPAIRS + 2)


@settings(deadline=None)  # the machine of a test run may be busy
@given(st.text(alphabet="ab,;\t\"'\n\r\x00é", max_size=60))
def test_any_text_is_read_or_rejected(text):
    """No text raises an exception other than ProblemsFound, and rows have the header's cells."""
    try:
        table = read_table(text, "t.csv")
    except ProblemsFound:
        return
    assert all(tuple(row) == table.header for row in table.rows)
    assert len(table.rows) == len(table.places)


def test_cells_of_a_spreadsheet_beyond_its_header_are_kept():
    """Each is in its own column there, so none comes from a text that a separator has split."""
    rows = [["name"], ["Ash", "3"], ["Elm"]]
    grid = Grid(rows, [Place("t.xlsx", line) for line in (1, 2, 3)], lambda row, _: Place("t.xlsx", row + 1))
    assert [dict(row) for row in table_from_grid(grid, "t.xlsx").rows] == [
        {"name": "Ash", "column B": "3"},
        {"name": "Elm", "column B": ""},
    ]


@pytest.mark.parametrize(
    ("row", "columns"),
    [
        ('Path,"Say ""now"", then draw.",six', (1, 6, 32)),
        ('Path,"""now"", then",six', (1, 6, 22)),
        ('Path,"then ""now""",six', (1, 6, 21)),
        ('"",5" by 3",six', (1, 4, 13)),
    ],
)
def test_a_quote_that_is_written_twice_does_not_end_its_cell(row, columns):
    """A separator behind it belongs to the text, so that the cells behind have their own columns."""
    table = read_table(f"a,b,c\n{row}\n", "cards.csv")
    assert tuple(table.cell(0, name).column for name in "abc") == columns


def test_another_separator_in_the_header_is_one_message_at_its_heading(problem):
    """All rows would be longer than the header, and no field would have its column."""
    found = problem(read_table, "Name,Kind;Text,Count\nOwl,bird,Draw a card.,2\nFox,beast,Take two.,1\n", "t.csv")
    assert (found.rule, found.place) == ("TABLE001", Place("t.csv", 1, 6))
    assert (found.message, found.hint) == (
        "the heading 'Kind;Text' has ';' where the others have ','",
        "write 'Kind,Text'",
    )


def test_errors_of_formulas_are_named_with_their_places():
    """As in a workbook: their cells are empty; what only begins like an error is a text."""
    text = "name,cost,text\nOwl,#REF!,#N/A for now\nElk,2,#DIV/0!\nFox,#1,#BEZUG!\n"
    found = read_delimited(text, "t.csv")
    assert found.rows[1:] == [["Owl", "", "#N/A for now"], ["Elk", "2", ""], ["Fox", "#1", ""]]
    (warning,) = found.warnings
    where = "t.csv:2:5 (#REF!), t.csv:3:7 (#DIV/0!), t.csv:4:8 (#BEZUG!)"
    assert (warning.place, warning.message) == (Place("t.csv", 2, 5), f"3 cells with an error: {where}")


@pytest.mark.parametrize(
    ("text", "column", "cell", "hint"),
    [
        ("Name,Cost,Text\nOwl,2,Fly.\nElk;3,Run.\nBat,4,Hang.\n", 1, "Elk;3", "write 'Elk,3'"),
        ("Name,Cost,Text\nOwl,2,Fly.\nElk,3;Run.\nBat,4,Hang.\n", 5, "3;Run.", "write '3,Run.'"),
        ("Name;Cost;Text\nOwl;2;Fly.\nElk,3;Run.\nBat;4;Hang.\n", 1, "Elk,3", "write 'Elk;3'"),
    ],
)
def test_another_separator_typed_in_a_row_is_one_problem(problem, text, column, cell, hint):
    """Nothing is said of the cells after it, which are in wrong columns."""
    found = problem(read_table, text, "t.csv")
    assert (found.rule, found.place, found.hint) == ("TABLE001", Place("t.csv", 3, column), hint)
    assert found.message.startswith(f"the cell {cell!r} has another separator")


@pytest.mark.parametrize("row", ["Elk;Deer,3", "Elk;Deer,", "Elk,3", "Elk,,Run; then hide."])
def test_a_row_that_ends_early_may_have_another_separator_in_a_text(row):
    """Spreadsheets leave out the last cells of a row; a name or a text may have any sign."""
    assert len(read_table(f"Name,Cost,Text\nOwl,2,Fly.\n{row}\nBat,4,Hang.\n", "t.csv").rows) == 3
