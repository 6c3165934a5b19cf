"""The text of a YAML file with one value set, added or removed, and everything else as it was.

A path has the keys of mappings and the numbers of list items, from the top of the document, as in `read_yaml`. The
texts are those that `read_yaml` accepts; each function returns the new text, or raises ``ProblemsFound`` as it does.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import yaml

from punchboard.edit.yaml_nodes import (
    Document,
    Entry,
    after_colon,
    deepest,
    entries,
    is_flow,
    line_end,
    line_start,
    node_at,
    node_end,
    parsed,
    value_end,
)
from punchboard.edit.yaml_values import yaml_line
from punchboard.model.values import Path


def set_value(text: str, path: Path, value: Any) -> str:
    """Return the text with a value at a path: replaced if there is one, else added behind its neighbours.

    Mappings on the way that do not exist are added too. A list item is added by the number of items as its key.
    """
    document = parsed(text)
    parent, depth = deepest(document.body, document.root, path)
    if depth == len(path):
        return _replaced(document, path, value)
    for key in reversed(path[depth + 1 :]):
        value = {key: value}
    if not entries(document.body, parent) and not (isinstance(parent, yaml.CollectionNode) and is_flow(parent)):
        return _replaced(document, path[:depth], {path[depth]: value})  # a scalar, or nothing, gives way
    return _added(document, parent, path[depth], value)


def remove_value(text: str, path: Path) -> str:
    """Return the text without the entry or item at a path and the comment on its last line; as it was if not there."""
    document = parsed(text)
    if not path or deepest(document.body, document.root, path)[1] < len(path):
        return text
    parent = node_at(document.body, document.root, path[:-1])
    siblings = entries(document.body, parent)
    if len(siblings) == 1:
        return _replaced(document, path[:-1], [] if isinstance(parent, yaml.SequenceNode) else {})
    number = [entry.key for entry in siblings].index(path[-1])
    start, end = _extent(document.body, siblings, number, flow=is_flow(parent))
    return document.body[:start] + document.body[end:]


def copy_item(text: str, path: Path) -> str:
    """Return the text with an item of a list written once more behind itself, without the comments around it."""
    body, root = parsed(text)
    parent = node_at(body, root, path[:-1])
    entry = next(entry for entry in entries(body, parent) if entry.key == path[-1])
    end = value_end(body, entry)
    if is_flow(parent):
        return body[:end] + ", " + body[entry.start : end] + body[end:]
    indent = " " * (entry.start - line_start(body, entry.start))
    at = line_end(body, end)
    return body[:at] + "\n" + indent + body[entry.start : end] + body[at:]


def _replaced(document: Document, path: Path, value: Any) -> str:
    body, root = document
    node = node_at(body, root, path)
    if not path:
        lines = "".join(f"{yaml_line(key)}: {yaml_line(one)}\n" for key, one in value.items()) or "{}\n"
        end = node_end(body, node)
        start = min(node.start_mark.index, end)
        before = body[:start] + ("" if body[:start].endswith("\n") or not body[:start] else "\n")
        return before + lines + body[end:].removeprefix("\n")
    entry = next(entry for entry in entries(body, node_at(body, root, path[:-1])) if entry.key == path[-1])
    start, end, colon = node.start_mark.index, node_end(body, node), after_colon(body, entry)
    if isinstance(node, yaml.ScalarNode) and node.style == "|" and (block := _block_text(body, node, value)):
        return body[:start] + block + body[end:]
    quote = body[start : start + 1] if isinstance(node, yaml.ScalarNode) and end > start else ""
    line = yaml_line(value, quote)
    if isinstance(entry.key, int) and end > start:
        return body[:start] + line + body[end:]
    if end <= start or line_start(body, start) != line_start(body, colon):
        return body[:colon] + " " + line + body[max(end, colon) :]
    return body[:start] + line + body[end:]


def _block_text(body: str, node: yaml.ScalarNode, value: Any) -> str:
    """Return a text of several lines as the one that it replaces; nothing for a value that needs quotes."""
    lines = value.rstrip("\n").split("\n") if isinstance(value, str) else []
    first = body[line_end(body, node.start_mark.index) + 1 :]
    indent = re.match(r" *", first.lstrip("\n"))
    bad = not lines or lines[0] != lines[0].lstrip() or any(not line.isprintable() for line in lines) or not lines[-1]
    if bad or not indent or value.endswith("\n\n"):
        return ""
    header = "|" if value.endswith("\n") else "|-"
    return "\n".join([header, *(f"{indent.group()}{line}" if line else "" for line in lines)])


def _added(document: Document, parent: yaml.Node, key: str | int, value: Any) -> str:
    body, _ = document
    siblings = entries(body, parent)
    item = yaml_line(value) if isinstance(parent, yaml.SequenceNode) else f"{yaml_line(key)}: {yaml_line(value)}"
    if is_flow(parent):
        at = value_end(body, siblings[-1]) if siblings else parent.end_mark.index - 1
        return body[:at] + (", " if siblings else "") + item + body[at:]
    at = line_end(body, value_end(body, siblings[-1]))
    indent = " " * parent.start_mark.column
    if isinstance(parent, yaml.SequenceNode):
        item = f"- {item}"
    elif isinstance(value, Mapping) and value and all(isinstance(one, Mapping) for one in value.values()):
        lines = [f"{indent}  {yaml_line(name)}: {yaml_line(one)}" for name, one in value.items()]
        item = "\n".join([f"{yaml_line(key)}:", *lines])  # room for more entries like these
    return body[:at] + "\n" + indent + item + body[at:]


def _extent(body: str, siblings: Sequence[Entry], number: int, *, flow: bool) -> tuple[int, int]:
    """Return the part of the text that goes with an entry which is removed."""
    entry, last = siblings[number], number == len(siblings) - 1
    if flow:
        if last:
            return value_end(body, siblings[number - 1]), value_end(body, entry)
        return entry.start, siblings[number + 1].start
    start, end = line_start(body, entry.start), line_end(body, value_end(body, entry)) + 1
    if body[start : entry.start].strip():  # behind the dash of a list
        return entry.start, siblings[number + 1].start
    return (start, end) if end <= len(body) else (max(start - 1, 0), len(body))
