"""Dropping the Linux capabilities of root, so that a sandboxed process of root has no more rights than any user."""

from __future__ import annotations

import os
import struct
import sys
from typing import Any, Final

_VERSION_3: Final = 0x20080522
_NUMBERS: Final = {"x86_64": 126, "aarch64": 91}
"""The system call number of ``capset`` on each architecture."""


def drop() -> bool:
    """Drop all capabilities of this process; return whether that succeeded."""
    if sys.platform != "linux":
        return False
    number = _NUMBERS.get(os.uname().machine)
    if number is None:
        return False
    import ctypes  # noqa: PLC0415 - only the sandboxed process calls the kernel directly

    library: Any = ctypes.CDLL(None, use_errno=True)
    return bool(library.syscall(number, struct.pack("Ii", _VERSION_3, 0), bytes(24)) == 0)
