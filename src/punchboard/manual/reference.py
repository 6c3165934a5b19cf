"""The reference of a kind of file, as Markdown, from its JSON Schema: what may stand in it, key by key."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from json import dumps
from types import MappingProxyType
from typing import Any, Final

Schema = Mapping[str, Any]

STANDING: Final = frozenset({"stated", "derived", "prototype"})
"""Keys of a mapping that says where its values come from; one of them is given."""

_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "string": "text",
        "integer": "a whole number",
        "number": "a number",
        "boolean": "true or false",
        "null": "nothing",
        "object": "a mapping",
        "array": "a list",
    }
)
"""How a type of JSON Schema is called in YAML."""

_BOUNDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "minimum": "at least {}",
        "exclusiveMinimum": "more than {}",
        "maximum": "at most {}",
        "exclusiveMaximum": "less than {}",
        "minItems": "at least {} of them",
        "minProperties": "at least {} of them",
    }
)


def reference(title: str, about: str, schema: Schema) -> str:
    """Return the reference of a file as Markdown: a section for the file, and one for each mapping within it.

    Args:
        title: the heading.
        about: a paragraph on what the file is for.
        schema: its JSON Schema (draft 2020-12), with the mappings within it under ``$defs``.
    """
    sections = [f"# {title}\n\n{about}\n", *_table(schema)]
    for name in _order(schema):
        part = schema["$defs"][name]
        if part.get("properties"):
            sections += [f"## {_heading(name)}\n", *_about(part), *_table(part)]
    return "\n".join(sections)


def _order(schema: Schema) -> Iterator[str]:
    """Yield the names of the mappings in the order in which a reader comes to them."""
    seen: dict[str, None] = {}
    wait = [schema]
    while wait:
        for name in _named(wait.pop(0)):
            if name not in seen:
                seen[name] = None
                wait.append(schema["$defs"][name])
    yield from seen


def _named(value: Any) -> Iterator[str]:
    """Yield the names of the definitions that a part of a schema refers to, but not those within definitions."""
    match value:
        case {"$ref": str(ref)}:
            yield ref.rpartition("/")[2]
        case Mapping():
            for key, part in value.items():
                if key != "$defs":
                    yield from _named(part)
        case list() | tuple():
            for part in value:
                yield from _named(part)
        case _:
            pass


def _about(part: Schema) -> Iterator[str]:
    if text := part.get("description", ""):
        yield f"{_line(text)}\n"


def _table(part: Schema) -> Iterator[str]:
    """Yield the table of a mapping's keys; those that must be given are bold."""
    needed = set(part.get("required", ()))
    keys = part.get("properties", {})
    yield "| key | takes | when it is not given | |"
    yield "|---|---|---|---|"
    if keys.keys() >= STANDING:
        yield "| `stated`, `derived` or `prototype` | text | | where its values come from |"
        keys = {key: value for key, value in keys.items() if key not in STANDING}
    for key, value in keys.items():
        name = f"**`{key}`**" if key in needed else f"`{key}`"
        default = "must be given" if key in needed else _default(value)
        yield f"| {name} | {_takes(value)} | {default} | {_line(value.get('description', ''))} |"
    yield ""


def _default(value: Schema) -> str:
    default = value.get("default")
    return "" if default in (None, "", [], {}) else f"`{dumps(default, ensure_ascii=False)}`"


def _takes(value: Schema) -> str:
    """Return in words what a value may be."""
    match value:
        case {"$ref": str(ref)}:
            name = _heading(ref.rpartition("/")[2])
            return f"[{name}](#{name.lower().replace(' ', '-')})"
        case {"enum": [*choices]}:
            return _either(f"`{choice}`" for choice in choices)
        case {"const": choice}:
            return f"`{choice}`"
        case {"anyOf": [*ways]} | {"oneOf": [*ways]} | {"allOf": [*ways]}:
            return _either(_takes(way) for way in ways if way.get("type") != "null")
    return _takes_of_type(value)


def _takes_of_type(value: Schema) -> str:
    match value:
        case {"type": "array", "items": Mapping() as items} if items:
            return f"a list of {_takes(items)}"
        case {"type": "array", "prefixItems": [*items]}:
            return f"[{', '.join(map(_takes, items))}]"
        case {"type": "object", "additionalProperties": Mapping() as items} if items:
            return f"a mapping to {_takes(items)}"
        case {"type": str(name)}:
            return ", ".join((_WORDS[name], *_bounds(value)))
    return "anything"


def _bounds(value: Schema) -> Iterator[str]:
    for key, words in _BOUNDS.items():
        if key in value:
            yield words.format(f"{value[key]:g}")


def _either(parts: Iterable[str]) -> str:
    return " or ".join(dict.fromkeys(parts))


def _heading(name: str) -> str:
    """Return the name of a model as words: ``TuckBoxFile`` is a tuck box."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name.removesuffix("File")).capitalize()


def _line(text: str) -> str:
    """Return a docstring as one line of a table: its code as Markdown has it, its bars harmless."""
    plain = re.sub(r"``([^`]+)``", r"`\1`", " ".join(text.split()))
    return plain.replace("|", "\\|")
