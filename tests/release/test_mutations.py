"""The random changes of the program that its tests should notice."""

import ast
from pathlib import Path

import pytest

HERE = Path("src/punchboard/tiny.py")


@pytest.mark.parametrize(
    ("line", "changed"),
    [
        ("a < b", ["a <= b"]),
        ("a is  not b", ["a is b"]),
        ("a not in (b)", ["a in (b)"]),
        ("é and (b) or c", ["é and (b) and c", "é or (b) or c"]),
        ("(a  # and so on\n and b)", ["(a  # and so on\n or b)"]),
        ("a += b - 1", ["a -= b - 1", "a += b + 1", "a += b - 2"]),
        ("f(x=True)", ["f(x=False)"]),
        ("a: Literal[1] = c", []),
        ("f'{a + 1}' * 2", ["f'{a + 1}' * 3"]),
        ("'a + 1'", []),
    ],
)
def test_each_change_is_one_operator_or_constant(mutations, line, changed):
    """The text around it stays, whatever letters or comments are there."""
    source = line.encode()
    found = [change.applied(source).decode() for change in mutations.changes(HERE, source)]
    assert sorted(found) == sorted(changed)
    assert all(ast.parse(text) for text in found)


def test_a_row_shows_the_line_before_and_after(mutations):
    """With the number of the line, to go there."""
    source = b"a = b\nif a == b:\n    pass\n"
    (change,) = mutations.changes(HERE, source)
    assert change.row(source) == "| src/punchboard/tiny.py:2 | `if a == b:` | `if a != b:` |"
