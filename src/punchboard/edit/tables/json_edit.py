"""The text of a JSON file with one value set, added or removed, and everything else as it was.

A path has the keys of objects and the numbers of list items, from the top of the file. The texts are valid JSON.
"""

import json
import re
from json.decoder import scanstring  # type: ignore[attr-defined]  # the part of the decoder that reads a string
from typing import Any, Final, NamedTuple

from punchboard.model.values import Path

_SPACE: Final = re.compile(r"[ \t\r\n]*")
_DECODER: Final = json.JSONDecoder()


class _Entry(NamedTuple):
    """An entry of an object or an item of a list: where it begins, its key or number, and the span of its value."""

    begin: int
    key: str | int
    start: int
    end: int


def set_json(text: str, path: Path, value: Any) -> str:
    """Return the text with a value at a path: replaced if there is one, else added behind its neighbours.

    Objects on the way that do not exist are added too.
    """
    start, end = _skip(text, 0), len(text.rstrip())
    for depth, key in enumerate(path):
        entries = _entries(text, start)
        found = next((entry for entry in entries if entry.key == key), None)
        if found is None:
            for deeper in reversed(path[depth + 1 :]):
                value = {deeper: value}
            if text[start] not in "{[":  # a plain value gives way
                return text[:start] + _json({key: value}) + text[end:]
            return _added(text, start, entries, key, value)
        start, end = found.start, found.end
    return text[:start] + _json(value) + text[end:]


def remove_json(text: str, path: Path) -> str:
    """Return the text without the entry or item at a path; as it was if it is not there."""
    start = _skip(text, 0)
    entries: list[_Entry] = []
    number = 0
    for key in path:
        entries = _entries(text, start)
        number = next((at for at, entry in enumerate(entries) if entry.key == key), -1)
        if number < 0:
            return text
        start = entries[number].start
    if not entries:
        return text
    if number + 1 < len(entries):
        return text[: entries[number].begin] + text[entries[number + 1].begin :]
    if number:
        return text[: entries[number - 1].end] + text[entries[number].end :]
    return text[: entries[0].begin].rstrip() + text[entries[0].end :].lstrip()


def copy_item(text: str, path: Path) -> str:
    """Return the text with an item of a list written once more behind itself."""
    start = _skip(text, 0)
    entries: list[_Entry] = []
    for key in path:
        entries = _entries(text, start)
        start = next(entry.start for entry in entries if entry.key == key)
    at = next(number for number, entry in enumerate(entries) if entry.key == path[-1])
    return (
        text[: entries[at].end]
        + _gap(text, entries)
        + text[entries[at].start : entries[at].end]
        + text[entries[at].end :]
    )


def path_at(text: str, position: int) -> Path | None:
    """Return the path of the value that begins at a position; None when none does."""
    start, path = _skip(text, 0), list[str | int]()
    while start != position:
        found = next((one for one in _entries(text, start) if one.start <= position < one.end), None)
        if found is None:
            return None
        start = found.start
        path.append(found.key)
    return tuple(path)


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
    """Return what stands between two entries: as between the last two, else as in front of the only one."""
    last = entries[-1]
    if len(entries) > 1:
        return text[entries[-2].end : last.begin]
    before = text[: last.begin]
    return f",{before[len(before.rstrip()) :] or ' '}"


def _skip(text: str, at: int) -> int:
    """Return the position of the next character that is no space."""
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
