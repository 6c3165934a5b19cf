"""Cross-reference tables and object streams of a PDF file: ISO 32000-1, 7.5.4, 7.5.7 and 7.5.8."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from punchboard.verify.objects import Unreadable, parse_object
from punchboard.verify.streams import Stream, inflate

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
    found, _ = parse_object(data, trailer.end())
    if not isinstance(found, dict):
        raise Unreadable("the trailer is not a dictionary")
    return CrossReferences(places, found)


def read_stream_table(stream: Any) -> CrossReferences:
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
            kind, one, two = next(rows, (-1, 0, 0))
            if kind < 0:
                raise Unreadable("the cross-reference table is cut short")
            if kind:
                places[number] = one if kind == 1 else InObjectStream(one, two)
    return CrossReferences(places, stream.entries)


def _rows(data: bytes, widths: list[int]) -> Iterator[tuple[int, int, int]]:
    """Yield the three numbers of each entry; the first is 1 by default."""
    one, two, three = widths
    whole = one + two + three
    for start in range(0, len(data) - whole + 1, whole):
        middle, last = start + one, start + one + two
        kind = int.from_bytes(data[start:middle], "big") if one else 1
        yield kind, int.from_bytes(data[middle:last], "big"), int.from_bytes(data[last : last + three], "big")


def unpack_objects(stream: Any) -> Iterator[tuple[int, Any]]:
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
