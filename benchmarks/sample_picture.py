"""A different picture for each card of a deck: PNG files of 590 x 236 pixels, 50 x 20 mm at 300 dpi.

Each shows a hill under a sky with some grain, so that it compresses as painted art does, to about 90 kB. Only the
standard library is used, so the bytes are the same everywhere.
"""

from __future__ import annotations

import math
import random
import struct
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path

WIDTH, HEIGHT = 590, 236
GRAIN = 8
"""The number of grain levels; the sky uses the levels below it, the hill the same number above."""
LEVELS = int.from_bytes(bytes([GRAIN - 1]) * WIDTH, "big")


def write_picture(path: Path, seed: int) -> None:
    """Write one picture; the same seed always gives the same bytes."""
    header = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 0)
    rows = b"".join(b"\0" + row for row in _rows(random.Random(seed)))
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(rows, 6)), (b"IEND", b""))
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in chunks))


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def _rows(source: random.Random) -> Iterator[bytes]:
    """Yield the pixels of each row as interleaved red, green and blue."""
    sky, hill = ([source.randrange(40, 200) for _ in range(3)] for _ in range(2))
    middle, top = source.uniform(0.2, 0.8) * WIDTH, source.uniform(0.2, 0.6) * HEIGHT
    for y in range(HEIGHT):
        kinds = (source.getrandbits(8 * WIDTH) & LEVELS) + _hill(y, middle, top)
        row, pixels = kinds.to_bytes(WIDTH, "big"), bytearray(3 * WIDTH)
        for channel, table in enumerate(_tables(sky, hill, y * 40 // HEIGHT)):
            pixels[channel::3] = row.translate(table)
        yield bytes(pixels)


def _hill(y: int, middle: float, top: float) -> int:
    """Return the number to add to a row of sky pixels to move those on the hill to the hill's levels."""
    half = 25 * math.sqrt(max(0.0, y - top))
    left, right = max(0, round(middle - half)), min(WIDTH, round(middle + half))
    return int.from_bytes(bytes(left) + bytes([GRAIN]) * (right - left) + bytes(WIDTH - right), "big")


def _tables(sky: Sequence[int], hill: Sequence[int], deeper: int) -> Iterator[bytes]:
    """Yield for each channel its value at each level of sky and hill."""
    for above, below in zip(sky, hill, strict=True):
        levels = [*range(above + deeper, above + deeper + GRAIN), *range(below + deeper, below + deeper + GRAIN)]
        yield bytes(levels).ljust(256, b"\0")
