"""What root may do beyond other users is given up: a confined process of root is nobody special."""

from __future__ import annotations

import os
import struct
import sys
from typing import Any, Final

_VERSION_3: Final = 0x20080522
_NUMBERS: Final = {"x86_64": 126, "aarch64": 91}
"""The number of ``capset``."""


def drop() -> bool:
    """Give up all capabilities; tell whether there are none any more."""
    if sys.platform != "linux":
        return False
    number = _NUMBERS.get(os.uname().machine)
    if number is None:
        return False
    import ctypes  # noqa: PLC0415 - only the confined process asks the kernel itself

    library: Any = ctypes.CDLL(None, use_errno=True)
    return bool(library.syscall(number, struct.pack("Ii", _VERSION_3, 0), bytes(24)) == 0)
