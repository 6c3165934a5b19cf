"""Tables in Markdown files: which they are, their cells and places, and what is said of a file without any."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.load.tables import TableSource, read_grid, read_sheets
from punchboard.problem import Place, ProblemsFound

NOTE = r"""---
tags: [game]
---
# Places

Draft | see the rules.

| Place | Danger | Text |
| :-- | :-: | --: |
| Mill | 2 | Draw a card \| two. |
| Quay | 0 |

```
| not | a table |
| --- | --- |
| 1 | 2 |
```

## Events ##
Name | Text
---|---
Flood | Rest.

| Name | Text |
|---|---|
| Storm | Hide. |
"""
HERE = Place("game.yaml", 3)


def grid(sheet=None, text=NOTE):
    return read_grid(TableSource("note.md", text.encode()), sheet, HERE)


def test_tables_are_named_by_the_headings_above_them():
    """Several below one heading are numbered; code, front matter and other lines with bars are no tables."""
    assert [*read_sheets(TableSource("note.md", NOTE.encode()), HERE)] == ["Places", "Events", "Events (2)"]
    assert grid().rows == [["Place", "Danger", "Text"], ["Mill", "2", "Draw a card | two."], ["Quay", "0"]]
    assert grid("Events").rows == [["Name", "Text"], ["Flood", "Rest."]]
    assert grid("Events (2)").rows == [["Name", "Text"], ["Storm", "Hide."]]


def test_a_cell_has_its_place_in_the_file():
    """The first letter of its text, with and without a bar before the first cell."""
    assert (grid().places[1], grid().cell(1, 2)) == (Place("note.md", 10), Place("note.md", 10, 14))
    assert grid("Events").cell(1, 0) == Place("note.md", 22, 1)
    assert grid("Events").cell(1, 1) == Place("note.md", 22, 9)


@pytest.mark.parametrize(
    ("text", "sheet", "message", "hint"),
    [
        ("# Rules\n\nDraw | discard.\n", None, "'note.md' has no table", "| --- | --- |"),
        (NOTE, "Event", "there is no table below a heading 'Event'", "did you mean 'Events'?"),
    ],
)
def test_a_table_that_is_missing_is_said(text, sheet, message, hint):
    """With how one is written, or which there are."""
    with pytest.raises(ProblemsFound) as caught:
        grid(sheet, text)
    (problem,) = caught.value.problems
    assert (problem.rule, problem.message, hint in problem.hint) == ("TABLE001", message, True)


ROWS = st.lists(st.lists(st.text("ab |#-:`", max_size=8), min_size=2, max_size=4), min_size=1, max_size=4)


@given(ROWS)
def test_what_is_written_as_a_table_is_read_back(rows):
    """Whatever the cells say."""
    lines = [f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |" for row in ([*"ab"], *rows)]
    lines.insert(1, "| --- | --- |")
    kept = [[*"ab"], *([cell.strip() for cell in row] for row in rows if any(map(str.strip, row)))]
    assert grid(None, "\n".join(lines)).rows == kept
