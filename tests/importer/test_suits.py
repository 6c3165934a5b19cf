"""Suits in blocks of their own: the front says the suit, and all have one back."""

import pytest

from punchboard.importer.guess import ImportContext, draft_game
from punchboard.importer.source_tables import read_tables
from punchboard.importer.writing.face_yaml import back_names, groups
from punchboard.load.layouts.raw_layouts import builtin_boxes
from punchboard.load.tables import TableSource


def drafted(text):
    """Return the draft of all blocks of a table."""
    tables, _ = read_tables(TableSource("court.csv", text.encode()), ())
    return draft_game(tables, ImportContext(frozenset({"crown"}), builtin_boxes))


def blocks(head, **rows):
    """Return blocks as CSV, each with a title and the same header."""
    commas = "," * head.count(",")
    return f"{commas}\n".join("\n".join([f"{name}{commas}", head, *own, ""]) for name, own in rows.items())


RANKS = ("1,Draw a card.", "2,Gain a gem.", "3,Lose a coin.")
CARDS = ("Ace,1,Draw a card.", "King,2,Gain a gem.", "Queen,3,Lose a coin.")


@pytest.mark.parametrize(("head", "rows"), [("Rank,Text", RANKS), ("Name,Value,Text", CARDS)])
def test_the_front_says_the_suit_and_the_back_does_not(head, rows):
    """By its name, and by an icon if one pictures it; all are one deck."""
    draft = drafted(blocks(head, Crowns=rows, Wells=rows))
    assert [kind.slots["type"] for kind in draft.kinds] == ['{text: "Crowns"}', '{text: "Wells"}']
    assert [kind.slots["icon"] for kind in draft.kinds] == ["{icon: crown}", "null"]
    assert {*back_names(draft).values()} == {"back"}
    assert len(groups(draft)) == 1


def test_blocks_of_other_cards_are_decks_with_backs_of_their_own():
    """Their names tell them apart."""
    other = ("Jack,1,Draw a card.", "Knave,2,Gain a gem.", "Page,3,Lose a coin.")
    draft = drafted(blocks("Name,Value,Text", Crowns=CARDS, Wells=other))
    assert [kind.suit for kind in draft.kinds] == ["", ""]
    assert len({*back_names(draft).values()}) == 2


def test_values_that_cards_of_a_block_share_are_no_ranks():
    """Treasures and curses with some value are decks of their own."""
    rows = ("1,Draw a card.", "1,Gain a gem.", "2,Lose a coin.")
    assert [kind.suit for kind in drafted(blocks("Value,Text", Treasures=rows, Curses=rows)).kinds] == ["", ""]


def test_a_column_that_divides_ranks_is_on_the_front():
    """One suit has effects, and the other has none."""
    rows = "".join(
        f"{suit},{rank},{text}\n" for suit, text in (("Crowns", "Draw a card."), ("Wells", "")) for rank in "123"
    )
    draft = drafted(f"Suit,Rank,Effect\n{rows}")
    for kind, suit in zip(draft.kinds, ("Crowns", "Wells"), strict=True):
        assert any(box in {f'{{text: "{suit}"}}', '{text: "{{ suit }}"}'} for box in kind.slots.values())
    assert {*back_names(draft).values()} == {"back"}
