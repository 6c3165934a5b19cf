"""Sides of cards in a text."""

import pytest

from punchboard.products.game.books import card_sides


@pytest.mark.parametrize(
    ("text", "sides"),
    [
        ("# One\n\na\n\n# Two\nb\n", [("One", "a", 1), ("Two", "b", 5)]),
        ("\n# One\n", [("One", "", 2)]),
        ("Draw.\n", [("", "Draw.", 1)]),
        ("\nDraw.\n\n# One\na", [("", "Draw.", 2), ("One", "a", 4)]),
        ("## Small\n\na", [("", "## Small\n\na", 1)]),
        ("", []),
        (" \n\n", []),
    ],
)
def test_each_title_is_a_side_and_what_stands_before_the_first(text, sides):
    """An empty text has none."""
    found = card_sides(text)
    assert [(title, body, line) for _, _, title, body, line in found] == sides
    assert [number for number, *_ in found] == list(range(1, len(sides) + 1))
    assert {count for _, count, *_ in found} <= {len(sides)}
