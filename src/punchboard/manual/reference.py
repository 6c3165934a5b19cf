"""The reference of one kind of file as Markdown, made from its JSON Schema: every key, its values in words."""

import re
from collections.abc import Iterable, Iterator, Mapping
from json import dumps
from typing import Any, Final, NamedTuple

Schema = Mapping[str, Any]

VALUES_PAGE: Final = "README.md"
"""The page that explains the types of values, each at an anchor of its name."""

_WORDS: Final[Mapping[str, str]] = {
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "`true` or `false`",
    "null": "nothing",
    "object": "a mapping",
    "array": "a list",
}
"""The name of a JSON Schema type in the reference."""

_BOUNDS: Final[Mapping[tuple[str, ...], str]] = {
    ("minimum", "maximum"): "from {} to {}",
    ("exclusiveMinimum", "maximum"): "over {}, up to {}",
    ("minimum",): "from {} up",
    ("exclusiveMinimum",): "over {}",
    ("maximum",): "up to {}",
}
"""The wording of a number's bounds; the first entry whose keys are all given applies."""

_SORT: Final = re.compile(r"\[([A-Za-z ]+)\](?!\()")
_MEASURE: Final = "a [measure]"


def value_text(value: Schema) -> str:
    """Return a description of the allowed values, as Markdown."""
    return link_value_types(_unlinked_text(value))


def link_value_types(text: str) -> str:
    """Return Markdown in which ``[name]`` links to the explanation of that type of value."""
    return _SORT.sub(lambda match: f"[{match[1]}]({VALUES_PAGE}#{anchor(match[1])})", text)


def default_text(value: Schema) -> str:
    """Return the default of a key as a designer would write it, or an empty text if there is none."""
    default = value.get("default")
    return "" if default in (None, "", [], {}) else f"`{_plain(default)}`"


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
            are_measures = {*map(_unlinked_text, items)} == {_MEASURE}
            return f"a list of {len(items)} [measures]({VALUES_PAGE}#measure)" if are_measures else "a list"
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
    bounds = (
        words.format(*(f"{value[key]:g}" for key in keys)) for keys, words in _BOUNDS.items() if value.keys() >= {*keys}
    )
    yield from [*bounds][:1]


def _without_duplicates(ways: list[str]) -> Iterator[str]:
    """Yield the alternatives of a value, without ``a number`` beside a measure."""
    for way in ways:
        if not (_MEASURE in ways and way.startswith("a number")):
            yield way


def _either(parts: Iterable[str]) -> str:
    distinct = list(dict.fromkeys(parts))
    return " or ".join((", ".join(distinct[:-1]), distinct[-1])) if len(distinct) > 1 else "".join(distinct)


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


STANDING: Final = frozenset({"stated", "derived", "prototype"})
"""Keys of a mapping that say where its values come from. One of them is given."""

ByKey = Mapping[str, Mapping[str, str]]
"""Texts by the name of a model, then by key."""


NO_NOTES: Final[Mapping[str, Any]] = {}


class Notes(NamedTuple):
    """Text that a schema does not contain, by the names of the models in it."""

    values: ByKey = NO_NOTES
    """What values may be, if the schema says only that they are text."""
    defaults: ByKey = NO_NOTES
    additions: ByKey = NO_NOTES
    """A sentence to add after the meaning of a key."""
    examples: Mapping[str, str] = NO_NOTES
    """YAML for a section."""


def reference_markdown(title: str, about: str, name: str, schema: Schema, notes: Notes) -> str:
    """Return the reference of a file as Markdown: a section for the file, and one for each mapping in it.

    Args:
        title: the heading.
        about: a paragraph on the purpose of the file.
        name: the name of the model of the file itself.
        schema: its JSON Schema (draft 2020-12), with the mappings in it under ``$defs``.
        notes: further text.
    """
    sections = [f"# {title}\n\n{about}\n", *_section(name, schema, notes)]
    for defined in _order(schema):
        part = schema["$defs"][defined]
        if part.get("properties"):
            sections += [f"## {heading(defined)}\n", *_about(part), *_section(defined, part, notes)]
    return "\n".join(sections)


def _order(schema: Schema) -> Iterator[str]:
    """Yield the names of the mappings in the order in which a reader meets them."""
    seen: dict[str, None] = {}
    wait = [schema]
    while wait:
        for name in _named(wait.pop(0)):
            if name not in seen:
                seen[name] = None
                wait.append(schema["$defs"][name])
    yield from seen


def _named(value: Any) -> Iterator[str]:
    """Yield the names of the definitions that a part of a schema refers to, without those in definitions."""
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


def _about(part: Schema) -> Iterator[str]:
    if text := part.get("description", ""):
        yield f"{_line(text)}\n"


def _section(name: str, part: Schema, notes: Notes) -> Iterator[str]:
    """Yield the example and the table of a mapping."""
    if name in notes.examples:
        yield f"```yaml\n{notes.examples[name].rstrip()}\n```\n"
    yield from _table(name, part, notes)


def _table(name: str, part: Schema, notes: Notes) -> Iterator[str]:
    """Yield the table of a mapping's keys. Required keys are bold."""
    required = set(part.get("required", ()))
    keys = part.get("properties", {})
    standing = keys.keys() >= STANDING
    keys = {key: value for key, value in keys.items() if not (standing and key in STANDING)}
    defaults = notes.defaults.get(name, {})
    default_texts = {}
    for key, value in keys.items():
        noted = f"`{defaults[key]}`" if defaults.get(key) else ""  # an empty note says that there is no default
        default_texts[key] = "required" if key in required else noted if key in defaults else default_text(value)
    if keys:
        yield from _head("key", "value", *(("default",) if any(default_texts.values()) else ()), "")
    for key, value in keys.items():
        key_text = f"**`{key}`**" if key in required else f"`{key}`"
        note = notes.values.get(name, {}).get(key)
        allowed = link_value_types(note) if note else value_text(value)
        addition = notes.additions.get(name, {}).get(key, "")
        examples = "".join(f" `{example}`" for example in value.get("examples", ()))
        meaning = f"{_line(value.get('description', ''))}{examples} {addition}".strip()
        default = (default_texts[key],) if any(default_texts.values()) else ()
        yield _row(key_text, allowed, *default, meaning)
    if keys:
        yield ""
    if standing:
        yield "`stated`, `derived` or `prototype` are also allowed: [where values come from](README.md#standing).\n"


def _head(*cells: str) -> Iterator[str]:
    yield _row(*cells)
    yield f"|{'---|' * len(cells)}"


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def _line(text: str) -> str:
    """Return a docstring as one line of a table: code in Markdown backticks, bars escaped."""
    plain = re.sub(r"``([^`]+)``", r"`\1`", " ".join(text.split()))
    return plain.replace("|", "\\|")
