"""Icons are found by their names and by words that mean the same."""

import pytest

from punchboard.load.icons.icons import find_icons, matching_icons

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


WORDS = """
coin wood stone iron steel gold gem grain cloth silk spice fish barrel crate ship house castle meeple card die hand
heart shield sword bow magic skull potion hourglass plus minus sun moon fire water earth air leaf flask gear energy
science culture faith religion church food people crown flag star wheat attack
"""


def test_the_icons_that_tables_ask_for_are_found(tmp_path):
    """By their names, or by another word for the same thing."""
    assert [word for word in WORDS.split() if not matching_icons(word, tmp_path, ())] == []
