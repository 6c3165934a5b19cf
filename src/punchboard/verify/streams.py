"""The data of streams: Flate, and the row predictor that tables of cross-references are packed with (7.4.4)."""

import zlib
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from punchboard.verify.objects import Unreadable

MAX_BYTES: Final = 1 << 28
"""Bytes that a stream may grow to: no page, font or table of ours comes near."""

_UP: Final = 2
"""The predictor of PNG that qpdf and all others use for tables: each byte is less that above it."""


class Stream(NamedTuple):
    """A stream's dictionary and its data as they lie in the file."""

    entries: Mapping[str, Any]
    raw: bytes


def inflate(stream: Stream) -> bytes:
    """Return the data of a stream.

    Raises:
        Unreadable: when it is damaged, too large or packed by anything but Flate.
    """
    filters = stream.entries.get("Filter")
    if filters is None or filters == []:
        return stream.raw
    if filters not in ("FlateDecode", ["FlateDecode"]):
        raise Unreadable(f"a stream is packed by {filters!r}")
    unpack = zlib.decompressobj()
    try:
        data = unpack.decompress(stream.raw, MAX_BYTES)
    except zlib.error as error:
        raise Unreadable(f"a stream is damaged: {error}") from error
    if not unpack.eof:
        raise Unreadable("a stream is cut short, or too large")
    packing = stream.entries.get("DecodeParms")
    packing = packing[0] if isinstance(packing, list) and packing else packing
    return data if packing is None else _unpredicted(data, packing)


def _unpredicted(data: bytes, packing: Any) -> bytes:
    """Return rows of bytes of which each was written as the difference to the row above."""
    if not isinstance(packing, dict):
        raise Unreadable("a stream has packing that cannot be read")
    predictor, columns = packing.get("Predictor", 1), packing.get("Columns", 1)
    if predictor == 1:
        return data
    plain = packing.get("Colors", 1) == 1 and packing.get("BitsPerComponent", 8) == 8
    if not plain or type(predictor) is not int or predictor < 10 or type(columns) is not int or not 0 < columns < 64:
        raise Unreadable("a stream has packing that cannot be read")
    above, rows = bytes(columns), []
    for start in range(0, len(data), columns + 1):
        kind, row = data[start], data[start + 1 : start + 1 + columns]
        if len(row) != columns or kind not in (0, _UP):
            raise Unreadable("a stream has packing that cannot be read")
        above = bytes([(a + b) & 255 for a, b in zip(row, above, strict=True)]) if kind == _UP else row
        rows.append(above)
    return b"".join(rows)
