"""The text of a YAML file with one value set, added or removed, and everything else as it was.

A path has the keys of mappings and the numbers of list items, from the top of the document, as in `read_yaml`. The
texts are those that `read_yaml` accepts; each function returns the new text, or raises ``ProblemsFound`` as it does.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple, cast

import yaml

from punchboard.edit.parts import Part, replaced
from punchboard.importer.yaml_text import quoted
from punchboard.load.yaml.places import read_yaml, read_yaml_value
from punchboard.model.values import Path
from punchboard.problem import ProblemsFound
from punchboard.system.yaml_parser import PARSER


class Entry(NamedTuple):
    """An entry of a mapping or an item of a list: where it begins, its key or number, and its value."""

    start: int
    key: str | int
    key_end: int
    value: yaml.Node


class Document(NamedTuple):
    """A document: its text and its top node."""

    body: str
    root: yaml.Node


def parsed(text: str) -> Document:
    """Return a document as nodes.

    Raises:
        ProblemsFound: as `read_yaml`: YAML001 for invalid YAML, YAML002 for a duplicate key, YAML003 for aliases.
    """
    read_yaml(text, "")
    root = yaml.compose(text, Loader=PARSER)
    return Document(text, root if root is not None else _nothing(len(text)))


def _nothing(at: int) -> yaml.Node:
    mark: Any = yaml.Mark("", at, 0, 0, None, 0)
    return yaml.ScalarNode("tag:yaml.org,2002:null", "", mark, mark)


def entries(body: str, node: yaml.Node) -> list[Entry]:
    """Return the entries of a mapping or the items of a list; none of a scalar."""
    if isinstance(node, yaml.MappingNode):
        return [Entry(key.start_mark.index, key.value, key.end_mark.index, value) for key, value in node.value]
    if not isinstance(node, yaml.SequenceNode):
        return []
    starts = [item.start_mark.index for item in node.value]
    if node.flow_style:
        return [Entry(start, number, start, node.value[number]) for number, start in enumerate(starts)]
    dashes = [_dash(body, start, node.start_mark.column) for start in starts]
    return [Entry(dash, number, dash + 1, node.value[number]) for number, dash in enumerate(dashes)]


def _dash(body: str, at: int, column: int) -> int:
    """Return the position of the dash of a list's item, which may be some lines above the item itself."""
    start = line_start(body, at)
    while start + column >= at or body[start + column] != "-":
        start = line_start(body, start - 1)
    return start + column


def deepest(body: str, root: yaml.Node, path: Path) -> tuple[yaml.Node, int]:
    """Return the node that a path leads to, or the last one on the way, and how many keys of the path lead to it."""
    node = root
    for depth, key in enumerate(path):
        child = next((entry.value for entry in entries(body, node) if entry.key == key), None)
        if child is None:
            return node, depth
        node = child
    return node, len(path)


def node_at(body: str, root: yaml.Node, path: Path) -> yaml.Node:
    """Return the node at a path that exists."""
    return deepest(body, root, path)[0]


def is_flow(node: yaml.Node) -> bool:
    """Tell whether a mapping or list is written in brackets."""
    return bool(cast("yaml.CollectionNode", node).flow_style)


def node_end(body: str, node: yaml.Node) -> int:
    """Return the end of a value's own text, without the empty lines and comments behind it."""
    if isinstance(node, yaml.CollectionNode) and not node.flow_style:
        return max(value_end(body, entry) for entry in entries(body, node))
    start, end = node.start_mark.index, node.end_mark.index
    return start + len(body[start:end].rstrip("\n"))


def value_end(body: str, entry: Entry) -> int:
    """Return the end of an entry's text."""
    return max(node_end(body, entry.value), after_colon(body, entry))


def after_colon(body: str, entry: Entry) -> int:
    """Return the position behind the colon of a mapping's entry, or the dash of a list's item."""
    return body.index(":", entry.key_end) + 1 if isinstance(entry.key, str) else entry.key_end


def line_start(body: str, at: int) -> int:
    """Return where the line of a position begins."""
    return body.rfind("\n", 0, at) + 1


def line_end(body: str, at: int) -> int:
    """Return where the line of a position ends, in front of its line break."""
    end = body.find("\n", at)
    return len(body) if end < 0 else end


