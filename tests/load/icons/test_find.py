"""Icons are found by their names and by words that mean the same."""

import pytest

from punchboard.load.icons.icons import find_icons

MEANINGS = {"sword": "blade", "knife": "blade", "blade": "blade", "swarm": "locust"}


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("blade", ("blade", "black-blade")),
        ("sword", ("black-blade", "blade")),
        ("swo", ("black-blade", "blade")),
        ("sw", ("black-blade", "blade", "locust", "switch")),
        ("", ()),
    ],
)
def test_words_find_icons(query, found):
    """By name, by a word of the same meaning, and while such a word is being typed; a part of a name comes last."""
    assert find_icons(query, ("switch", "blade", "black-blade", "locust"), MEANINGS) == found
