"""The reference of one kind of file as Markdown, made from its JSON Schema: every key and its values."""

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from punchboard.manual.schema_values import Schema, default_text, heading, link_value_types, value_text

STANDING: Final = frozenset({"stated", "derived", "prototype"})
"""Keys of a mapping that say where its values come from. One of them is given."""

ByKey = Mapping[str, Mapping[str, str]]
"""Texts by the name of a model, then by key."""


NO_NOTES: Final[Mapping[str, Any]] = MappingProxyType({})


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
    for part in _order(schema):
        made = schema["$defs"][part]
        if made.get("properties"):
            sections += [f"## {heading(part)}\n", *_about(made), *_section(part, made, notes)]
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
        case _:
            pass


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
    default_texts = {
        key: f"`{defaults[key]}`" if defaults.get(key) else default_text(value) for key, value in keys.items()
    }
    default_texts |= dict.fromkeys(keys.keys() & {key for key, text in defaults.items() if not text}, "")
    default_texts |= dict.fromkeys(keys.keys() & required, "required")
    if keys:
        yield from _head("key", "value", *(("default",) if any(default_texts.values()) else ()), "")
    for key, value in keys.items():
        key_text = f"**`{key}`**" if key in required else f"`{key}`"
        note = notes.values.get(name, {}).get(key)
        meaning = (
            f"{_line(value.get('description', ''))}{_examples(value)} {notes.additions.get(name, {}).get(key, '')}"
        )
        yield _row(
            key_text,
            link_value_types(note) if note else value_text(value),
            *_if_any(default_texts, key),
            meaning.strip(),
        )
    if keys:
        yield ""
    if standing:
        yield "`stated`, `derived` or `prototype` are also allowed: [where values come from](README.md#standing).\n"


def _if_any(without: Mapping[str, str], key: str) -> tuple[str, ...]:
    return (without[key],) if any(without.values()) else ()


def _head(*cells: str) -> Iterator[str]:
    yield _row(*cells)
    yield f"|{'---|' * len(cells)}"


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def _examples(value: Schema) -> str:
    return "".join(f" `{example}`" for example in value.get("examples", ()))


def _line(text: str) -> str:
    """Return a docstring as one line of a table: code in Markdown backticks, bars escaped."""
    plain = re.sub(r"``([^`]+)``", r"`\1`", " ".join(text.split()))
    return plain.replace("|", "\\|")
