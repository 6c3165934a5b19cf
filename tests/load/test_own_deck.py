"""Players' decks as players write them: tables with various headers, and plain lists."""

from __future__ import annotations

import pytest

from punchboard.load.own_deck import read_deck
from punchboard.problem import ProblemsFound


@pytest.fixture
def read(tmp_path):
    """Read a list from its text; return its cards and copies with the lines and columns of both."""

    def read(text, name="my-deck.csv"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8", newline="")
        deck = read_deck(path, name)
        assert deck.file == name
        return [(one.card, one.copies, one.place[1:3], one.copies_place[1:3]) for one in deck.lines]

    return read


@pytest.fixture
def wrong(tmp_path):
    """Return the problems of a list, of the whole list or of lines: rule, line, column, message."""

    def wrong(text, name="my-deck.csv"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8", newline="")
        try:
            problems = read_deck(path, name).problems
        except ProblemsFound as found:
            problems = found.problems
        return [(one.rule, *one.place[1:3], one.message) for one in problems]

    return wrong


@pytest.mark.parametrize("head", ["card,copies", "Name,Count", "ID,Qty", "title,Quantity", "Card Name,NUMBER"])
def test_columns_may_have_various_headers(read, head):
    """In upper or lower case."""
    assert read(f"{head}\nAlder,2\n") == [("Alder", 2, (2, 1), (2, 7))]


def test_other_columns_and_blank_rows_are_ignored(read):
    """The table of a collection has more columns; places are those of the file."""
    text = 'notes,copies,name\n\n"the old, grey one",  3,Alder\r\n,,Birch\n'
    assert read(text) == [("Alder", 3, (3, 25), (3, 23)), ("Birch", 1, (4, 3), (4, 2))]


def test_the_id_takes_precedence_over_the_name(read):
    """A row with both is identified by its id, one without an id by its name."""
    assert [card for card, *_ in read("name,id\nGabriel,gabriel-2\nMichael,\n")] == ["gabriel-2", "Michael"]


@pytest.mark.parametrize("text", ["2 Alder", "2x Alder", "2 x Alder", "  2\tAlder  ", "\ufeff2 Alder"])
def test_a_plain_list_has_one_card_per_line(read, text):
    """A number, if any, comes first; the first line is line 1."""
    ((card, copies, place, _),) = read(f"{text}\n", "my-deck.txt")
    assert (card, copies, place[0]) == ("Alder", 2, 1)


def test_a_plain_list_may_have_comments(read):
    """Lines with a hash and blank lines are not cards; a card without a number has one copy."""
    text = "# Saturday\n\nAlder\n3 7 Swords\n7Up\n"
    assert read(text, "deck") == [
        ("Alder", 1, (3, 1), (3, 1)),
        ("7 Swords", 3, (4, 3), (4, 1)),
        ("7Up", 1, (5, 1), (5, 1)),
    ]


@pytest.mark.parametrize("copies", ["two", "-1", "1.5", "99999", "2 or 3"])
def test_copies_are_whole_numbers(wrong, copies):
    """Anything else is reported at its line and column."""
    message = f"{copies!r} is not a valid number of copies of 'Birch'"
    assert wrong(f"card,copies\nAlder,1\nBirch,{copies}\n") == [("VALUE001", 3, 7, message)]


def test_all_wrong_rows_are_reported_together(wrong):
    """A row without a card and one without a valid number are both reported."""
    assert [place[:2] for place in wrong("card,copies\n,1\nAlder,two\n")] == [("VALUE001", 2), ("VALUE001", 3)]


@pytest.mark.parametrize(
    ("text", "name", "message"),
    [
        ("Alder,2\n", "my-deck.csv", "no column names the cards"),
        ("", "my-deck.csv", "the table is empty"),
        ("x", "my-deck.xlsx", "cannot read 'my-deck.xlsx' as a deck list"),
    ],
)
def test_a_file_that_is_not_a_deck_is_reported(wrong, text, name, message):
    """A table without a header, an empty one, and a spreadsheet file."""
    ((rule, *_, found),) = wrong(text, name)
    assert (rule, found) == ("TABLE001", message)


def test_valid_lines_are_read_despite_invalid_ones(tmp_path):
    """An error in one line does not hide the other cards of the deck."""
    path = tmp_path / "my-deck.csv"
    path.write_text("card,copies\nAlder,two\nBirch,2\n", encoding="utf-8")
    deck = read_deck(path, path.name)
    assert [line.card for line in deck.lines] == ["Birch"]
    assert [problem.rule for problem in deck.problems] == ["VALUE001"]
