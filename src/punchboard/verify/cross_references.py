"""Where the objects of a PDF file lie: ISO 32000-1, 7.5.4 (tables), 7.5.7 (streams of objects), 7.5.8 (streams)."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from punchboard.verify.objects import Unreadable, parse_object
from punchboard.verify.streams import Stream, inflate

_MOST: Final = 1_000_000
"""Objects of one file."""

_WIDEST: Final = 24
"""Bytes of an entry in a stream."""

_SECTION: Final = re.compile(rb"\s*(\d{1,10}) (\d{1,10})[ \r]*\n")
_ENTRY: Final = re.compile(rb"(\d{10}) (\d{5}) ([nf])[ \r\n]{2}")
_TRAILER: Final = re.compile(rb"\s*trailer\b")


class InObjectStream(NamedTuple):
    """Where an object lies that is within a stream of objects."""

    stream: int
    nth: int


class CrossReferences(NamedTuple):
    """The places of objects by number, as bytes from the beginning or within a stream, and the trailer."""

    places: Mapping[int, int | InObjectStream]
    trailer: Mapping[str, Any]


def read_table(data: bytes, place: int) -> CrossReferences:
    """Return the table whose word ``xref`` ends at a place.

    Raises:
        Unreadable: when it is damaged.
    """
    places: dict[int, int | InObjectStream] = {}
    while section := _SECTION.match(data, place):
        first, count = int(section[1]), int(section[2])
        place = section.end() + 20 * count
        entries = _ENTRY.findall(data, section.end(), place)
        if len(entries) != count or first + count > _MOST:
            raise Unreadable("the table of cross-references is damaged")
        places |= {number: int(offset) for number, (offset, _, kind) in enumerate(entries, first) if kind == b"n"}
    trailer = _TRAILER.match(data, place)
    if trailer is None:
        raise Unreadable("the table of cross-references has no trailer")
    found, _ = parse_object(data, trailer.end())
    if not isinstance(found, dict):
        raise Unreadable("the trailer is no dictionary")
    return CrossReferences(places, found)


def read_stream_table(stream: Any) -> CrossReferences:
    """Return the table that is a stream; its dictionary is the trailer.

    Raises:
        Unreadable: when it is none, or damaged.
    """
    if not isinstance(stream, Stream) or stream.entries.get("Type") != "XRef":
        raise Unreadable("there is no table of cross-references")
    widths = _counts(stream.entries.get("W"))
    index = _counts(stream.entries.get("Index", [0, stream.entries.get("Size")]))
    if len(widths) != 3 or not 0 < sum(widths) <= _WIDEST or len(index) % 2:
        raise Unreadable("the table of cross-references is damaged")
    rows = _rows(inflate(stream), widths)
    places: dict[int, int | InObjectStream] = {}
    for first, count in zip(index[::2], index[1::2], strict=True):
        for number in range(first, first + count):
            kind, one, two = next(rows, (-1, 0, 0))
            if kind < 0:
                raise Unreadable("the table of cross-references is cut short")
            if kind:
                places[number] = one if kind == 1 else InObjectStream(one, two)
    return CrossReferences(places, stream.entries)


def _rows(data: bytes, widths: list[int]) -> Iterator[tuple[int, int, int]]:
    """Yield the three numbers of each entry; the first is 1 where it has no bytes."""
    one, two, three = widths
    whole = one + two + three
    for start in range(0, len(data) - whole + 1, whole):
        middle, last = start + one, start + one + two
        kind = int.from_bytes(data[start:middle], "big") if one else 1
        yield kind, int.from_bytes(data[middle:last], "big"), int.from_bytes(data[last : last + three], "big")


def unpack_objects(stream: Any) -> Iterator[tuple[int, Any]]:
    """Yield the number and the value of each object in a stream of objects.

    Raises:
        Unreadable: when it is none, or damaged.
    """
    if not isinstance(stream, Stream):
        raise Unreadable("a stream of objects is missing")
    data = inflate(stream)
    count, first = _counts([stream.entries.get("N"), stream.entries.get("First")])
    heads = data[:first].split()[: 2 * count]
    if len(heads) != 2 * count or not all(head.isdigit() and len(head) <= 10 for head in heads):
        raise Unreadable("a stream of objects is damaged")
    for number, offset in zip(heads[::2], heads[1::2], strict=True):
        yield int(number), parse_object(data, first + int(offset))[0]


def _counts(values: Any) -> list[int]:
    """Return a list of whole numbers from 0 to a million."""
    if not isinstance(values, list) or not all(type(one) is int and 0 <= one <= _MOST for one in values):
        raise Unreadable("the table of cross-references is damaged")
    return values
