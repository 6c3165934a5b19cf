"""The parts of a YAML document with the places in the text where each begins and ends."""

from typing import Any, NamedTuple, cast

import yaml

from punchboard.load.yaml.places import read_yaml
from punchboard.model.values import Path


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
    root = yaml.compose(text, Loader=yaml.CLoader)
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
    starts = [one.start_mark.index for one in node.value]
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
        found = next((entry.value for entry in entries(body, node) if entry.key == key), None)
        if found is None:
            return node, depth
        node = found
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
