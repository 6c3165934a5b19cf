"""Lists of different cards that stand side by side in one table."""

import pytest

from punchboard.importer.guess import ImportContext, draft_game
from punchboard.importer.table_game import read_sources
from punchboard.load.layouts.raw_layouts import builtin_boxes
from punchboard.load.tables import TableSource


def kinds(head, first, second):
    """Return the plural and the number of cards of each kind of a table with two columns of so many texts."""
    asked = (f"Who ate cake number {row}?" if row < first else "" for row in range(max(first, second)))
    said = (f"A duck with {row} hats" if row < second else "" for row in range(max(first, second)))
    rows = "".join(f"{one},{other}\n" for one, other in zip(asked, said, strict=True))
    sources = read_sources([TableSource("party.csv", f"{head}\n{rows}".encode())])
    draft = draft_game(sources.tables, ImportContext(frozenset(), builtin_boxes))
    return [(kind.plural or f"{kind.name}s", kind.rows) for kind in draft.kinds], draft


@pytest.mark.parametrize(
    ("head", "named"),
    [
        ("Prompts (black),Answers (white)", ["Prompts", "Answers"]),
        ("Questions,Challenges", ["Questions", "Challenges"]),
        ("Truths,Dares", ["Truths", "Dares"]),
    ],
)
def test_lists_of_unequal_lengths_are_kinds_of_their_own(head, named):
    """Each with its own texts and no empty rows."""
    found, draft = kinds(head, 4, 7)
    assert found == list(zip(named, (4, 7), strict=True))
    own = head.split(",")
    assert [part.table.ignored for part in draft.parts] == [(own[1],), (own[0],)]
    assert [dict(part.table.unless) for part in draft.parts] == [{own[0]: ("",)}, {own[1]: ("",)}]
    assert [field.role for kind in draft.kinds for field in kind.fields] == ["text", "text"]
    assert not any("no text yet" in line for line in draft.warnings)


@pytest.mark.parametrize(
    ("head", "first", "second"),
    [
        ("Prompts,Answers", 5, 5),
        ("Prompts,Answers", 5, 6),
        ("Questions,Answers", 7, 4),
        ("Question,Answer", 4, 7),
        ("Name,Dares", 7, 4),
    ],
)
def test_rows_that_may_belong_together_are_cards(head, first, second):
    """Those of equal lengths, questions whose answers are not written yet, and columns that name no decks."""
    assert len(kinds(head, first, second)[0]) == 1
