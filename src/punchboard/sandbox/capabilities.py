"""Dropping the Linux capabilities of root, so that a sandboxed process of root has no more rights than any user."""

from __future__ import annotations

import platform
import struct
from typing import Final

from punchboard.sandbox.kernel import c_library

_VERSION_3: Final = 0x20080522
_NUMBERS: Final = {"x86_64": 126, "aarch64": 91}
"""The system call number of ``capset`` on each architecture."""


def drop() -> bool:
    """Drop all capabilities of this process; return whether that succeeded."""
    library, number = c_library(), _NUMBERS.get(platform.machine())
    if library is None or number is None:
        return False
    return bool(library.syscall(number, struct.pack("Ii", _VERSION_3, 0), bytes(24)) == 0)
