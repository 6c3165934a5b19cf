"""A value of a JSON file is set and removed, and the rest of its text stays."""

from __future__ import annotations

import copy
import json
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from punchboard.edit.json_edit import remove_value, set_value

CARDS = '[\n  {"name": "Ash", "cost": {"gold": 1}},\n  {"name": "Elm", "tags": []}\n]\n'
KEYS = st.sampled_from(["name", "a", 'b "c"', ""])
PLAIN = st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=4))
VALUES = st.recursive(
    PLAIN, lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(KEYS, inner, max_size=3)), max_leaves=8
)
LAYOUTS = st.sampled_from([{}, {"indent": 2}, {"separators": (",", ":")}])


def test_a_value_changes_its_line_alone() -> None:
    """Set, added and removed values leave the layout of the file as it was."""
    assert set_value(CARDS, (0, "cost", "gold"), 2) == CARDS.replace("1", "2")
    assert set_value(CARDS, (1, "tags", 0), "tree") == CARDS.replace("[]", '["tree"]')
    assert set_value(CARDS, (0, "cost", "silk"), 3) == CARDS.replace('"gold": 1', '"gold": 1, "silk": 3')
    added = set_value(CARDS, (2,), {"name": "Oak"})
    assert added == CARDS.replace("[]}\n", '[]},\n  {"name": "Oak"}\n')
    assert remove_value(added, (2,)) == CARDS


@given(VALUES, LAYOUTS, st.data())
def test_a_set_value_is_read_back(value: Any, layout: dict[str, Any], data: st.DataObject) -> None:
    """After any value is set anywhere, the file reads as the old data with this value; the same for a removed one."""
    assume(isinstance(value, list | dict) and value)
    text = json.dumps(value, ensure_ascii=data.draw(st.booleans()), **layout)
    path: tuple[str | int, ...] = ()
    parent = at = value
    while isinstance(at, dict | list) and at and (not path or data.draw(st.booleans())):
        key = data.draw(st.sampled_from(list(range(len(at))) if isinstance(at, list) else list(at)))
        path, parent, at = (*path, key), at, at[key]
    new = data.draw(VALUES)
    expected = copy.deepcopy(value)
    inner = _at(expected, path[:-1])
    inner[path[-1]] = new
    assert json.loads(set_value(text, path, new)) == expected
    del inner[path[-1]]
    assert json.loads(remove_value(text, path)) == expected
    more = data.draw(KEYS) if isinstance(parent, dict) else len(parent)
    added = set_value(text, (*path[:-1], more), new)
    assert _at(json.loads(added), (*path[:-1], more)) == new


def _at(value: Any, path: tuple[str | int, ...]) -> Any:
    for key in path:
        value = value[key]
    return value
