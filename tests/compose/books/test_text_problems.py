"""What is wrong with a text, whatever game it is of."""

import pytest

from punchboard.compose.books.directives import text_problems
from punchboard.load.yaml.places import read_yaml_value

FILE = "catalog/grove/rulebook.md"


def found(text):
    return [(problem.rule, problem.place.line) for problem in text_problems(text, FILE, read_yaml_value)]


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("# One\n\nDraw {{ numbers.hand }} cards.\n\n```setup\n```\n", []),
        ("", []),
        ("---\ntitle: A\n---\n# One\n\n{{ count( }}\n", [("EXPR001", 6)]),
        ("# One\n\n{% for x in %}\n", [("EXPR001", 3)]),
        ("one\n{% if x %}\n", [("EXPR001", 2)]),
        ("# One\n\n```setpu\n```\n", [("BOOK001", 3)]),
        ("- a list\n\n  ```setpu\n  ```\n\n> ```crads\n> ```\n", [("BOOK001", 3), ("BOOK001", 6)]),
        ("# One\n\n```cards\nshow: [\n```\n", [("YAML001", 4)]),
        ("# One\n\n```cards\nshw: [ember]\n```\n", [("BOOK001", 4)]),
        ("# One\n\n```cards\nshow: {{ first }}\n```\n", []),
        ("# One\n\n```crads\nshow: {{ first }}\n```\n", [("BOOK001", 3)]),
    ],
)
def test_invalid_templates_and_blocks_are_reported(text, problems):
    """Each at its line; names and bodies that depend on the data are not checked."""
    assert found(text) == problems


def test_an_unknown_block_has_a_suggestion():
    """The hint is the nearest name."""
    (problem,) = text_problems("```setpu\n```\n", FILE, read_yaml_value)
    assert (problem.message, problem.hint) == ("'setpu' is not a directive", "did you mean 'setup'?")


def test_a_value_of_a_block_is_quoted_as_it_is_written():
    """The message names the key and the block; the hint says what to write."""
    (problem,) = text_problems("```cards\nshow: [ember]\nwidth: '3 Miles; or so'\n```\n", FILE, read_yaml_value)
    assert problem.message == "cards: in 'width', '3 Miles; or so' is not a length"
    assert problem.hint == "write a number and a unit: 12mm, 0.5in, 9pt"
