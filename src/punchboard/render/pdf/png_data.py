"""PNG data that goes into a PDF unchanged: compressed rows with PNG predictors, without recompression.

PDF 32000-1:2008, 7.4.4.4 (predictors 10 to 15 are the filters of PNG); PNG, third edition, 5 (chunks), 11 (IHDR, PLTE).
"""

import zlib
from collections.abc import Iterator
from typing import Final, NamedTuple

SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
FILTERS: Final = 5
"""The number of filters that a row may have, numbered from 0."""

_GREY, _RGB, _INDEXED = 0, 2, 3
_DEPTHS: Final = {_GREY: (1, 2, 4, 8), _RGB: (8,), _INDEXED: (1, 2, 4, 8)}
"""Bits per sample that every PDF version allows, by PNG colour type."""

_UNSUPPORTED_CHUNKS: Final = frozenset({b"tRNS", b"acTL", b"CgBI"})
"""Chunks that change the meaning of the rows: transparency, animation frames, Apple's PNG variant."""


class PngData(NamedTuple):
    """A picture without transparency, as PDF stores it."""

    width: int
    height: int
    bits: int
    colours: int
    """Samples per pixel: 1 or 3."""
    palette: bytes
    """Red, green and blue bytes of each colour, if samples are indexes; else empty."""
    data: bytes
    """Filtered rows, compressed by zlib."""


def png_data(file: bytes) -> PngData | None:
    """Return the data of a PNG file, or None if it has to be decoded or is not clearly intact."""
    chunks = dict[bytes, bytes]()
    data = bytearray()
    for name, content in _chunks(file):
        if name in _UNSUPPORTED_CHUNKS:
            return None
        if name == b"IDAT":
            data += content
        else:
            chunks.setdefault(name, content)
    head = chunks.get(b"IHDR", b"")
    if len(head) != 13 or b"IEND" not in chunks:
        return None
    width, height = int.from_bytes(head[:4], "big"), int.from_bytes(head[4:8], "big")
    bits, kind, *methods = head[8:]
    palette = chunks.get(b"PLTE", b"") if kind == _INDEXED else b""
    if any(methods) or bits not in _DEPTHS.get(kind, ()) or (kind == _INDEXED) != bool(palette):
        return None
    colours = 3 if kind == _RGB else 1
    row = 1 + (width * colours * bits + 7) // 8
    if len(palette) % 3 or len(palette) > 3 << bits or not _is_complete(bytes(data), row, height):
        return None
    return PngData(width, height, bits, colours, palette, bytes(data))


def _chunks(file: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the name and content of each chunk, up to the first damaged one."""
    at = len(SIGNATURE)
    while file.startswith(SIGNATURE) and at + 12 <= len(file):
        end = at + 8 + int.from_bytes(file[at : at + 4], "big")
        name, content = file[at + 4 : at + 8], file[at + 8 : end]
        if zlib.crc32(content, zlib.crc32(name)).to_bytes(4, "big") != file[end : end + 4]:
            return
        yield name, content
        at = end + 4


def _is_complete(data: bytes, row: int, height: int) -> bool:
    """Return whether compressed data are exactly ``height`` rows of ``row`` bytes, each with a valid filter."""
    unpacked = zlib.decompressobj()
    try:
        rows = unpacked.decompress(data, row * height + 1)
    except zlib.error:
        return False
    return len(rows) == row * height and unpacked.eof and max(rows[::row], default=0) < FILTERS
