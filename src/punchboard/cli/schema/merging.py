"""Layouts that extend others: what a file may leave out, or take away with a null, because another one has it."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, Final

Schema = dict[str, Any]

_NULL: Final = {"type": "null"}


def loosened_schema(schema: Schema, depths: Mapping[str, int]) -> Schema:
    """Return the schema of a layout for files as they are written, before they are laid over what they extend.

    Args:
        schema: of the whole layout, a mapping with its definitions.
        depths: how deep each section merges: so deep, parts may be missing, and a null takes its key away.
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
    """Let the keys of a mapping be missing or null, down to a depth; lists are never merged."""
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
    told = {key: value for key, value in part.items() if key in {"description", "default"}}
    rest = {key: value for key, value in part.items() if key not in told}
    return {"anyOf": [*(options if rest.keys() == {"anyOf"} else [rest]), _NULL], **told}


def _name(ref: str) -> str:
    return ref.rpartition("/")[2]
