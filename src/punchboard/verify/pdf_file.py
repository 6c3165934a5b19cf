"""PDF file reader: the objects of a file by number (ISO 32000-1, 7.5), and its fonts.

It repairs nothing: a file that needs repair should not go to a printer.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from punchboard.verify.objects import Reference, Stream, Unreadable, inflate, parse_object

_MAX_CHAIN: Final = 16
"""The longest chain of objects needed to read one object, such as the length of its stream."""

_MAX_CACHED: Final = 256
"""The most cached objects: more than a page and its resources."""

_MAX_TABLES: Final = 64
"""The most cross-reference tables: a file has one for each incremental update."""

_START: Final = re.compile(rb"startxref\s+(\d{1,12})\s+%%EOF\s*\Z")
_HEAD: Final = re.compile(rb"\s*(\d{1,10})\s+(\d{1,5})\s+obj\b")
_BODY: Final = re.compile(rb"\s*stream\r?\n")
_END: Final = re.compile(rb"\s*endobj\b")
_END_OF_STREAM: Final = re.compile(rb"\s*endstream\s+endobj\b")


class PdfFile:
    """The objects of a file, each read on use.

    Raises:
        Unreadable: here and in every method, when the file is malformed.
    """

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._places: dict[int, int | InObjectStream] = {}
        self._cache: dict[int, Any] = {}
        self._object_streams: dict[int, tuple[tuple[int, Any], ...]] = {}
        self._waiting: list[int] = []
        if not data.startswith(b"%PDF-"):
            raise Unreadable("it does not begin with %PDF")
        start = _START.search(data, max(0, len(data) - 64))
        if start is None:
            raise Unreadable("it does not end with startxref and %%EOF")
        self.trailer = self._tables(int(start[1]))
        if "Encrypt" in self.trailer:
            raise Unreadable("it is encrypted")

    def get(self, value: Any) -> Any:
        """Return a value, or the object that it refers to; a missing object is None, as the standard says."""
        for _ in range(_MAX_CHAIN):
            if type(value) is not Reference:
                return value
            value = self._object(value.number)
        raise Unreadable("a chain of references has no end")

    def dictionary(self, value: Any) -> Mapping[str, Any]:
        """Return the dictionary that a value is or refers to; for a stream, the stream's dictionary."""
        resolved = self.get(value)
        if isinstance(resolved, Stream):
            return resolved.entries
        if not isinstance(resolved, dict):
            raise Unreadable("a dictionary is missing")
        return resolved

    def optional(self, value: Any) -> Mapping[str, Any]:
        """Return the dictionary that a value is or refers to, or an empty one if there is none."""
        resolved = self.get(value)
        return {} if resolved is None else self.dictionary(resolved)

    def array(self, value: Any) -> list[Any]:
        """Return the array that a value is or refers to."""
        resolved = self.get(value)
        if not isinstance(resolved, list):
            raise Unreadable("an array is missing")
        return resolved

    def numbers(self, value: Any, count: int) -> list[float]:
        """Return an array of exactly ``count`` numbers."""
        numbers = [self.get(item) for item in self.array(value)]
        if len(numbers) != count or not all(type(item) in {int, float} for item in numbers):
            raise Unreadable(f"an array of {count} numbers is missing")
        return numbers

    def stream(self, value: Any) -> bytes:
        """Return the data of the stream that a value refers to."""
        resolved = self.get(value)
        if not isinstance(resolved, Stream):
            raise Unreadable("a stream is missing")
        return inflate(resolved)

    def _object(self, number: int) -> Any:
        """Return an object by its number."""
        if number in self._cache:
            return self._cache[number]
        if number in self._waiting or len(self._waiting) >= _MAX_CHAIN:
            raise Unreadable("objects depend on each other")
        self._waiting.append(number)
        place = self._places.get(number)
        if place is None:
            value = None
        else:
            value = (
                self._from_object_stream(number, place)
                if isinstance(place, InObjectStream)
                else self._at_offset(place, number)
            )
        self._waiting.pop()
        if len(self._cache) >= _MAX_CACHED:
            self._cache.clear()
        self._cache[number] = value
        return value

    def _from_object_stream(self, number: int, place: "InObjectStream") -> Any:
        """Return an object in an object stream."""
        if place.stream not in self._object_streams:
            self._object_streams[place.stream] = tuple(_unpack_objects(self._object(place.stream)))
        objects = self._object_streams[place.stream]
        if place.nth >= len(objects) or objects[place.nth][0] != number:
            raise Unreadable(f"object {number} is not in its object stream")
        return objects[place.nth][1]

    def _at_offset(self, place: int, number: int | None) -> Any:
        """Return the object at an offset, which must have the given number, if any."""
        data = self._data
        head = _HEAD.match(data, place)
        if head is None or (number is not None and int(head[1]) != number):
            raise Unreadable(f"no object {'' if number is None else number} at byte {place}")
        value, end = parse_object(data, head.end())
        body = _BODY.match(data, end)
        if body is not None:
            return self._stream(value, body.end())
        if _END.match(data, end) is None:
            raise Unreadable(f"object {int(head[1])} has no end")
        return value

    def _stream(self, entries: Any, start: int) -> Stream:
        """Return the stream whose data begin at an offset."""
        length = self.get(entries.get("Length")) if isinstance(entries, dict) else None
        if type(length) is not int or length < 0 or _END_OF_STREAM.match(self._data, start + length) is None:
            raise Unreadable(f"the stream at byte {start} is not as long as its Length entry says")
        return Stream(entries, self._data[start : start + length])

    def _tables(self, place: int) -> Mapping[str, Any]:
        """Read all cross-reference tables, the newest first, and return the newest trailer."""
        trailers: list[Mapping[str, Any]] = []
        seen, waiting = set[int](), [place]
        while waiting:
            place = waiting.pop()
            if place in seen:
                continue
            seen.add(place)
            plain = self._data.startswith(b"xref", place)
            table = read_table(self._data, place + 4) if plain else _read_stream_table(self._at_offset(place, None))
            self._places = {**table.places, **self._places}
            trailers.append(table.trailer)
            older = [table.trailer[key] for key in ("Prev", "XRefStm") if key in table.trailer]
            if not all(type(offset) is int and offset >= 0 for offset in older) or len(seen) > _MAX_TABLES:
                raise Unreadable("the cross-reference tables are not linked")
            waiting += older  # the last is read first: in a hybrid file the stream comes before older tables
        return trailers[0]


