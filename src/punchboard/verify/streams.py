"""Stream decoding: Flate, and the row predictor of cross-reference streams (7.4.4)."""

import zlib
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from punchboard.verify.objects import Unreadable

MAX_BYTES: Final = 1 << 28
"""The most bytes in a decompressed stream; our pages, fonts and tables are far smaller."""

_UP: Final = 2
"""The PNG predictor that writers such as qpdf use for tables: each byte is stored minus the byte above it."""


class Stream(NamedTuple):
    """A stream's dictionary, and its data as stored in the file."""

    entries: Mapping[str, Any]
    raw: bytes


def inflate(stream: Stream) -> bytes:
    """Return the decompressed data of a stream.

    Raises:
        Unreadable: when the stream is damaged, too large or has another filter than FlateDecode.
    """
    filters = stream.entries.get("Filter")
    if filters is None or filters == []:
        return stream.raw
    if filters not in ("FlateDecode", ["FlateDecode"]):
        raise Unreadable(f"a stream has the unknown filter {filters!r}")
    unpack = zlib.decompressobj()
    try:
        data = unpack.decompress(stream.raw, MAX_BYTES)
    except zlib.error as error:
        raise Unreadable(f"a stream is damaged: {error}") from error
    if not unpack.eof:
        raise Unreadable("a stream is cut short, or too large")
    parameters = stream.entries.get("DecodeParms")
    parameters = parameters[0] if isinstance(parameters, list) and parameters else parameters
    return data if parameters is None else _undo_predictor(data, parameters)


def _undo_predictor(data: bytes, parameters: Any) -> bytes:
    """Return data whose rows were stored as differences to the row above."""
    if not isinstance(parameters, dict):
        raise Unreadable("a stream has unknown DecodeParms")
    predictor, columns = parameters.get("Predictor", 1), parameters.get("Columns", 1)
    if predictor == 1:
        return data
    plain = parameters.get("Colors", 1) == 1 and parameters.get("BitsPerComponent", 8) == 8
    if not plain or type(predictor) is not int or predictor < 10 or type(columns) is not int or not 0 < columns < 64:
        raise Unreadable("a stream has unknown DecodeParms")
    above, rows = bytes(columns), []
    for start in range(0, len(data), columns + 1):
        kind, row = data[start], data[start + 1 : start + 1 + columns]
        if len(row) != columns or kind not in (0, _UP):
            raise Unreadable("a stream has unknown DecodeParms")
        above = bytes([(a + b) & 255 for a, b in zip(row, above, strict=True)]) if kind == _UP else row
        rows.append(above)
    return b"".join(rows)
