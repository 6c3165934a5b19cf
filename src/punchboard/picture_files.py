"""Pictures in PNG and JPEG as their files have them, read without a decoder.

PNG, third edition: 5 (chunks), 9 (filters), 11 (IHDR, PLTE, tRNS). PDF 32000-1:2008, 7.4.4.4: predictors 10 to 15 are
the filters of PNG, so that rows go into a PDF unchanged. A filter works on the same byte of neighbouring pixels: the
rows of one channel, or of one half of deep samples, are filtered rows as well.
"""

import struct
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

PNG: Final = b"\x89PNG\r\n\x1a\n"
JPEG: Final = b"\xff\xd8\xff"

_FRAMES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""JPEG markers that begin a frame header, which holds the size."""


class JpegFrame(NamedTuple):
    """The frame header of a JPEG file."""

    marker: int
    width: int
    height: int
    channels: int
    """1 (grey), 3 or 4 (CMYK)."""


def jpeg_frame(data: bytes) -> JpegFrame | None:
    """Return the frame header of a JPEG; None when there is none."""
    at = 2
    while at + 10 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker in _FRAMES:
            height, width, channels = struct.unpack(">HHB", data[at + 5 : at + 10])
            return JpegFrame(marker, width, height, channels)
        at += 1 if marker == 0xFF else 2 + int.from_bytes(data[at + 2 : at + 4])
    return None


_EXIF: Final = b"Exif\0\0"
_ORIENTATION: Final = 0x0112


def jpeg_orientation(data: bytes) -> int:
    """Return how a JPEG lies, by the note of its camera (Exif: CIPA DC-008, 4.6.4); 1 is upright."""
    start = data.find(_EXIF, 0, 1 << 18) + len(_EXIF)
    order = {b"II*\0": "<", b"MM\0*": ">"}.get(data[start : start + 4])
    if start < len(_EXIF) or order is None:
        return 1
    try:
        at = start + struct.unpack_from(f"{order}I", data, start + 4)[0]
        (count,) = struct.unpack_from(f"{order}H", data, at)
        tags = (struct.unpack_from(f"{order}HHIH", data, at + 2 + 12 * number) for number in range(count))
        turn = next((value for tag, *_, value in tags if tag == _ORIENTATION), 1)
    except struct.error:
        return 1
    return turn if turn in range(1, 9) else 1


_FILTERS: Final = 5
"""The number of filters that a row may have, numbered from 0."""

_GREY, _RGB, _INDEXED = 0, 2, 3
_CHANNELS: Final = {_GREY: 1, _RGB: 3, _INDEXED: 1, 4: 2, 6: 4}
"""Samples per pixel by PNG colour type; one with two or four ends in the alpha channel."""

_DEPTHS: Final = {_GREY: (1, 2, 4, 8), _RGB: (8,), _INDEXED: (1, 2, 4, 8)}
"""Bits per sample that every PDF version allows, by PNG colour type."""

_OTHER_ROWS: Final = frozenset({b"acTL", b"CgBI"})
"""Chunks that give the rows another meaning: animation frames, Apple's PNG variant."""

_OPAQUE: Final = (
    ((255, 255), (255, 0), (255, 255), (255, 128), (255, 0)),
    ((255, 255), (255, 0), (0, 0), (128, 0), (0, 0)),
)
"""The first byte, and each other, of a row of alpha that is opaque, by filter: in the first row, and in any other."""

_LEVEL: Final = 4
"""Zlib's first level with lazy matching."""


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


class _Png(NamedTuple):
    """An intact PNG file."""

    width: int
    height: int
    bits: int
    kind: int
    palette: bytes
    chunks: Mapping[bytes, bytes]
    data: bytes
    rows: bytes
    """What `data` are without compression."""

    @property
    def plain(self) -> PngData:
        """Its rows as they are."""
        return PngData(self.width, self.height, self.bits, _CHANNELS[self.kind], self.palette, self.data)

    @property
    def is_split(self) -> bool:
        """Whether its transparency, if it has some, is not that of one colour."""
        return b"tRNS" not in self.chunks or self.kind == _INDEXED

    def split(self) -> Sequence[bytes]:
        """Return each row with its filter."""
        size = len(self.rows) // self.height
        return [self.rows[at : at + size] for at in range(0, len(self.rows), size)]

    def packed(self, rows: Iterable[bytes], colours: int = 1) -> PngData:
        """Return other rows of as many pixels, with eight bits a sample."""
        return PngData(self.width, self.height, 8, colours, b"", zlib.compress(b"".join(rows), _LEVEL))


def png_data(file: bytes) -> PngData | None:
    """Return the data of a PNG file, or None if it has to be decoded or is not clearly intact."""
    png = _png(file)
    if png is None or png.bits not in _DEPTHS.get(png.kind, ()) or b"tRNS" in png.chunks:
        return None
    return png.plain


def split_png(file: bytes) -> tuple[PngData, PngData | None] | None:
    """Return the colours of a PNG with eight bits a sample, and its transparency if it has some.

    None for one that is interlaced or animated, has a transparent colour without a palette, or is not clearly intact.
    """
    png = _png(file)
    if png is None or not png.is_split:
        return None
    if png.kind == _INDEXED:
        clear = [*_clear_indexes(png)] if b"tRNS" in png.chunks else []
        is_clear = any(row.count(255) != png.width for row in clear)
        return png.plain, png.packed(b"\0" + row for row in clear) if is_clear else None
    if png.bits < 8:
        return png.plain, None
    if (png.kind, png.bits) == (_GREY, 16):
        return png.packed(b"\0" + _rounded(row) for row in _unfiltered(png.split(), 2)), None
    return _channels(png)


