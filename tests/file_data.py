"""Bytes of files for tests: a failed comparison shows their length and hash, not all that is in them."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path


class FileData(bytes):
    """The bytes of a file."""

    __slots__ = ()

    def __repr__(self) -> str:
        """Return the length and the beginning of the hash."""
        return f"<{len(self)} bytes, {sha256(self).hexdigest()[:12]}>"


def file_data(path: Path) -> FileData:
    """Return the bytes of a file."""
    return FileData(path.read_bytes())
