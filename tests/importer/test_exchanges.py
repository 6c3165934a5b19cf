"""What one gives, and what one gets for it: both halves are in the text."""

import pytest

from punchboard.importer.guess import ImportContext, draft_game
from punchboard.importer.table_game import read_sources
from punchboard.load.layouts.raw_layouts import builtin_boxes
from punchboard.load.tables import TableSource


def slots(*columns):
    """Return the boxes of the front of three cards with names and further columns."""
    rows = zip(("Name", "Mill", "Oven", "Market"), *columns, strict=True)
    text = "".join(",".join(row) + "\n" for row in rows)
    sources = read_sources([TableSource("cards.csv", text.encode())])
    (kind,) = draft_game(sources.tables, ImportContext(frozenset(), builtin_boxes)).kinds
    return kind.slots


@pytest.mark.parametrize(
    ("give", "get"),
    [
        ("Give", "Get"),
        ("Input", "Output"),
        ("Pay", "Gain"),
        ("Cost", "Gain"),
        ("You pay", "You get"),
        ("Gib", "Ertrag"),
    ],
)
def test_both_halves_of_an_exchange_are_lines_of_the_text(give, get):
    """Beside another text, too; neither is the text alone or a tag."""
    halves = ((give, "2 grain", "1 flour", "3 bread"), (get, "1 flour", "2 bread", "1 gold and 1 silver"))
    for more in ((), (("Bonus", "", "1 star if you are first", ""),)):
        lines = slots(*halves, *more)["text"].split("\\n\\n")
        assert [f"**{name}:** " in line for name, line in zip((give, get), lines, strict=False)] == [True, True]
        assert "tags" not in slots(*halves, *more)


def test_symbols_are_halves_of_an_exchange_too():
    """They are single words."""
    lines = slots(("Give", "{g}{g}", "{f}", "{b}"), ("Get", "{f}", "{b}{b}", "{c}"))["text"].split("\\n\\n")
    assert len(lines) == 2


def test_a_short_cost_stays_in_its_corner():
    """What one gets for it is in the text."""
    boxes = slots(("Cost", "2", "1", "3"), ("Gain", "1 flour", "2 bread", "1 gold"), ("Effect", *["Draw a card."] * 3))
    assert boxes["cost"] == '{text: "{{ cost }}"}'
    assert "**Gain:** " in boxes["text"]


def test_numbers_alone_are_no_exchange():
    """They are pips."""
    assert "**" not in slots(("Input", "2", "1", "3"), ("Output", "1", "2", "1")).get("text", "")
