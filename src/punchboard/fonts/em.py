"""The em of a font file: the same drawings at another size."""

import struct
from typing import Final

_HEADER: Final = struct.Struct(">4sHHHH")
_RECORD: Final = struct.Struct(">4sIII")
_EM_AT: Final = 18
"""The position of the em in the table ``head``."""

_LIMITS: Final = (16, 16384)
"""The least and the largest em that the format allows, in font units."""


def scaled_font(data: bytes, scale: float) -> bytes:
    """Return a font whose letters print ``scale`` times as large: only its em, the size of a letter's square, changes.

    Everything else stays, so that shaping, outlines, and embedding need not know of it. A damaged font comes back as
    it is; whoever opens it reports it.
    """
    if scale == 1 or len(data) < _HEADER.size:
        return data
    count = _HEADER.unpack_from(data)[1]
    for number in range(count):
        at = _HEADER.size + number * _RECORD.size
        tag, _, start, length = _RECORD.unpack_from(data, at) if at + _RECORD.size <= len(data) else (b"", 0, 0, 0)
        if tag == b"head" and length >= _EM_AT + 2 and start + length <= len(data):
            at = start + _EM_AT
            em = round(int.from_bytes(data[at : at + 2], "big") / scale)
            return data[:at] + min(max(em, _LIMITS[0]), _LIMITS[1]).to_bytes(2, "big") + data[at + 2 :]
    return data
