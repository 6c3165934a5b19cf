"""Data packed by gzip, whose header would name the system: some versions of Python write it there, and some do not."""

import gzip
from base64 import b64encode


def gzip_base64(data: bytes, level: int) -> bytes:
    """Return data as base64 of gzip, the same with every version of Python; its header names no time and no system."""
    packed = gzip.compress(data, level, mtime=0)
    return b64encode(packed[:8] + b"\0\xff" + packed[10:])
