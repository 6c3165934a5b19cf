"""PROSE010: numbers that are printed on cards."""

import pytest

from punchboard.checks.prose.rules import printed_values


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("A Barn Owl is worth 4 points.", "points 4 here, but 'Barn Owl' has 5"),
        ("Foxgloves have points of 2.", "points 2 here, but 'Foxglove' has 3"),
        ("| Bird | Points |\n|---|---|\n| Wren | 1 |\n| Barn Owl | 6 |", "points 6 here, but 'Barn Owl' has 5"),
    ],
)
def test_another_number_is_reported(messages, text, message):
    """After the name and a verb, with the name of the column, or in the column of a table."""
    assert [found for _, found in messages(printed_values, text)] == [message]


@pytest.mark.parametrize(
    "text",
    [
        "A Barn Owl is worth 5 points.",
        "A Barn Owl is worth 4 points if a Wren is beside it.",
        "With three players, a Barn Owl is worth 4 points.",
        "A Barn Owl is worth 4 points in winter.",
        "A bird is worth 4 points.",
        "A Scarecrow is worth 2 points.",
        "A Barn Owl takes 2 Eggs.",
        "> **Example.** The Barn Owl is worth 7 points.",
        "| Bird | Cards |\n|---|---|\n| Barn Owl | 2 |",
    ],
)
def test_the_same_number_or_one_of_something_else_has_no_problems(messages, text):
    """What is true only at times, or of a whole kind, or of a piece without such a number."""
    assert messages(printed_values, text) == []
