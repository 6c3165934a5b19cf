"""PROSE010: numbers that are printed on cards."""

import pytest

from punchboard.checks.prose.rules import printed_values


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("A Barn Owl is worth 4 points.", "points 4 here, but 'Barn Owl' has 5"),
        ("Foxgloves have points of 2.", "points 2 here, but 'Foxglove' has 3"),
        ("The Barn Owl is the best of all birds: it is worth 4 points.", "points 4 here, but 'Barn Owl' has 5"),
        ("The Barn Owl is rare. It is worth 4 points.", "points 4 here, but 'Barn Owl' has 5"),
        ("The Barn Owl is shy; its points are 4.", "points 4 here, but 'Barn Owl' has 5"),
        ("A Foxglove is worth 3 points, the Dog Rose 2.", "points 2 here, but 'Dog Rose' has 1"),
        ("A Foxglove is worth 3 points, a Dog Rose 1 and a Barn Owl 4.", "points 4 here, but 'Barn Owl' has 5"),
        ("- Wren: 1 point\n- Barn Owl: 4 points\n- Foxglove: 3 points\n", "points 4 here, but 'Barn Owl' has 5"),
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
        "The Barn Owl is beside a Wren: it is worth 4 points.",
        "With a Barn Owl you may fly. It is worth 4 points.",
        "The Barn Owl is the best of all birds. Each bird is worth 4 points.",
        "The Barn Owl is worth 5 points, the Wren 2 Eggs.",
        "- Wren: 4\n- Barn Owl: 2\n- Honeysuckle: 3\n- Foxglove: 3\n",
        "- Wren: 2 Eggs\n- Barn Owl: 3 Eggs\n",
        "> **Example.** The Barn Owl is worth 7 points.",
        "| Bird | Cards |\n|---|---|\n| Barn Owl | 2 |",
    ],
)
def test_the_same_number_or_one_of_something_else_has_no_problems(messages, text):
    """What is true only at times, or of a whole kind, or of a piece without such a number."""
    assert messages(printed_values, text) == []


WORKS = "name,copies,text\nForge,3,+3 Cards\nStore,2,Keep up to 4 goods.\nMill,2,Gain 2 grain for each farm.\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("The Forge gives you 4 cards.", "4 cards here, but the text of 'Forge' has 3"),
        ("Remember: a Store lets you keep up to 5 goods.", "5 goods here, but the text of 'Store' has 4"),
        ("You pay. The Forge gives you 4 cards.", "4 cards here, but the text of 'Forge' has 3"),
        ("The Forge gives you 3 cards, and the Store stores 4 goods.", ""),
        ("With a worker, the Forge gives you 4 cards.", ""),
        ("The Forge gives you 4 coins.", ""),
        ("The Mill gives you 1 grain.", ""),
        ("Beside the Forge, a player draws 4 cards.", ""),
    ],
)
def test_the_only_number_of_something_in_the_text_of_a_card(messages, text, message):
    """In a sentence that says nothing else of the card, and not where the text itself says ``for each``."""
    assert [found for _, found in messages(printed_values, text, WORKS)] == [message] * bool(message)