def can_split(file: bytes) -> bool:
    """Tell whether `split_png` returns something."""
    png = _png(file)
    return png is not None and png.is_split


def png_file(width: int, height: int, channels: int, rows: bytes) -> bytes:
    """Return a PNG file of compressed rows with eight bits a sample."""
    kind = next(one for one, count in _CHANNELS.items() if count == channels)
    parts = ((b"IHDR", struct.pack(">IIBB3x", width, height, 8, kind)), (b"IDAT", rows), (b"IEND", b""))
    return PNG + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in parts
    )


def _channels(png: _Png) -> tuple[PngData, PngData | None]:
    """Return the colours and the alpha of rows with eight or sixteen bits a sample, of which the upper eight stay."""
    count, size = _CHANNELS[png.kind], png.bits // 8
    colours, rows, alpha = count - (count + 1) % 2, [], []
    for row in png.split():
        out = bytearray(1 + colours * png.width)
        out[0] = row[0]
        for channel in range(colours):
            out[1 + channel :: colours] = row[1 + channel * size :: count * size]
        rows.append(bytes(out))
        if colours < count:
            alpha.append(row[:1] + row[1 + colours * size :: count * size])
    is_clear = any(
        row[1] != first or row.count(other, 2) != len(row) - 2
        for at, row in enumerate(alpha)
        for first, other in (_OPAQUE[at > 0][row[0]],)
    )
    return png.packed(rows, colours), png.packed(alpha) if is_clear else None


def _clear_indexes(png: _Png) -> Iterator[bytes]:
    """Yield the alpha of the pixels of each row, of a picture whose palette has transparent colours."""
    levels, bits = png.chunks[b"tRNS"].ljust(256, b"\xff"), png.bits
    shifts = range(8 - bits, -1, -bits)
    table = [bytes(levels[byte >> shift & (1 << bits) - 1] for shift in shifts) for byte in range(256)]
    for row in _unfiltered(png.split(), 1):
        yield b"".join([table[byte] for byte in row])[: png.width]


def _rounded(row: bytes) -> bytes:
    """Return samples of sixteen bits as the nearest of eight."""
    return bytes((sample + 128) // 257 for (sample,) in struct.iter_unpack(">H", row))


def _unfiltered(rows: Iterable[bytes], size: int) -> Iterator[bytes]:
    """Yield rows without their filters, of pixels of ``size`` bytes."""
    above = b""
    for kind, *filtered in rows:
        row, above = filtered, above or bytes(len(filtered))
        if kind == 2:
            row = [(byte + up) & 255 for byte, up in zip(row, above, strict=True)]
        elif kind:
            for at, byte in enumerate(row):
                left, corner = (row[at - size], above[at - size]) if at >= size else (0, 0)
                row[at] = (byte + _predicted(kind, left, above[at], corner)) & 255
        above = bytes(row)
        yield above


def _predicted(kind: int, left: int, up: int, corner: int) -> int:
    """Return what a filter takes off a byte: the one at its left, the mean of two, or the nearest of three (Paeth)."""
    if kind == 1:
        return left
    if kind == 3:
        return (left + up) // 2
    near = left + up - corner
    return min((left, up, corner), key=lambda one: abs(near - one))


def _png(file: bytes) -> _Png | None:
    """Return what a PNG file has; None for one with other rows, or that is not clearly intact."""
    chunks = dict[bytes, bytes]()
    data = bytearray()
    for name, content in _chunks(file):
        if name == b"IDAT":
            data += content
        else:
            chunks.setdefault(name, content)
    head = chunks.get(b"IHDR", b"")
    if len(head) != 13 or b"IEND" not in chunks or not _OTHER_ROWS.isdisjoint(chunks):
        return None
    width, height = int.from_bytes(head[:4], "big"), int.from_bytes(head[4:8], "big")
    bits, kind, *methods = head[8:]
    palette = chunks.get(b"PLTE", b"") if kind == _INDEXED else b""
    if any(methods) or kind not in _CHANNELS or bits not in {*_DEPTHS.get(kind, ()), *_deep(kind)}:
        return None
    if (kind == _INDEXED) != bool(palette) or len(palette) % 3 or len(palette) > 3 << bits:
        return None
    rows = _complete(bytes(data), 1 + (width * _CHANNELS[kind] * bits + 7) // 8, height)
    return None if rows is None else _Png(width, height, bits, kind, palette, chunks, bytes(data), rows)


def _deep(kind: int) -> tuple[int, ...]:
    """Return the bits per sample of pictures whose rows are split."""
    return () if kind == _INDEXED else (8, 16)


def _chunks(file: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the name and content of each chunk, up to the first damaged one."""
    at = len(PNG)
    while file.startswith(PNG) and at + 12 <= len(file):
        end = at + 8 + int.from_bytes(file[at : at + 4], "big")
        name, content = file[at + 4 : at + 8], file[at + 8 : end]
        if zlib.crc32(content, zlib.crc32(name)).to_bytes(4, "big") != file[end : end + 4]:
            return
        yield name, content
        at = end + 4


def _complete(data: bytes, row: int, height: int) -> bytes | None:
    """Return the rows of compressed data, if they are exactly so many of ``row`` bytes, each with a valid filter."""
    unpacked = zlib.decompressobj()
    try:
        rows = unpacked.decompress(data, row * height + 1)
    except zlib.error:
        return None
    is_whole = len(rows) == row * height and unpacked.eof and max(rows[::row], default=0) < _FILTERS
    return rows if rows and is_whole else None
