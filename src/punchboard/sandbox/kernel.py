"""What the kernel of Linux restricts: readable files (Landlock), resources, the capabilities of root.

https://docs.kernel.org/userspace-api/landlock.html; the numbers are from ``linux/landlock.h``.
"""

from __future__ import annotations

import os
import platform
import stat
import struct
import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, Final

from punchboard.sandbox.limits import Limits
from punchboard.system.resource_limits import are_supported, set_limit


def c_library() -> Any:
    """Return the C library of Linux; None on other systems, whose kernels have none of these restrictions."""
    if sys.platform != "linux":  # also FreeBSD has other calls
        return None
    import ctypes  # noqa: PLC0415 - only the sandboxed process calls the kernel directly

    return ctypes.CDLL(None, use_errno=True)


_VERSION_3: Final = 0x20080522
_NUMBERS: Final = {"x86_64": 126, "aarch64": 91}
"""The system call number of ``capset`` on each architecture."""


def drop() -> bool:
    """Drop all capabilities of this process; return whether that succeeded."""
    library, number = c_library(), _NUMBERS.get(platform.machine())
    if library is None or number is None:
        return False
    return bool(library.syscall(number, struct.pack("Ii", _VERSION_3, 0), bytes(24)) == 0)


_CREATE, _ADD, _RESTRICT = 444, 445, 446
"""System call numbers, the same on all architectures."""

_VERSION: Final = 1
_BENEATH: Final = 1
_NO_NEW_PRIVILEGES: Final = 38
_RUN, _READ_FILE, _READ_FOLDER = 1 << 0, 1 << 2, 1 << 3
_RIGHTS: Final = {1: 13, 2: 14, 3: 15, 5: 16}
"""How many file access rights each version of Landlock knows; they are the lowest bits, beginning with execution."""
_TCP: Final = 0b11
"""The rights to bind and to connect, from version 4."""
_SCOPES: Final = 0b11
"""Abstract sockets and signals, from version 6."""


def version() -> int:
    """Return the version of Landlock on this system, or 0 if it has none."""
    library = c_library()
    if library is None:
        return 0
    return max(0, int(library.syscall(_CREATE, None, _size(0), _VERSION)))


def restrict_files(readable: Iterable[str], runnable: Iterable[str] = ()) -> bool:
    """Allow this process to read files below some paths and nothing else; return whether Landlock is in force.

    Args:
        readable: folders and files; missing ones are skipped.
        runnable: folders and files that may also be run as programs, under the same restrictions.
    """
    landlock_version = version()
    if not landlock_version:
        return False
    library = c_library()
    ruleset = _ruleset(library, landlock_version)
    try:
        for path, more in (*((path, 0) for path in readable), *((path, _RUN) for path in runnable)):
            with suppress(OSError):  # a missing or forbidden path cannot be read anyway
                _allow(library, ruleset, path, more)
        library.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
        return bool(library.syscall(_RESTRICT, ruleset, 0) == 0)
    finally:
        os.close(ruleset)


def _size(number: int) -> Any:
    import ctypes  # noqa: PLC0415 - only the sandboxed process calls the kernel directly

    return ctypes.c_size_t(number)


def _ruleset(library: Any, supported: int) -> int:
    """Return the descriptor of a ruleset that refuses every right that this version knows."""
    count = max(bits for since, bits in _RIGHTS.items() if since <= supported)
    words = ((1 << count) - 1, *([_TCP] if supported >= 4 else []), *([_SCOPES] if supported >= 6 else []))
    attributes = b"".join(word.to_bytes(8, sys.byteorder) for word in words)
    made = int(library.syscall(_CREATE, attributes, _size(len(attributes)), 0))
    if made < 0:
        raise OSError("the kernel cannot create a Landlock ruleset")
    return made


def _allow(library: Any, ruleset: int, path: str, more_rights: int) -> None:
    descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        is_folder = stat.S_ISDIR(os.fstat(descriptor).st_mode)
        rights = more_rights | _READ_FILE | (_READ_FOLDER if is_folder else 0)
        rule = rights.to_bytes(8, sys.byteorder) + descriptor.to_bytes(4, sys.byteorder, signed=True)
        library.syscall(_ADD, ruleset, _BENEATH, rule, 0)
    finally:
        os.close(descriptor)


def limit_resources(limits: Limits, *, serving: bool = False) -> bool:
    """Set the limits for this process, permanently; return whether the system supports them.

    Args:
        limits: the limits to set.
        serving: whether the process serves pages until it is stopped; it then has no time limit and may start helpers.
    """
    settings = (
        ("RLIMIT_AS", limits.megabytes * 1_000_000),
        ("RLIMIT_CPU", limits.seconds),
        ("RLIMIT_FSIZE", 0),  # the process writes no files
        ("RLIMIT_NOFILE", limits.open_files),
        ("RLIMIT_NPROC", 0),  # does not apply to root, for whom the seccomp filter refuses new processes
        ("RLIMIT_CORE", 0),
    )
    for name, limit in settings if not serving else (settings[0], settings[5]):
        # SIGXCPU comes first; a process that ignores it is killed a second later
        set_limit(name, limit, limit + (name == "RLIMIT_CPU"))
    return are_supported()