# Cross-reference tables and object streams of a PDF file: ISO 32000-1, 7.5.4, 7.5.7 and 7.5.8.

_MAX_OBJECTS: Final = 1_000_000
"""The most objects in one file."""

_MAX_ENTRY_BYTES: Final = 24
"""The most bytes in an entry of a cross-reference stream."""

_SECTION: Final = re.compile(rb"\s*(\d{1,10}) (\d{1,10})[ \r]*\n")
_ENTRY: Final = re.compile(rb"(\d{10}) (\d{5}) ([nf])[ \r\n]{2}")
_TRAILER: Final = re.compile(rb"\s*trailer\b")


class InObjectStream(NamedTuple):
    """The place of an object in an object stream: the number of the stream, and the index within it."""

    stream: int
    nth: int


class CrossReferences(NamedTuple):
    """The places of objects by number, as file offsets or in object streams, and the trailer."""

    places: Mapping[int, int | InObjectStream]
    trailer: Mapping[str, Any]


def read_table(data: bytes, place: int) -> CrossReferences:
    """Return the cross-reference table whose keyword ``xref`` ends at an offset.

    Raises:
        Unreadable: when the table is damaged.
    """
    places: dict[int, int | InObjectStream] = {}
    while section := _SECTION.match(data, place):
        first, count = int(section[1]), int(section[2])
        place = section.end() + 20 * count
        entries = _ENTRY.findall(data, section.end(), place)
        if len(entries) != count or first + count > _MAX_OBJECTS:
            raise Unreadable("the cross-reference table is damaged")
        places |= {number: int(offset) for number, (offset, _, kind) in enumerate(entries, first) if kind == b"n"}
    trailer = _TRAILER.match(data, place)
    if trailer is None:
        raise Unreadable("the cross-reference table has no trailer")
    dictionary, _ = parse_object(data, trailer.end())
    if not isinstance(dictionary, dict):
        raise Unreadable("the trailer is not a dictionary")
    return CrossReferences(places, dictionary)


def _read_stream_table(stream: Any) -> CrossReferences:
    """Return the cross-references in a stream; its dictionary is the trailer.

    Raises:
        Unreadable: when this is not a cross-reference stream, or it is damaged.
    """
    if not isinstance(stream, Stream) or stream.entries.get("Type") != "XRef":
        raise Unreadable("the cross-reference table is missing")
    widths = _counts(stream.entries.get("W"))
    index = _counts(stream.entries.get("Index", [0, stream.entries.get("Size")]))
    if len(widths) != 3 or not 0 < sum(widths) <= _MAX_ENTRY_BYTES or len(index) % 2:
        raise Unreadable("the cross-reference table is damaged")
    rows = _rows(inflate(stream), widths)
    places: dict[int, int | InObjectStream] = {}
    for first, count in zip(index[::2], index[1::2], strict=True):
        for number in range(first, first + count):
            kind, place, nth = next(rows, (-1, 0, 0))
            if kind < 0:
                raise Unreadable("the cross-reference table is cut short")
            if kind:
                places[number] = place if kind == 1 else InObjectStream(place, nth)
    return CrossReferences(places, stream.entries)


