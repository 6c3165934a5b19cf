"""Inputs made from seeds: changed bytes and characters, changed YAML trees, repacked archives and chunks.

Everything uses one `random.Random`, so the same random seed makes the same inputs.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from random import Random
from types import MappingProxyType
from typing import Any, Final

import yaml
from changes import LONGEST, NUMBERS, SCALARS, changed_bytes, changed_script, changed_text
from containers import changed_pdf, changed_png, changed_zip

Change = Callable[[bytes, Random, Sequence[bytes]], bytes]


def _anything(random: Random, depth: int = 2) -> Any:
    """Return a value that may occur anywhere in a file of a game."""
    pick = random.random()
    if depth and pick < 0.12:
        return [_anything(random, depth - 1) for _ in range(random.randrange(4))]
    if depth and pick < 0.24:
        return {str(random.choice(SCALARS)): _anything(random, depth - 1) for _ in range(random.randrange(4))}
    return random.choice(NUMBERS) if pick < 0.5 else random.choice((None, True, False, *SCALARS))


def changed_tree(data: bytes, random: Random, seeds: Sequence[bytes]) -> bytes:
    """Return a YAML document with some values replaced, removed, or swapped for those of another seed."""
    tree = _tree(data)
    if not isinstance(tree, dict | list) or random.random() < 0.3:
        return changed_text(data, random, seeds)
    for _ in range(random.choice((1, 1, 2, 4))):
        nodes = list(_nodes(tree))
        if not nodes:
            break
        owner, key = random.choice(nodes)
        _change(owner, key, random, nodes)
    made = json.dumps(tree, ensure_ascii=False).encode(errors="replace")
    return made if len(made) < LONGEST else data  # a value inserted into itself grows without limit


def _change(owner: Any, key: Any, random: Random, nodes: Sequence[tuple[Any, Any]]) -> None:
    match random.randrange(5):
        case 0:
            del owner[key]
        case 1 if isinstance(owner, dict):
            owner[str(random.choice(SCALARS))] = owner.pop(key)
        case 2:
            other, place = random.choice(nodes)
            value = other[place] if (place in other if isinstance(other, dict) else place < len(other)) else None
            owner[key] = json.loads(json.dumps(value))
        case _:
            owner[key] = _anything(random)


def _nodes(tree: Any) -> Any:
    """Yield every position in a tree as its owner and key."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        for key, value in list(node.items() if isinstance(node, dict) else enumerate(node)):
            yield node, key
            if isinstance(value, dict | list):
                waiting.append(value)


_HEAD: Final = re.compile(rb"^(=== \S+\n)", re.MULTILINE)


def changed_game(data: bytes, random: Random, seeds: Sequence[bytes]) -> bytes:
    """Return the files of a game, each below its name, with one changed, removed, or taken from another game."""
    start, *parts = _HEAD.split(data)
    if not parts or random.random() < 0.05:
        return changed_text(data, random, seeds)
    _, *others = _HEAD.split(random.choice(seeds))
    at = 2 * random.randrange(len(parts) // 2)
    from_other = 2 * random.randrange(len(others) // 2)
    match random.randrange(12):
        case 0:
            del parts[at : at + 2]
        case 1:
            parts += others[from_other : from_other + 2]
        case _:
            change = changed_tree if parts[at].endswith(b".yaml\n") else changed_text
            changed = change(parts[at + 1], random, others[1::2] or (b"",))
            parts[at + 1] = changed + b"\n" * (not changed.endswith(b"\n"))
    return start + b"".join(parts)


@lru_cache(maxsize=1000)
def _as_json(data: bytes) -> bytes:
    """Return a document as JSON, which is read a hundred times as fast; "" for an invalid document."""
    if data[:1] in b"[{":
        try:
            json.loads(data)
        except (ValueError, RecursionError):
            pass
        else:
            return data
    try:
        return json.dumps(yaml.load(data, Loader=yaml.CBaseLoader)).encode()
    except (yaml.YAMLError, TypeError, ValueError, RecursionError, UnicodeDecodeError):
        return b""


def _tree(data: bytes) -> Any:
    found = _as_json(data)
    return json.loads(found) if found and found.count(b"[") + found.count(b"{") < 2000 else None


def pick_seed(form: str, seeds: Sequence[bytes], random: Random) -> bytes:
    """Return a seed to start with: the shortest of three, and usually only some lines of a long text."""
    data = min((random.choice(seeds) for _ in range(3)), key=len)
    if form not in {"text", "script"} or len(data) < 400 or data.startswith(b"<") or random.random() < 0.1:
        return data
    lines = data.split(b"\n")
    at = random.randrange(len(lines))
    return b"\n".join(lines[at : at + random.randrange(1, 10)])[:2000]


CHANGES: Final[Mapping[str, Change]] = MappingProxyType(
    {
        "bytes": changed_bytes,
        "text": changed_text,
        "script": changed_script,
        "tree": changed_tree,
        "game": changed_game,
        "zip": changed_zip,
        "png": changed_png,
        "pdf": changed_pdf,
    }
)
"""The function that changes inputs of each form."""


def mutate(form: str, data: bytes, random: Random, seeds: Sequence[bytes], tokens: Sequence[bytes] = ()) -> bytes:
    """Return an input made from another.

    Args:
        form: one of `CHANGES`.
        data: the input to start with.
        random: the source of random choices.
        seeds: other inputs, to take parts from.
        tokens: words of the language that the target reads.
    """
    for _ in range(random.choice((1, 1, 2, 3, 6))):
        if tokens and random.random() < 0.3:
            at = random.randrange(len(data) + 1)
            data = data[:at] + random.choice(tokens) + data[at:]
        else:
            data = CHANGES[form](data, random, seeds)
    return data[:LONGEST] if form in {"text", "tree", "script", "game"} else data[: 50 * LONGEST]
