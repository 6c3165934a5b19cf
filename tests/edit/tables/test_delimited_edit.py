"""A cell or row of a text table is changed, and the rest of the file stays."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from punchboard.edit.tables.table_file import cell_spans, insert_row, remove_rows, set_cell
from punchboard.load.tables.delimited import detect_delimiter, read_delimited

CARDS = 'sep=;\r\nname;"text";cost\r\nAsh; "a ""bold"" step";3\r\n\r\nElm;two;\r\n'


@pytest.mark.parametrize(
    ("row", "column", "value", "line"),
    [
        (1, 0, "Oak", 'Oak; "a ""bold"" step";3'),
        (1, 1, 'a "calm" step', 'Ash; "a ""calm"" step";3'),
        (1, 2, "", 'Ash; "a ""bold"" step";'),
        (2, 1, "two; three", 'Elm;"two; three";'),
        (2, 4, "new", "Elm;two;;;new"),
    ],
)
def test_a_changed_cell_is_one_changed_line(row: int, column: int, value: str, line: str) -> None:
    """One line differs, with the file's own separator, quotes and line breaks."""
    old, new = CARDS.split("\r\n"), set_cell(CARDS, row, column, value).split("\r\n")
    assert [one for was, one in zip(old, new, strict=True) if was != one] == [line]


def test_rows_come_and_go_alone() -> None:
    """A new row has the file's line breaks; a removed one leaves the others as they were."""
    more = insert_row(CARDS, 1, ["Fir", "a; b", "1"])
    assert more == CARDS.replace("\r\n\r\n", '\r\nFir;"a; b";1\r\n\r\n')
    assert remove_rows(more, [2]) == CARDS
    assert insert_row("name\nAsh", 1, ["Fir"]) == "name\nAsh\nFir"
    assert remove_rows("name\nAsh\nOak tree\nElm\n", [1, 2]) == "name\nElm\n"


WORDS = st.text(st.sampled_from('ab ";,\tü\n'), max_size=6)


@given(st.lists(st.lists(WORDS, min_size=3, max_size=3), min_size=2, max_size=5), st.sampled_from(";,\t"), st.data())
def test_a_set_cell_is_read_back(rows: list[list[str]], separator: str, data: st.DataObject) -> None:
    """After a cell is set, the table reads as before but for this cell."""
    out = io.StringIO()
    rows[0] = ["one", "two", "three"]
    csv.writer(out, delimiter=separator, quoting=data.draw(st.sampled_from([0, 1])), lineterminator="\n").writerows(
        rows
    )
    text = out.getvalue()
    assume(detect_delimiter(text) == separator)
    before = read_delimited(text, "f").rows
    assume(len(before) > 1 and all(len(row) == 3 for row in before) and len(cell_spans(text)) == len(before))
    row, column = data.draw(st.integers(1, len(before) - 1)), data.draw(st.integers(0, 2))
    value = data.draw(WORDS)
    new = set_cell(text, row, column, value)
    expected = [list(cells) for cells in before]
    expected[row][column] = value.strip()
    assert read_delimited(new, "f").rows == [cells for cells in expected if any(cells)]