def _rows(data: bytes, widths: list[int]) -> Iterator[tuple[int, int, int]]:
    """Yield the three numbers of each entry; the first is 1 by default."""
    kind_width, second_width, third_width = widths
    whole = kind_width + second_width + third_width
    for start in range(0, len(data) - whole + 1, whole):
        middle, last = start + kind_width, start + kind_width + second_width
        kind = int.from_bytes(data[start:middle], "big") if kind_width else 1
        yield kind, int.from_bytes(data[middle:last], "big"), int.from_bytes(data[last : last + third_width], "big")


def _unpack_objects(stream: Any) -> Iterator[tuple[int, Any]]:
    """Yield the number and value of each object in an object stream.

    Raises:
        Unreadable: when this is not an object stream, or it is damaged.
    """
    if not isinstance(stream, Stream):
        raise Unreadable("an object stream is missing")
    data = inflate(stream)
    count, first = _counts([stream.entries.get("N"), stream.entries.get("First")])
    header = data[:first].split()[: 2 * count]
    if len(header) != 2 * count or not all(word.isdigit() and len(word) <= 10 for word in header):
        raise Unreadable("an object stream is damaged")
    for number, offset in zip(header[::2], header[1::2], strict=True):
        yield int(number), parse_object(data, first + int(offset))[0]


def _counts(values: Any) -> list[int]:
    """Return a value that must be a list of integers from 0 to a million."""
    if not isinstance(values, list) or not all(type(value) is int and 0 <= value <= _MAX_OBJECTS for value in values):
        raise Unreadable("the cross-reference table is damaged")
    return values


_PROGRAMS: Final = ("FontFile2", "FontFile3")
_BEGINNINGS: Final = (b"\0\1\0\0", b"OTTO", b"true", b"\1\0")
"""The first bytes of TrueType, OpenType and bare CFF fonts."""


class ReadFont(NamedTuple):
    """A font: its name, and its fault, if it has one."""

    name: str
    fault: str = ""


def read_fonts(file: PdfFile, resources: Iterable[Any]) -> Iterator[ReadFont]:
    """Yield every font of a file once, given the resources of its pages.

    Raises:
        Unreadable: when resources cannot be read.
    """
    seen: set[Reference] = set()
    for value in _fonts(file, resources):
        if type(value) is Reference:
            if value in seen:
                continue
            seen.add(value)
        yield _font(file, file.dictionary(value))


def _fonts(file: PdfFile, resources: Iterable[Any]) -> Iterator[Any]:
    """Yield the fonts of all resources reachable from pages."""
    seen: set[Any] = set()
    waiting = [*resources]
    while waiting:
        value = waiting.pop()
        if type(value) is Reference:
            if value in seen:
                continue
            seen.add(value)
        named = file.optional(value)
        yield from file.optional(named.get("Font")).values()
        for key in ("XObject", "Pattern"):
            for inner in file.optional(named.get(key)).values():
                if inner not in seen:
                    seen.add(inner)
                    entries = file.dictionary(inner)
                    if "Resources" in entries:
                        waiting.append(entries["Resources"])


def _font(file: PdfFile, font: Mapping[str, Any]) -> ReadFont:
    name = str(file.get(font.get("BaseFont")))
    described = font
    if font.get("Subtype") == "Type0":
        below = file.array(font.get("DescendantFonts"))
        if len(below) != 1:
            raise Unreadable(f"the font {name} has {len(below)} descendants")
        described = file.dictionary(below[0])
    descriptor = file.optional(described.get("FontDescriptor"))
    program = next((descriptor[key] for key in _PROGRAMS if key in descriptor), None)
    if program is None:
        return ReadFont(name, "is not embedded")
    if not file.stream(program).startswith(_BEGINNINGS):
        return ReadFont(name, "is embedded without glyphs")
    if not file.get(font.get("ToUnicode")):
        return ReadFont(name, "has no ToUnicode map, so its text cannot be copied or searched")
    return ReadFont(name)
