"""Problems that have one cause are one."""

import pytest

from punchboard.load.errors import joined_by_cause
from punchboard.problem import Place, Problem


@pytest.mark.parametrize(
    ("rule", "message", "said"),
    [
        ("REF001", "no icon 'moon'", "it is used in 2 other places too"),
        ("REF001", "box 'a' of face 'b': there is no icon 'moon'", "it is used in 2 other places too"),
        ("EXPR001", "there is nothing called 'moon' in '{{ moon }}'", "it is used in 2 other places too"),
        ("EXPR001", "there is no component 'ember-01'", "it is used in 2 other places too"),
        (
            "CONTRAST001",
            "text 'Owl' of box 'title' of face 'card' has a contrast of 1.0 (#ffffff on #ffffff); it needs 4.5",
            "it is the same on 2 other faces",
        ),
    ],
)
def test_many_problems_of_one_cause_are_one(rule, message, said):
    """The first stands for all; two are few enough to be shown, and others stay where they are."""
    other = Problem("FIT001", Place("d"), "too long")
    found = [Problem(rule, Place(file), message, "hint") for file in "abc"]
    assert [*joined_by_cause([*found[:1], other, *found[1:]])] == [found[0]._replace(hint=f"hint; {said}"), other]
    assert [*joined_by_cause([*found[:1], other, found[1]])] == [found[0], other, found[1]]
