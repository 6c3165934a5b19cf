"""The text of a game's own face file with a box changed; the face that it extends is not touched.

A key that the own file does not have yet is copied into it with the change, since layouts that extend others replace a
box key by key. A game that has no file for a face yet gets one that extends the inherited face.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, Final

from punchboard.edit.box_moves import Changes
from punchboard.edit.yaml_edit import remove_value, set_value
from punchboard.load.yaml.places import read_yaml_value
from punchboard.model.values import Path

_BOXES: Final = "boxes"

RawBoxes = Mapping[str, Any]
"""The boxes of a face as written, merged over all that it extends, by name; None for a box that is left out."""


def own_text(text: str | None, face: str) -> str:
    """Return the text of a game's own face file, or of a new file that extends the face if there is none."""
    return f"extends: {face}\n" if text is None else text


def changed_box(text: str, boxes: RawBoxes, box: str, changes: Changes) -> str:
    """Return the file's text with keys of a box changed. A value of None removes a key."""
    for path, value in changes.items():
        key = str(path[0])
        if len(path) > 1 and key not in _own_box(text, box):
            text = set_value(text, (_BOXES, box, key), deepcopy((boxes.get(box) or {}).get(key, {})))
        where = (_BOXES, box, *path)
        text = remove_value(text, where) if value is None else set_value(text, where, value)
    return text


def cleared_key(text: str, box: str, key: str | int) -> str:
    """Return the file's text with a key of a box set to null, which hides an inherited value."""
    return set_value(text, (_BOXES, box, key), None)


def reset_key(text: str, box: str, path: Path) -> str:
    """Return the file's text without a key of a box, so that the face inherits it again."""
    shorter = remove_value(text, (_BOXES, box, *path))
    return shorter if _own_box(shorter, box) else remove_value(shorter, (_BOXES, box))


def hidden_box(text: str, box: str) -> str:
    """Return the file's text with a box left out of the face."""
    return set_value(text, (_BOXES, box), None)


def deleted_box(text: str, inherited: RawBoxes, box: str) -> str:
    """Return the file's text without a box; one that the face inherits is left out instead."""
    return hidden_box(text, box) if inherited.get(box) is not None else remove_value(text, (_BOXES, box))


def copied_box(text: str, boxes: RawBoxes, box: str, changes: Changes) -> tuple[str, str]:
    """Return the file's text with a copy of a box in front of the others, and the name of the copy."""
    number = 2
    while f"{box}-{number}" in boxes:
        number += 1
    name, raw = f"{box}-{number}", deepcopy(boxes[box])
    if raw.get("slot") and not any(raw.get(key) for key in ("text", "markdown", "icon", "picture")):
        raw[raw["slot"]] = f"{{{{ {box} }}}}"  # a slot shows the field of its own name, which the copy would lose
    return changed_box(set_value(text, (_BOXES, name), raw), {name: raw}, name, changes), name


def own_boxes(text: str) -> RawBoxes:
    """Return the boxes that a face file itself has."""
    raw = read_yaml_value(text, "")
    boxes = raw.get(_BOXES) if isinstance(raw, Mapping) else None
    return boxes if isinstance(boxes, Mapping) else {}


def _own_box(text: str, box: str) -> Mapping[str, Any]:
    own = own_boxes(text).get(box)
    return own if isinstance(own, Mapping) else {}
