import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from punchboard.load.tables.table import read_table
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
        ("name,rank\nAlder,1\nBirch\n", 3, "the row has 1 cell, but the header has 2"),
        ("name,rank\n\nAlder,1,2\n", 3, "the row has 3 cells, but the header has 2"),
        ('name,rank\n"Alder,1\nBirch,2\n', 2, "a quote opened in this row is never closed"),
        ('name,rank\n"Al"der,1\n', 2, "cannot read the row that begins here"),
    ],
)
def test_rows_of_a_wrong_length_have_their_line(problem, text, line, fragment):
    """A table with uneven rows is rejected at the line of the wrong row."""
    found = problem(read_table, text, "t.csv")
    assert (found.rule, found.place) == ("TABLE001", Place("t.csv", line))
    assert fragment in found.message


def test_a_row_may_end_after_its_last_cell_that_is_not_empty():
    """As Excel writes it: the missing cells are empty. A row of a single cell is ambiguous."""
    table = read_table("name,rank,text\nAlder,1\nBirch,2,x\n", "t.csv")
    assert table.rows[0] == {"name": "Alder", "rank": "1", "text": ""}


def test_all_wrong_rows_are_reported_together(problems):
    """Every row of a wrong length is a problem of its own."""
    found = problems(read_table, "a,b\n1\n1,2\n1,2,3\n", "t.csv")
    assert [problem.place.line for problem in found] == [2, 4]


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
