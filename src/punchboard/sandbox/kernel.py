"""The kernel of Linux, for system calls that Python does not offer."""

from __future__ import annotations

import sys
from typing import Any


def c_library() -> Any:
    """Return the C library of Linux; None on other systems, whose kernels have none of these restrictions."""
    if sys.platform != "linux":  # also FreeBSD has other calls
        return None
    import ctypes  # noqa: PLC0415 - only the sandboxed process calls the kernel directly

    return ctypes.CDLL(None, use_errno=True)
