import csv
import io

import pytest

from punchboard.load.locale.locale_files import Row, read_text_table, text_table_csv


@pytest.mark.parametrize(
    "text", ["=1+1", "@SUM(1)", "+cmd|'/c calc'!A0", "- an item", "\tx", "'=1", "''=1", "plain", "'tis"]
)
def test_no_cell_is_a_formula_and_every_text_comes_back(text):
    """A spreadsheet shows the texts of an untrusted game and evaluates none of them."""
    table = text_table_csv((Row("a", text, text),))
    cell = list(csv.reader(io.StringIO(table)))[1][1]
    assert not cell.startswith(("=", "+", "-", "@", "\t"))
    (row,) = read_text_table(table, "texts.csv")
    assert (row.source, row.translation) == (text, text)
