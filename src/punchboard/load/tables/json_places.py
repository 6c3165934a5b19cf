"""The places of records and values in a JSON text, worked out when they are asked for."""

import json
from collections.abc import Collection, Generator, Iterable
from functools import cache, lru_cache
from json.decoder import scanstring  # type: ignore[attr-defined]  # the part of the decoder that reads a string
from typing import Final

from punchboard.load.tables.grid import kept_packed
from punchboard.model.values import Path
from punchboard.problem import Place

_DECODER: Final = json.JSONDecoder()


class JsonPlaces:
    """The places of a table's records, and those of their values, which are worked out on request."""

    def __init__(self, text: str, file: str, paths: Iterable[Path]) -> None:
        """Find the records at the given paths. The text must be valid JSON."""
        paths = list(paths)
        outer = frozenset(path[:depth] for path in paths for depth in range(len(path)))
        lines = _Lines(text, Place(file, 1, 1), 0)
        top = _skip(text, 0)
        at: dict[Path, tuple[int, Place]] = {(): (top, lines.place(top))}
        at.update((path, (position, lines.place(position))) for path, position in _positions(text, top, (), outer))
        self.records = [at[path][1] if path in at else Place(file) for path in paths]
        """The place of each record; only the file for a record that has no place of its own."""
        starts = {place: position for position, place in at.values()}
        unpacked = cache(kept_packed(text))

        @lru_cache(maxsize=64)  # the places of a record's values are requested together
        def values(record: Place) -> dict[str, Place]:
            if record not in starts:
                return {}
            lines = _Lines(unpacked(), record, starts[record])
            positions = _positions(unpacked(), starts[record], (), frozenset({()}))
            return {str(path[0]): lines.place(position) for path, position in positions}

        self._values = values

    def value(self, number: int, column: str) -> Place:
        """Return the place of a value of a record; that of the record if it has no such key."""
        record = self.records[number]
        enclosing = (place for name, place in self._values(record).items() if f"{column}.".startswith(f"{name}."))
        return next(enclosing, record)


def _positions(text: str, at: int, path: Path, outer: Collection[Path]) -> Generator[tuple[Path, int], None, int]:
    """Yield the paths of the values inside the value at ``at``, with their positions; return the end of that value.

    Only values whose paths are in ``outer`` are entered. Keys have single spaces, as names of columns do.
    """
    if path not in outer or text[at] not in "[{":
        return _DECODER.raw_decode(text, at)[1]
    close, number, at = "]" if text[at] == "[" else "}", 0, _skip(text, at + 1)
    while text[at] != close:
        key: str | int = number
        if close == "}":
            name, at = scanstring(text, at + 1, True)  # noqa: FBT003 - its parameters are positional only
            key, at = " ".join(name.split()), _skip(text, at)
        yield (*path, key), at
        at = _skip(text, (yield from _positions(text, at, (*path, key), outer)))
        number += 1
    return at + 1


def _skip(text: str, at: int) -> int:
    """Return the position of the next value, key or bracket."""
    while at < len(text) and text[at] in " \t\r\n,:":
        at += 1
    return at


class _Lines:
    """Converts positions in a text to places, in ascending order, from a known place and its position on."""

    def __init__(self, text: str, start: Place, at: int) -> None:
        self._text, self._file = text, start.file
        self._at, self._line = at, start.line

    def place(self, at: int) -> Place:
        """Return the place of a position."""
        self._line += self._text.count("\n", self._at, at)
        self._at = at
        return Place(self._file, self._line, at - self._text.rfind("\n", 0, at))
