"""A value of a YAML file is set or removed, and the rest of its text stays."""

from __future__ import annotations

import copy
import difflib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.edit.written_yaml import KEYS, VALUES, documents

from punchboard.edit.yaml_edit import remove_value, set_value
from punchboard.load.yaml.places import read_yaml_value

GAME = """# my game
title: Moon   # the title
kinds:
  card: {name: Card, boxes: {title: {sides: {left: 8, top: 3}}, icon: {x: 1}}}  # drawn
  # the tiles
  tile:
    name: 'It''s a tile'
    list:
    - one
    - two  # second
text: |
  Hello
  you

empty:
"""


def changed_lines(old: str, new: str) -> list[str]:
    """Return the lines of a diff."""
    lines = difflib.unified_diff(old.splitlines(), new.splitlines(), n=0, lineterm="")
    return [line for line in lines if not line.startswith(("---", "+++", "@@"))]


@pytest.mark.parametrize(
    ("path", "value", "added"),
    [
        (("title",), "Sun: a game", '+title: "Sun: a game"   # the title'),
        (
            ("kinds", "card", "boxes", "title", "sides", "left"),
            8.25,
            "+  card: {name: Card, boxes: {title: {sides: {left: 8.25, top: 3}}, icon: {x: 1}}}  # drawn",
        ),
        (("kinds", "tile", "name"), "It's", "+    name: 'It''s'"),
        (("kinds", "tile", "copies"), 3, "+    copies: 3"),
        (("kinds", "tile", "list", 2), "no", "+    - no"),
        (("empty", "a", "b"), 1, "+empty: {a: {b: 1}}"),
        (("new",), [1, "a, b"], '+new: [1, "a, b"]'),
    ],
)
def test_one_value_is_one_line_of_a_diff(path: tuple[str | int, ...], value: Any, added: str) -> None:
    """A value that is set or added changes one line, and keeps its comment and its quotes."""
    diff = changed_lines(GAME, set_value(GAME, path, value))
    assert [line for line in diff if line.startswith("+")] == [added]
    assert len(diff) <= 2


def test_lines_of_a_text_stay_lines() -> None:
    """A text of several lines stays one, and only its changed line differs."""
    assert changed_lines(GAME, set_value(GAME, ("text",), "Hello\nall\n")) == ["-  you", "+  all"]


def test_an_empty_item_gets_its_value_behind_its_dash() -> None:
    """An item whose dash stands alone is filled there, and the items around it stay."""
    assert set_value("list:\n-\n- two\n", ("list", 0), "one") == "list:\n- one\n- two\n"
    assert set_value("list:\n  - one\n  -\n", ("list", 1), "two") == "list:\n  - one\n  - two\n"


def test_the_first_key_of_an_item_is_removed_behind_the_dash() -> None:
    """The next key takes its place, and the item keeps its dash."""
    text = "- name: Ash\n  cost: 3\n  text: Tall.\n- name: Elm\n"
    assert remove_value(text, (0, "name")) == "- cost: 3\n  text: Tall.\n- name: Elm\n"


@given(documents(), st.data())
def test_a_set_value_is_read_back_and_nothing_else_changes(document: tuple[str, Any], data: st.DataObject) -> None:
    """After any value is set anywhere, the file reads as the old data with this value."""
    text, value = document
    path = _path(data, value)
    if isinstance(_at(value, path[:-1]), list):
        path = (*path[:-1], data.draw(st.integers(0, len(_at(value, path[:-1])))))
    elif data.draw(st.booleans()):
        path = (*path[:-1], data.draw(KEYS))
    new = data.draw(VALUES)
    assert read_yaml_value(set_value(text, path, new), "f") == _with(value, path, new)


@given(documents(), st.data())
def test_a_removed_value_is_gone_and_nothing_else(document: tuple[str, Any], data: st.DataObject) -> None:
    """After any value is removed, the file reads as the old data without it."""
    text, value = document
    path = _path(data, value)
    expected = copy.deepcopy(value)
    del _at(expected, path[:-1])[path[-1]]
    assert (read_yaml_value(remove_value(text, path), "f") or {}) == (expected or {})


def _path(data: st.DataObject, value: Any) -> tuple[str | int, ...]:
    """Draw the path of an entry that exists."""
    path: tuple[str | int, ...] = ()
    while isinstance(value, dict | list) and value and (not path or data.draw(st.booleans())):
        key = data.draw(st.sampled_from(list(range(len(value))) if isinstance(value, list) else list(value)))
        path, value = (*path, key), value[key]
    return path


def _at(value: Any, path: tuple[str | int, ...]) -> Any:
    for key in path:
        value = value[key]
    return value


def _with(value: Any, path: tuple[str | int, ...], new: Any) -> Any:
    result = copy.deepcopy(value)
    parent = _at(result, path[:-1])
    if isinstance(parent, list) and path[-1] == len(parent):
        parent.append(new)
    else:
        parent[path[-1]] = new
    return result
