"""The fields of the panel for a box, from the JSON Schema of faces: their types and help texts.

The schema comes from the models that load the files, so a new key is in the panel without a change here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

from punchboard.load.yaml.places import read_yaml_value
from punchboard.schema.json_schemas import data, schema

_GROUPS: Final = "box_fields.yaml"
_BOX: Final = "Box"
_NO_FIELDS: Final = frozenset({"at", "size", "with", "repeat"})
"""Keys that the handles on the card change, and mappings, which the panel cannot show."""

_CHOSEN: Final = {"[colour]": "colour", "[style]": "style", "[icon]": "icon", "[face]": "face", "[drawing]": "ornament"}
"""The controls for names that the game or its theme defines, by the link that the reference has for them."""

_CONTROLS: Final = {"boolean": "tick", "number": "number", "integer": "number", "array": "names"}
"""The controls for other types of the schema; all others are text fields."""

_LONG: Final = frozenset({"text", "markdown"})
"""The keys whose text may have several lines."""


@cache
def box_fields() -> tuple[Mapping[str, Any], ...]:
    """Return the fields of a box in the order of the panel, as plain data for the page.

    Each has its ``path`` within the box, the ``group`` it is shown in, its ``help`` text, its ``control`` (choice,
    choices, tick, number, names, colour, style, icon, face, ornament, text or long) and the ``choices`` of the first
    two.
    """
    groups: Mapping[str, list[str]] = read_yaml_value(files(__package__).joinpath(_GROUPS).read_text("utf-8"), _GROUPS)
    place = {key: (group, index) for group, keys in groups.items() for index, key in enumerate(keys)}
    order = list(groups)
    found = [{**field, "group": place.get(".".join(field["path"]), (order[-1], 0))[0]} for field in _fields()]
    return tuple(
        sorted(found, key=lambda one: (order.index(one["group"]), place.get(".".join(one["path"]), ("", 0))[1]))
    )


def _fields() -> Iterator[dict[str, Any]]:
    models = schema("face")["$defs"]
    for key, value in models[_BOX]["properties"].items():
        part = next((one["$ref"].rpartition("/")[2] for one in _forms(value) if "$ref" in one), None)
        if key in _NO_FIELDS:
            continue
        if part is None:
            yield model_field((key,), _BOX, value)
            continue
        for inner, form in models[part]["properties"].items():
            if not any(one.get("type") == "object" for one in _forms(form)):
                yield model_field((key, inner), part, form)


def model_field(path: tuple[str, ...], model: str, value: Mapping[str, Any]) -> dict[str, Any]:
    """Return the field for a key of a model, from its JSON Schema, as `box_fields` does."""
    forms = list(_forms(value))
    field = {"path": path, "help": value.get("description", ""), "default": value.get("default")}
    choices = [choice for form in forms for choice in form.get("enum", [form["const"]] if "const" in form else [])]
    lists = [form["items"]["enum"] for form in forms if "enum" in form.get("items", {})]
    takes = str(data("takes").get(model, {}).get(path[-1], ""))
    named = next((control for link, control in _CHOSEN.items() if link in takes), None)
    types = [_CONTROLS[kind] for form in forms for kind in _types(form) if kind in _CONTROLS]
    if lists:
        return {**field, "control": "choices", "choices": lists[0]}
    if choices and len(choices) > 1:
        return {**field, "control": "choice", "choices": choices}
    words = any(kind == "string" for form in forms for kind in _types(form))
    control = named or ("text" if words and "number" in types else types[0] if types else "text")
    return {**field, "control": "long" if path[-1] in _LONG else control}


def _forms(value: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the alternatives of a schema that are not null."""
    for form in value.get("anyOf", [value]):
        if "anyOf" in form:
            yield from _forms(form)
        elif form.get("type") != "null":
            yield form


def _types(form: Mapping[str, Any]) -> list[str]:
    kinds = form.get("type", [])
    return [kinds] if isinstance(kinds, str) else list(kinds)
