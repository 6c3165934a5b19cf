"""Landlock: a process of Linux gives up all files but some, for itself and all that it starts, and for good.

https://docs.kernel.org/userspace-api/landlock.html; the numbers are those of ``linux/landlock.h``.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, Final

_CREATE, _ADD, _RESTRICT = 444, 445, 446
"""System calls, of one number on all machines."""

_VERSION: Final = 1
_BENEATH: Final = 1
_NO_NEW_PRIVILEGES: Final = 38
_RUN, _READ_FILE, _READ_FOLDER = 1 << 0, 1 << 2, 1 << 3
_RIGHTS: Final = {1: 13, 2: 14, 3: 15, 5: 16}
"""How many rights on files each version of Landlock knows, from execution on: the lowest bits."""
_TCP: Final = 0b11
"""To bind and to connect; from version 4."""
_SCOPES: Final = 0b11
"""Sockets by name and signals; from version 6."""


def version() -> int:
    """Return the version of Landlock that this system has; 0 when it has none."""
    if sys.platform != "linux":
        return 0
    library = _library()
    return max(0, int(library.syscall(_CREATE, None, _size(0), _VERSION)))


def restrict(readable: Iterable[str], runnable: Iterable[str] = ()) -> bool:
    """Give up all files but those beneath some paths, which can be read and nothing else; tell whether it could be.

    Args:
        readable: folders and files; those that are not there are left out.
        runnable: those that may be run as programs, too, behind the same walls.
    """
    known = version()
    if not known:
        return False
    library = _library()
    ruleset = _ruleset(library, known)
    try:
        for path, more in (*((path, 0) for path in readable), *((path, _RUN) for path in runnable)):
            with suppress(OSError):  # one that is not there, or not ours, cannot be read anyway
                _allow(library, ruleset, path, more)
        library.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
        return bool(library.syscall(_RESTRICT, ruleset, 0) == 0)
    finally:
        os.close(ruleset)


def _library() -> Any:
    import ctypes  # noqa: PLC0415 - only the confined process asks the kernel itself

    return ctypes.CDLL(None, use_errno=True)


def _size(number: int) -> Any:
    import ctypes  # noqa: PLC0415 - only the confined process asks the kernel itself

    return ctypes.c_size_t(number)


def _ruleset(library: Any, known: int) -> int:
    """Return a set of rules that refuses all that this version knows of."""
    count = max(bits for since, bits in _RIGHTS.items() if since <= known)
    words = ((1 << count) - 1, *([_TCP] if known >= 4 else []), *([_SCOPES] if known >= 6 else []))
    attributes = b"".join(word.to_bytes(8, sys.byteorder) for word in words)
    made = int(library.syscall(_CREATE, attributes, _size(len(attributes)), 0))
    if made < 0:
        raise OSError("the kernel makes no rules")
    return made


def _allow(library: Any, ruleset: int, path: str, more: int) -> None:
    held = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        folder = stat.S_ISDIR(os.fstat(held).st_mode)
        rights = more | _READ_FILE | (_READ_FOLDER if folder else 0)
        rule = rights.to_bytes(8, sys.byteorder) + held.to_bytes(4, sys.byteorder, signed=True)
        library.syscall(_ADD, ruleset, _BENEATH, rule, 0)
    finally:
        os.close(held)
