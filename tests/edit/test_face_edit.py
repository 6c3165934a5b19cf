"""A box of an inherited face is changed in the game's own file, which gets only the changed keys."""

from __future__ import annotations

from typing import Any

from punchboard.edit.face_edit import changed_box, copied_box, deleted_box, own_text
from punchboard.load.yaml.places import read_yaml_value

STOCK: dict[str, Any] = {
    "title": {"slot": "text", "sides": {"left": 8, "right": 7, "top": 5, "height": 8}, "style": "card-title"},
    "icon": {"slot": "icon", "at": [3, 3], "size": [8, 8]},
}


def test_a_game_without_an_own_face_gets_one() -> None:
    """The new file extends the inherited face and has only the changed key of the changed box."""
    text = changed_box(own_text(None, "framed"), STOCK, "title", {("sides", "left"): 9.5})
    assert text == "extends: framed\nboxes:\n  title: {sides: {left: 9.5, right: 7, top: 5, height: 8}}\n"


def test_a_second_change_touches_one_value() -> None:
    """A box that the own file changes already gets its new value where the old one is written."""
    text = "extends: framed\nboxes:\n  title: {sides: {left: 9, right: 7, top: 5, height: 8}}  # more air\n"
    assert changed_box(text, STOCK, "title", {("sides", "left"): 10}) == text.replace("left: 9", "left: 10")
    assert changed_box(text, STOCK, "icon", {("at",): [4, 3]}) == f"{text}  icon: {{at: [4, 3]}}\n"


def test_a_deleted_inherited_box_is_left_out_and_an_own_one_is_gone() -> None:
    """A null leaves out what the face inherits; a box of the file's own disappears from it."""
    text = "extends: framed\nboxes:\n  star: {at: [1, 1], size: [2, 2]}\n  dot: {at: [1, 1], size: [2, 2]}\n"
    assert deleted_box(text, STOCK, "star") == text.replace("  star: {at: [1, 1], size: [2, 2]}\n", "")
    assert deleted_box(text, STOCK, "icon") == f"{text}  icon: null\n"


def test_a_copied_slot_shows_the_same_field() -> None:
    """The copy has a name of its own, and the content of the box that it was copied from."""
    text, name = copied_box("extends: framed\n", STOCK, "icon", {("at",): [5, 5]})
    assert name == "icon-2"
    assert read_yaml_value(text, "")["boxes"][name] == {**STOCK["icon"], "at": [5, 5], "icon": "{{ icon }}"}
