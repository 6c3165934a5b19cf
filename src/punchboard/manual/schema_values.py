"""Descriptions of the values that a JSON Schema allows, in words, for the reference pages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from json import dumps
from types import MappingProxyType
from typing import Any, Final

Schema = Mapping[str, Any]

VALUES_PAGE: Final = "README.md"
"""The page that explains the types of values, each at an anchor of its name."""

_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "string": "text",
        "integer": "a whole number",
        "number": "a number",
        "boolean": "`true` or `false`",
        "null": "nothing",
        "object": "a mapping",
        "array": "a list",
    }
)
"""The name of a JSON Schema type in the reference."""

_BOUNDS: Final[Mapping[tuple[str, ...], str]] = MappingProxyType(
    {
        ("minimum", "maximum"): "from {} to {}",
        ("exclusiveMinimum", "maximum"): "over {}, up to {}",
        ("minimum",): "from {} up",
        ("exclusiveMinimum",): "over {}",
        ("maximum",): "up to {}",
    }
)
"""The wording of a number's bounds; the first entry whose keys are all given applies."""

_SORT: Final = re.compile(r"\[([A-Za-z ]+)\](?!\()")
_MEASURE: Final = "a [measure]"


def value_text(value: Schema) -> str:
    """Return a description of the allowed values, as Markdown."""
    return link_value_types(_unlinked_text(value))


def link_value_types(text: str) -> str:
    """Return Markdown in which ``[name]`` links to the explanation of that type of value."""
    return _SORT.sub(lambda found: f"[{found[1]}]({VALUES_PAGE}#{anchor(found[1])})", text)


def default_text(value: Schema) -> str:
    """Return the default of a key as a designer would write it, or an empty text if there is none."""
    found = value.get("default")
    return "" if found in (None, "", [], {}) else f"`{_plain(found)}`"


def anchor(name: str) -> str:
    """Return a heading, or the name of a type of value, as links name it."""
    return name.lower().replace(" ", "-")


def heading(name: str) -> str:
    """Return the name of a model as words: ``Tuck box`` for ``TuckBoxFile``."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name.removesuffix("File")).capitalize()


def _unlinked_text(value: Schema) -> str:
    match value:
        case {"$ref": str(ref)}:
            name = heading(ref.rpartition("/")[2])
            return f"[{name}](#{anchor(name)})"
        case {"enum": [*choices]}:
            return _either(f"`{_plain(choice)}`" for choice in choices)
        case {"const": choice}:
            return f"`{_plain(choice)}`"
        case {"anyOf": [*ways]} | {"oneOf": [*ways]} | {"allOf": [*ways]}:
            return _either(_without_duplicates([_unlinked_text(way) for way in ways if way.get("type") != "null"]))
    return _of_type(value)


def _of_type(value: Schema) -> str:
    match value:
        case {"type": "array", "items": Mapping() as items} if items:
            return f"a list of {_unlinked_text(items)}"
        case {"type": "array", "prefixItems": [*items]}:
            return (
                f"a list of {len(items)} [measures]({VALUES_PAGE}#measure)"
                if {*map(_unlinked_text, items)} == {_MEASURE}
                else "a list"
            )
        case {"type": "object"}:
            return next((f"a mapping to {_unlinked_text(part)}" for part in _parts(value)), "a mapping")
    return _alone(value)


def _parts(value: Schema) -> Iterator[Schema]:
    """Yield the schemas of a mapping's entries."""
    for part in (*value.get("patternProperties", {}).values(), value.get("additionalProperties")):
        if isinstance(part, Mapping) and part:
            yield part


def _alone(value: Schema) -> str:
    match value:
        case {"pattern": str(pattern)} if "mm|cm" in pattern:
            return _MEASURE
        case {"pattern": str(pattern)} if "#[0-9a-f" in pattern:
            return "`#rrggbb`"
        case {"pattern": _}:
            return "text"
        case {"type": str(name)}:
            return " ".join((_WORDS[name], *_bounds(value)))
        case {"type": [*names]}:
            return _either(_WORDS[name] for name in names if name != "null")
    return "any value"


def _bounds(value: Schema) -> Iterator[str]:
    said = (
        words.format(*(f"{value[key]:g}" for key in keys)) for keys, words in _BOUNDS.items() if value.keys() >= {*keys}
    )
    yield from [*said][:1]


def _without_duplicates(ways: list[str]) -> Iterator[str]:
    """Yield the alternatives of a value, without ``a number`` beside a measure."""
    for way in ways:
        if not (_MEASURE in ways and way.startswith("a number")):
            yield way


def _either(parts: Iterable[str]) -> str:
    found = list(dict.fromkeys(parts))
    return " or ".join((", ".join(found[:-1]), found[-1])) if len(found) > 1 else "".join(found)


def _plain(value: Any) -> str:
    """Return a value as written in YAML: text without quotes, numbers without trailing zeros."""
    match value:
        case str():
            return value
        case bool():
            return dumps(value)
        case float() | int():
            return f"{value:g}"
        case list() | tuple():
            return f"[{', '.join(map(_plain, value))}]"
        case Mapping():
            return f"{{{', '.join(f'{key}: {_plain(one)}' for key, one in value.items() if one not in (None, []))}}}"
    return dumps(value)
