"""Schemas of layouts that can extend others: keys may be missing, or be null to remove an inherited key."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, Final

Schema = dict[str, Any]

_NULL: Final = {"type": "null"}


def loosened_schema(schema: Schema, depths: Mapping[str, int]) -> Schema:
    """Return the schema of a layout file before it is merged with the layout that it extends.

    Args:
        schema: the schema of a complete layout, with its definitions.
        depths: how deep each section is merged; down to this depth, keys may be missing or null.
    """
    made = deepcopy(schema)
    if "$ref" in made:
        made = {**made["$defs"][_name(made["$ref"])], **{key: part for key, part in made.items() if key != "$ref"}}
    needed = made.pop("required", [])
    if needed:
        made["anyOf"] = [{"required": ["extends"]}, {"required": needed}]
    for section, depth in depths.items():
        _loosen(made["properties"][section], depth, made.get("$defs", {}))
    return made


def _loosen(part: Schema, depth: int, defs: Mapping[str, Schema]) -> None:
    """Allow the keys of a mapping to be missing or null, down to a depth; lists are never merged."""
    for one in part.get("anyOf", ()):
        _loosen(one, depth, defs)
    if "$ref" in part:
        _loosen(defs[_name(part["$ref"])], depth, defs)
        return
    part.pop("required", None)
    if depth == 0:
        return
    for key, value in part.get("properties", {}).items():
        part["properties"][key] = _or_null(value)
        _loosen(value, depth - 1, defs)
    for mapping in (part, part.get("patternProperties", {})):
        for key in mapping if mapping is not part else ("additionalProperties",):
            value = mapping.get(key)
            if isinstance(value, dict):
                mapping[key] = _or_null(value)
                _loosen(value, depth - 1, defs)


def _or_null(part: Schema) -> Schema:
    options = part.get("anyOf", ())
    if _NULL in options or part.get("type") == "null":
        return part
    annotations = {key: value for key, value in part.items() if key in {"description", "default"}}
    rest = {key: value for key, value in part.items() if key not in annotations}
    return {"anyOf": [*(options if rest.keys() == {"anyOf"} else [rest]), _NULL], **annotations}


def _name(ref: str) -> str:
    return ref.rpartition("/")[2]
