"""The body of an HTTP response, decompressed piece by piece and counted."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from http.client import HTTPResponse
from typing import Final

_PIECE: Final = 65536


class TooLargeError(Exception):
    """More bytes than the limit."""


class IncompleteError(Exception):
    """The connection ended before the end of the data, or the data are not in the encoding that the header names."""


def read_body(response: HTTPResponse, limit: int) -> bytes:
    """Return the decompressed body.

    Args:
        response: the response, not yet read.
        limit: most bytes, before and after decompression.

    Raises:
        TooLargeError: for more bytes, at once if the header announces them.
        IncompleteError: for a body that ends early or is damaged.
    """
    encoding = (response.headers.get("Content-Encoding") or "identity").strip().lower()
    if (response.length or 0) > limit:
        raise TooLargeError
    pieces = _pieces(response)
    if encoding in {"gzip", "x-gzip"}:
        pieces = _decompressed(pieces)
    elif encoding != "identity":
        raise IncompleteError(f"its encoding {encoding[:20]!r} is unknown")
    body = bytearray()
    for piece in pieces:
        body += piece
        if len(body) > limit:
            raise TooLargeError
    return bytes(body)


def _pieces(response: HTTPResponse) -> Iterator[bytes]:
    expected, count = response.length, 0
    while piece := response.read(_PIECE):
        count += len(piece)
        yield piece
    if expected is not None and count < expected:
        raise IncompleteError(f"the connection ended after {count:,} of {expected:,} bytes")


def _decompressed(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the content of gzip data in pieces of limited size, however well the data are compressed."""
    unpack, is_complete = _unpacker(), False
    try:
        for piece in pieces:
            left = piece
            while left:
                yield unpack.decompress(left, _PIECE)
                left, is_complete = unpack.unconsumed_tail, unpack.eof
                if is_complete:  # another gzip file may follow
                    left, unpack = unpack.unused_data, _unpacker()
    except zlib.error:
        raise IncompleteError("the compressed data are damaged") from None
    if not is_complete:
        raise IncompleteError("the compressed data are incomplete")


def _unpacker() -> zlib._Decompress:
    return zlib.decompressobj(zlib.MAX_WBITS + 16)
