"""The text of a JSON file with one value set, added or removed, and everything else as it was.

A path has the keys of objects and the numbers of list items, from the top of the file. The texts are valid JSON.
"""

import json
import re
from bisect import bisect_left
from collections.abc import Collection, Iterable
from json.decoder import scanstring  # type: ignore[attr-defined]  # the part of the decoder that reads a string
from typing import Any, Final, NamedTuple

from punchboard.edit.parts import replaced
from punchboard.model.values import Path

_SPACE: Final = re.compile(r"[ \t\r\n]*")
_DECODER: Final = json.JSONDecoder()


class _Entry(NamedTuple):
    """An entry of an object or an item of a list: where it begins, its key or number, and the span of its value."""

    begin: int
    key: str | int
    start: int
    end: int


def set_value(text: str, path: Path, value: Any) -> str:
    """Return the text with a value at a path: replaced if there is one, else added behind its neighbours.

    Objects on the way that do not exist are added too.
    """
    start, end = _skip(text, 0), len(text.rstrip())
    for depth, key in enumerate(path):
        entries = _entries(text, start)
        existing = next((entry for entry in entries if entry.key == key), None)
        if existing is None:
            for deeper in reversed(path[depth + 1 :]):
                value = {deeper: value}
            if text[start] not in "{[":  # a plain value gives way
                return text[:start] + _json({key: value}) + text[end:]
            return _added(text, start, entries, key, value)
        start, end = existing.start, existing.end
    return text[:start] + _json(value) + text[end:]


def remove_value(text: str, path: Path) -> str:
    """Return the text without the entry or item at a path; as it was if it is not there."""
    return remove_entries(text, path[:-1], {path[-1]}) if path else text


def remove_entries(text: str, parent: Path, keys: Collection[str | int]) -> str:
    """Return the text without some entries or items of the one at a path, as `remove_value` does for each."""
    siblings = _entries_at(text, parent)
    kept = [number for number, entry in enumerate(siblings) if entry.key not in keys]
    if siblings and not kept:
        return text[: siblings[0].begin].rstrip() + text[siblings[-1].end :].lstrip()
    removed = sorted(set(range(len(siblings))) - set(kept))
    return replaced(
        text,
        (
            (siblings[number].begin, siblings[number + 1].begin, "")
            if number < kept[-1]
            else (siblings[number - 1].end, siblings[number].end, "")
            for number in removed
        ),
    )


def copy_item(text: str, path: Path) -> str:
    """Return the text with an item of a list written once more behind itself."""
    siblings = _entries_at(text, path[:-1])
    start, end = next((entry.start, entry.end) for entry in siblings if entry.key == path[-1])
    return text[:end] + _gap(text, siblings) + text[start:end] + text[end:]


def _entries_at(text: str, path: Path) -> list[_Entry]:
    """Return the entries of the object or list at a path; none if it is not there."""
    entries = _entries(text, _skip(text, 0))
    for key in path:
        start = next((entry.start for entry in entries if entry.key == key), None)
        entries = [] if start is None else _entries(text, start)
    return entries


def values_at(text: str, positions: Iterable[int]) -> dict[int, tuple[Path, int]]:
    """Return the paths of the values that begin at some positions, and where they end; nothing where none does."""
    wanted = sorted(set(positions))
    by_start: dict[int, tuple[Path, int]] = {}
    waiting: list[tuple[int, int, Path]] = [(_skip(text, 0), len(text.rstrip()), ())]
    while waiting:
        start, end, path = waiting.pop()
        first = bisect_left(wanted, start)
        if wanted[first : first + 1] == [start]:
            by_start[start] = path, end
        elif first < bisect_left(wanted, end):
            waiting += [(entry.start, entry.end, (*path, entry.key)) for entry in _entries(text, start)]
    return by_start


def _entries(text: str, start: int) -> list[_Entry]:
    """Return the entries of the object, or the items of the list, that begins at a position."""
    opening, entries = text[start], list[_Entry]()
    if opening not in "{[":
        return []
    at = _skip(text, start + 1)
    while text[at] not in "}]":
        begin, key = at, len(entries)
        if opening == "{":
            key, at = scanstring(text, at + 1)
            at = _skip(text, _skip(text, at) + 1)
        _, end = _DECODER.raw_decode(text, at)
        entries.append(_Entry(begin, key, at, end))
        at = _skip(text, end)
        if text[at] == ",":
            at = _skip(text, at + 1)
    return entries


def _added(text: str, start: int, entries: list[_Entry], key: str | int, value: Any) -> str:
    item = _json(value) if text[start] == "[" else f"{_json(key)}: {_json(value)}"
    if not entries:
        return text[: start + 1] + item + text[_skip(text, start + 1) :]
    last = entries[-1]
    return text[: last.end] + _gap(text, entries) + item + text[last.end :]


def _gap(text: str, entries: list[_Entry]) -> str:
    """Return what is between two entries: as between the last two, else as in front of the only one."""
    last = entries[-1]
    if len(entries) > 1:
        return text[entries[-2].end : last.begin]
    before = text[: last.begin]
    return f",{before[len(before.rstrip()) :] or ' '}"


def _skip(text: str, at: int) -> int:
    """Return the position of the next character that is no space."""
    match = _SPACE.match(text, at)
    return match.end() if match else at


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
