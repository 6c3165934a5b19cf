"""The data of a PNG file as a PDF has it: compressed rows with their predictors, so that nothing is packed anew.

PDF 32000-1:2008, 7.4.4.4 (predictors 10 to 15 are the filters of PNG); PNG, third edition, 5 (chunks), 11 (IHDR, PLTE).
"""

import zlib
from collections.abc import Iterator
from typing import Final, NamedTuple

SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
FILTERS: Final = 5
"""The kinds of filter that a row may have, from 0."""

_GREY, _RGB, _INDEXED = 0, 2, 3
_DEPTHS: Final = {_GREY: (1, 2, 4, 8), _RGB: (8,), _INDEXED: (1, 2, 4, 8)}
"""Bits of a sample, by the kind of colour, that every PDF may have."""

_SHOWN_OTHERWISE: Final = frozenset({b"tRNS", b"acTL", b"CgBI"})
"""Chunks that make more of the data than their rows say: transparency, frames, Apple's own PNG."""


class PngData(NamedTuple):
    """A picture without transparency, in the way of a PDF."""

    width: int
    height: int
    bits: int
    colours: int
    """Samples of a pixel: one, or three."""
    palette: bytes
    """Red, green and blue of each colour by its number, where samples are numbers."""
    data: bytes
    """Rows behind their filters, compressed by zlib."""


def png_data(file: bytes) -> PngData | None:
    """Return the data of a PNG file; None for one that has to be decoded, or is not plainly whole."""
    chunks = dict[bytes, bytes]()
    data = bytearray()
    for name, content in _chunks(file):
        if name in _SHOWN_OTHERWISE:
            return None
        if name == b"IDAT":
            data += content
        else:
            chunks.setdefault(name, content)
    head = chunks.get(b"IHDR", b"")
    if len(head) != 13 or b"IEND" not in chunks:
        return None
    width, height = int.from_bytes(head[:4], "big"), int.from_bytes(head[4:8], "big")
    bits, kind, *ways = head[8:]
    palette = chunks.get(b"PLTE", b"") if kind == _INDEXED else b""
    if any(ways) or bits not in _DEPTHS.get(kind, ()) or (kind == _INDEXED) != bool(palette):
        return None
    colours = 3 if kind == _RGB else 1
    row = 1 + (width * colours * bits + 7) // 8
    if len(palette) % 3 or len(palette) > 3 << bits or not _holds(bytes(data), row, height):
        return None
    return PngData(width, height, bits, colours, palette, bytes(data))


def _chunks(file: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the name and the content of each chunk, up to the first that is damaged."""
    at = len(SIGNATURE)
    while file.startswith(SIGNATURE) and at + 12 <= len(file):
        end = at + 8 + int.from_bytes(file[at : at + 4], "big")
        name, content = file[at + 4 : at + 8], file[at + 8 : end]
        if zlib.crc32(content, zlib.crc32(name)).to_bytes(4, "big") != file[end : end + 4]:
            return
        yield name, content
        at = end + 4


def _holds(data: bytes, row: int, height: int) -> bool:
    """Tell whether compressed data are so many rows of so many bytes, each with a filter that there is."""
    unpacked = zlib.decompressobj()
    try:
        rows = unpacked.decompress(data, row * height + 1)
    except zlib.error:
        return False
    return len(rows) == row * height and unpacked.eof and max(rows[::row], default=0) < FILTERS