def yaml_line(value: Any, quote: str = "") -> str:
    """Return a value as YAML on one line: a scalar, or a mapping or list in brackets.

    Args:
        value: None, a boolean, a number, a text, or a mapping or list of such values.
        quote: the quotes to keep around a text, ``'`` or ``"``; without, a text has quotes only where YAML needs them.
    """
    if isinstance(value, Mapping):
        return (
            "{" + ", ".join(f"{yaml_line(key)}: {yaml_line(inner_value)}" for key, inner_value in value.items()) + "}"
        )
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(yaml_line, value)) + "]"
    if isinstance(value, str):
        return _text(value, quote)
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return number_text(value) if isinstance(value, float) else str(value)


def number_text(number: float) -> str:
    """Return a number to a thousandth, without zeros at its end."""
    short = f"{number:.3f}".rstrip("0").rstrip(".")
    return "0" if short in {"-0", ""} else short


def _text(text: str, quote: str) -> str:
    if quote == "'" and text.isprintable():
        return "'" + text.replace("'", "''") + "'"
    if quote != '"' and _reads_as_written(text):
        return text
    return quoted(text)


def _reads_as_written(text: str) -> bool:
    """Tell whether a text without quotes is the same text: after a key, in a list, and in brackets."""
    if not text.isprintable() or text != text.strip():
        return False
    try:
        read = read_yaml_value(f"a: {text}\nb:\n- {text}\nc: {{a: {text}, b: [{text}]}}\n", "")
        return bool(read == {"a": text, "b": [text], "c": {"a": text, "b": [text]}})
    except ProblemsFound:
        return False


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
    return remove_entries(text, path[:-1], {path[-1]}) if path else text


def remove_entries(text: str, parent: Path, keys: Collection[str | int]) -> str:
    """Return the text without some entries or items of the one at a path, as `remove_value` does for each."""
    document = parsed(text)
    body, (node, depth) = document.body, deepest(document.body, document.root, parent)
    siblings = entries(body, node) if depth == len(parent) else []
    kept = [number for number, entry in enumerate(siblings) if entry.key not in keys]
    if len(kept) == len(siblings):
        return text
    if not kept:
        return _replaced(document, parent, [] if isinstance(node, yaml.SequenceNode) else {})
    removed = sorted(set(range(len(siblings))) - set(kept))
    return replaced(body, ((*_extent(body, siblings, number, kept, flow=is_flow(node)), "") for number in removed))


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


def parts(text: str, paths: Sequence[Path]) -> list[Part]:
    """Return the parts of a text that have the entries or items at some paths, which exist."""
    body, root = parsed(text)
    known: dict[Path, dict[str | int, Part]] = {}
    for path in paths:
        if path[:-1] not in known:
            parent = node_at(body, root, path[:-1])
            known[path[:-1]] = {entry.key: _part(body, parent, entry) for entry in entries(body, parent)}
    return [known[path[:-1]][path[-1]] for path in paths]


def _part(body: str, parent: yaml.Node, entry: Entry) -> Part:
    """Return the part of a text with one entry, as a document with this entry alone."""
    path, end = (entry.key if isinstance(entry.key, str) else 0,), value_end(body, entry)
    if is_flow(parent):
        opening, closing = "[]" if isinstance(parent, yaml.SequenceNode) else "{}"
        return Part(entry.start, end, opening, closing, path)
    return Part(entry.start, line_end(body, end), " " * (entry.start - line_start(body, entry.start)), "", path)


def _replaced(document: Document, path: Path, value: Any) -> str:
    body, root = document
    node = node_at(body, root, path)
    if not path:
        pairs = value.items() if isinstance(value, Mapping) else ()
        lines = (
            "".join(f"{yaml_line(key)}: {yaml_line(inner_value)}\n" for key, inner_value in pairs)
            or f"{yaml_line(value)}\n"
        )
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
    elif (
        isinstance(value, Mapping) and value and all(isinstance(inner_value, Mapping) for inner_value in value.values())
    ):
        lines = [f"{indent}  {yaml_line(name)}: {yaml_line(inner_value)}" for name, inner_value in value.items()]
        item = "\n".join([f"{yaml_line(key)}:", *lines])  # room for more entries like these
    return body[:at] + "\n" + indent + item + body[at:]


def _extent(body: str, siblings: Sequence[Entry], number: int, kept: Sequence[int], *, flow: bool) -> tuple[int, int]:
    """Return the part of the text that goes with an entry which is removed, when others are kept."""
    entry = siblings[number]
    if flow:
        if number > kept[-1]:
            return value_end(body, siblings[number - 1]), value_end(body, entry)
        return entry.start, siblings[number + 1].start
    start, end = line_start(body, entry.start), line_end(body, value_end(body, entry)) + 1
    if body[start : entry.start].strip():  # behind the dash of a list
        return entry.start, siblings[kept[0]].start
    return (start, end) if end <= len(body) else (max(start - 1, 0), len(body))
