"""A PDF file as objects by number: ISO 32000-1, 7.5.

It repairs nothing: a file that needs repair is not one to hand to a printer.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from punchboard.verify.cross_references import InObjectStream, read_stream_table, read_table, unpack_objects
from punchboard.verify.objects import Reference, Unreadable, parse_object
from punchboard.verify.streams import Stream, inflate

_DEEPEST: Final = 16
"""Objects that must be read before another can: a stream's length, and the stream that it lies in."""

_MAX_CACHED: Final = 256
"""Objects that are kept when they have been read: more than a page and what it names."""

_TABLES: Final = 64
"""Tables of cross-references: one for each time that a file was added to."""

_START: Final = re.compile(rb"startxref\s+(\d{1,12})\s+%%EOF\s*\Z")
_HEAD: Final = re.compile(rb"\s*(\d{1,10})\s+(\d{1,5})\s+obj\b")
_BODY: Final = re.compile(rb"\s*stream\r?\n")
_END: Final = re.compile(rb"\s*endobj\b")
_END_OF_STREAM: Final = re.compile(rb"\s*endstream\s+endobj\b")


class PdfFile:
    """The objects of a file, each read when it is asked for.

    Raises:
        Unreadable: here and in every method, when the file is not as it must be.
    """

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._places: dict[int, int | InObjectStream] = {}
        self._known: dict[int, Any] = {}
        self._object_streams: dict[int, tuple[tuple[int, Any], ...]] = {}
        self._waiting: list[int] = []
        if not data.startswith(b"%PDF-"):
            raise Unreadable("it does not begin as a PDF does")
        start = _START.search(data, max(0, len(data) - 64))
        if start is None:
            raise Unreadable("it does not end as a PDF does")
        self.trailer = self._tables(int(start[1]))
        if "Encrypt" in self.trailer:
            raise Unreadable("it is encrypted")

    def get(self, value: Any) -> Any:
        """Return a value, or the object that it refers to; one that is not there is None, as the standard has it."""
        for _ in range(_DEEPEST):
            if type(value) is not Reference:
                return value
            value = self._object(value.number)
        raise Unreadable("a reference leads nowhere")

    def dictionary(self, value: Any) -> Mapping[str, Any]:
        """Return the dictionary that a value is or refers to, or a stream's."""
        found = self.get(value)
        if isinstance(found, Stream):
            return found.entries
        if not isinstance(found, dict):
            raise Unreadable("a dictionary is missing")
        return found

    def optional(self, value: Any) -> Mapping[str, Any]:
        """Return the dictionary that a value is or refers to; an empty one for nothing."""
        found = self.get(value)
        return {} if found is None else self.dictionary(found)

    def array(self, value: Any) -> list[Any]:
        """Return the array that a value is or refers to."""
        found = self.get(value)
        if not isinstance(found, list):
            raise Unreadable("an array is missing")
        return found

    def numbers(self, value: Any, count: int) -> list[float]:
        """Return so many numbers."""
        found = [self.get(one) for one in self.array(value)]
        if len(found) != count or not all(type(one) in {int, float} for one in found):
            raise Unreadable(f"{count} numbers are missing")
        return found

    def stream(self, value: Any) -> bytes:
        """Return the data of the stream that a value refers to."""
        found = self.get(value)
        if not isinstance(found, Stream):
            raise Unreadable("a stream is missing")
        return inflate(found)

    def _object(self, number: int) -> Any:
        """Return an object by its number."""
        if number in self._known:
            return self._known[number]
        if number in self._waiting or len(self._waiting) >= _DEEPEST:
            raise Unreadable("objects wait for one another")
        self._waiting.append(number)
        place = self._places.get(number)
        if place is None:
            found = None
        else:
            found = self._packed(number, place) if isinstance(place, InObjectStream) else self._at(place, number)
        self._waiting.pop()
        if len(self._known) >= _MAX_CACHED:
            self._known.clear()
        self._known[number] = found
        return found

    def _packed(self, number: int, place: InObjectStream) -> Any:
        """Return an object that lies in a stream of objects."""
        if place.stream not in self._object_streams:
            self._object_streams[place.stream] = tuple(unpack_objects(self._object(place.stream)))
        shelf = self._object_streams[place.stream]
        if place.nth >= len(shelf) or shelf[place.nth][0] != number:
            raise Unreadable(f"object {number} is not in its stream")
        return shelf[place.nth][1]

    def _at(self, place: int, number: int | None) -> Any:
        """Return the object that begins at a place, which must have the number."""
        data = self._data
        head = _HEAD.match(data, place)
        if head is None or (number is not None and int(head[1]) != number):
            raise Unreadable(f"no object {'' if number is None else number} at byte {place}")
        value, end = parse_object(data, head.end())
        body = _BODY.match(data, end)
        if body is not None:
            return self._stream(value, body.end())
        if _END.match(data, end) is None:
            raise Unreadable(f"object {int(head[1])} does not end")
        return value

    def _stream(self, entries: Any, start: int) -> Stream:
        """Return the stream whose data begin at a byte."""
        length = self.get(entries.get("Length")) if isinstance(entries, dict) else None
        if type(length) is not int or length < 0 or _END_OF_STREAM.match(self._data, start + length) is None:
            raise Unreadable(f"the stream at byte {start} does not have the length that it says")
        return Stream(entries, self._data[start : start + length])

    def _tables(self, place: int) -> Mapping[str, Any]:
        """Read every table of cross-references, the newest first, and return the newest trailer."""
        trailers: list[Mapping[str, Any]] = []
        seen, waiting = set[int](), [place]
        while waiting:
            place = waiting.pop()
            if place in seen:
                continue
            seen.add(place)
            plain = self._data.startswith(b"xref", place)
            table = read_table(self._data, place + 4) if plain else read_stream_table(self._at(place, None))
            self._places = {**table.places, **self._places}
            trailers.append(table.trailer)
            older = [table.trailer[key] for key in ("Prev", "XRefStm") if key in table.trailer]
            if not all(type(one) is int and one >= 0 for one in older) or len(seen) > _TABLES:
                raise Unreadable("the tables of cross-references are not chained")
            waiting += older  # the last is read first: in a hybrid file the stream comes before what is older
        return trailers[0]
