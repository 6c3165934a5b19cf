"""PROSE010: numbers that are printed on cards."""

import pytest

from punchboard.checks.prose.rules import printed_values


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("A Barn Owl is worth 4 points.", "points 4 of 'Barn Owl', which has 5"),
        ("Foxgloves have points of 2.", "points 2 of 'Foxglove', which has 3"),
        ("| Bird | Points |\n|---|---|\n| Wren | 1 |\n| Barn Owl | 6 |", "points 6 of 'Barn Owl', which has 5"),
    ],
)
def test_another_number(told, text, message):
    """After the name and a verb, with the name of the column; or below it in a table."""
    assert [found for _, found in told(printed_values, text)] == [message]


@pytest.mark.parametrize(
    "text",
    [
        "A Barn Owl is worth 5 points.",
        "A Barn Owl is worth 4 points if a Wren is beside it.",
        "A bird is worth 4 points.",
        "A Scarecrow is worth 2 points.",
        "A Barn Owl takes 2 Eggs.",
        "> **Example.** The Barn Owl is worth 7 points.",
        "| Bird | Cards |\n|---|---|\n| Barn Owl | 2 |",
    ],
)
def test_the_same_number_or_another_thing(told, text):
    """What holds at times, of a whole kind, or of a piece without such a number, is no mistake."""
    assert told(printed_values, text) == []
