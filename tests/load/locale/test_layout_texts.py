"""The texts of layouts that a translation covers."""

import pytest

from punchboard.load.locale.sources import _texts
from punchboard.model.layout.layout import Box


@pytest.mark.parametrize(
    ("each", "translated"),
    [("['North', 'South']", True), ('[ "North" ]', True), ("[1, 2, 3]", False), ("realms", False)],
)
def test_words_that_a_box_is_repeated_for_are_translated(each, translated):
    """They are printed. Numbers and lists of the game are the same in every language."""
    raw = {"at": [0, 0], "size": [9, 9], "text": "{{ item }}", "repeat": {"each": each, "step": [9, 0]}}
    assert dict(_texts(Box.model_validate(raw))).get("each") == (each if translated else None)
