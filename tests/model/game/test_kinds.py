"""Kinds of components and the names that are printed for their components."""

import pytest

from punchboard.model.game.game import Kind
from punchboard.model.game.game_file import KindFile
from punchboard.model.layout.trim import trim_from_text
from punchboard.problem import Place

FILE = KindFile.model_validate(
    {"name": "Card", "shape": "poker", "face": "card", "id": "{{ title }}", "fields": {}, "rows": [{}]}
)
CARD = Kind("card", FILE, trim_from_text("poker"), Place("game.yaml"))


@pytest.mark.parametrize(
    ("values", "name"),
    [
        ({"name": "the root", "title": "Other"}, "The root"),
        ({"name": "Card", "title": "crown"}, "Crown"),
        ({"title": "crown"}, "Crown"),
        ({"title": ""}, "Card"),
        ({}, "Card"),
    ],
)
def test_the_printed_name_of_a_component(values, name):
    """Its name, else its title, else the name of its kind; the first letter is a capital."""
    assert CARD.printed_name(values) == name
