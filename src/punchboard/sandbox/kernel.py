"""What the kernel of Linux restricts: files (Landlock), system calls (seccomp), resources, the capabilities of root.

https://docs.kernel.org/userspace-api/landlock.html; the numbers are from ``linux/landlock.h``.

The filter refuses sockets, other programs, new processes, access to other processes, changes of file permissions, and
ways around the filter (io_uring). A refused call fails with EPERM, which Python raises as PermissionError.

https://docs.kernel.org/userspace-api/seccomp_filter.html
"""

from __future__ import annotations

import os
import platform
import stat
import struct
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any, Final

from punchboard.sandbox.job import Limits
from punchboard.system.processes import are_supported, set_limit


def c_library() -> Any:
    """Return the C library of Linux; None on other systems, whose kernels have none of these restrictions."""
    if sys.platform != "linux":  # also FreeBSD has other calls
        return None
    import ctypes  # noqa: PLC0415 - only the sandboxed process calls the kernel directly

    return ctypes.CDLL(None, use_errno=True)


_VERSION_3: Final = 0x20080522
_NUMBERS: Final = {"x86_64": 126, "aarch64": 91}
"""The system call number of ``capset`` on each architecture."""


def drop_capabilities() -> bool:
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
    ruleset = int(library.syscall(_CREATE, attributes, _size(len(attributes)), 0))
    if ruleset < 0:
        raise OSError("the kernel cannot create a Landlock ruleset")
    return ruleset


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


_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
"""Instructions of the classic packet filter, composed as in ``linux/bpf_common.h``."""

_ALLOW, _REFUSE, _UNKNOWN = 0x7FFF0000, 0x00050001, 0x00050026
"""Results of the filter: allow the call, fail with EPERM, fail with ENOSYS."""

_KILL: Final = 0x80000000
_NUMBER, _MACHINE, _FIRST, _THIRD = 0, 4, 16, 32
"""Offsets in ``struct seccomp_data``: the call number, the architecture, the lower halves of arguments 1 and 3."""

_MODE, _FILTER = 22, 2
_X32: Final = 0x40000000
_THREAD: Final = 0x00010000
"""CLONE_THREAD: a thread of this process, not another process."""

_X86_64: Final = (
    *range(41, 56),  # sockets
    *(57, 58, 59, 322),  # fork, vfork, execve, execveat
    *(62, 200, 129, 297, 424, 434, 438),  # signals to others, and handles on them
    *(101, 310, 311, 312, 272, 308, 161, 155, 165, 166, 167, 168, 428, 429, 430, 431, 432, 433, 442),
    *(90, 91, 268, 452, 92, 93, 94, 260, 132, 235, 261, 280),  # chmod, chown, utime
    *(188, 189, 190, 197, 198, 199),  # further attributes of files
    *(133, 259, 86, 265, 88, 266, 304, 303),  # mknod, link, symlink, file handles
    *(160, 141, 142, 144, 203, 314, 170, 171, 164, 227, 305, 159),  # limits, priorities, names, clocks
    *(175, 176, 313, 246, 320, 248, 249, 250, 298, 321, 323, 103, 153, 154, 163, 169, 179, 299, 307, 288),
    *(425, 426, 427, 29, 30, 31, 67, 68, 69, 70, 71, 240, 241),  # io_uring; shared memory and messages
)
_AARCH64: Final = (
    *range(198, 213),
    *(242, 243, 269),  # more of sockets
    *(221, 281),  # execve, execveat
    *(129, 130, 138, 240, 424, 434, 438),
    *(117, 270, 271, 272, 97, 268, 51, 41, 39, 40, 428, 429, 430, 431, 432, 433, 442),
    *(52, 53, 452, 54, 55, 88, 5, 6, 7, 14, 15, 16),
    *(33, 37, 36, 264, 265),
    *(164, 118, 119, 122, 140, 274, 161, 162, 112, 170, 266),
    *(105, 106, 273, 104, 294, 217, 218, 219, 241, 280, 282, 116, 58, 89, 142, 60),
    *(425, 426, 427, 194, 195, 196, 197, 186, 187, 188, 189, 190, 191, 192, 193, 180, 181),
)


_SERVING: Final[Mapping[str, frozenset[int]]] = {
    "x86_64": frozenset({*range(43, 49), 50, 51, 52, 53, 54, 55, 288, 57, 58, 59, 322, 62, 234, 141}),
    "aarch64": frozenset({199, 201, 202, 204, 205, 206, 207, 208, 209, 210, 211, 212, 242, 221, 281, 129, 131, 140}),
}
"""The calls that a server needs: to use the socket that it already has, and to start and end sandboxed helpers.

Creating a socket that reaches another machine stays refused.
"""


class _Architecture:
    """The system call numbers of one architecture."""

    def __init__(self, audit: int, refused: tuple[int, ...], clone: int, limits: int, signal: int) -> None:
        self.audit, self.refused, self.clone, self.limits, self.signal = audit, refused, clone, limits, signal


_CLONE3: Final = 435
_MACHINES: Final[Mapping[str, _Architecture]] = {
    "x86_64": _Architecture(0xC000003E, _X86_64, clone=56, limits=302, signal=234),
    "aarch64": _Architecture(0xC00000B7, _AARCH64, clone=220, limits=261, signal=131),
}


def restrict_calls(*, serving: bool = False) -> bool:
    """Refuse all system calls that a build never needs, permanently; return whether the filter is in force.

    Args:
        serving: whether this process serves pages, so that it needs its socket and starts helpers.
    """
    library, machine = c_library(), _MACHINES.get(platform.machine())
    if library is None or machine is None:
        return False
    import ctypes  # noqa: PLC0415 - only the sandboxed process calls the kernel directly

    program = b"".join(_program(machine, None if serving else os.getpid()))
    kept = ctypes.create_string_buffer(program)
    head = struct.pack("HxxxxxxP", len(program) // 8, ctypes.addressof(kept))
    library.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    return bool(library.prctl(_MODE, _FILTER, ctypes.c_char_p(head), 0, 0) == 0)


def _program(machine: _Architecture, own: int | None) -> Iterator[bytes]:
    """Yield the instructions: each case falls through to the next, and the last instruction allows the call."""
    yield _step(_LOAD, _MACHINE)
    yield from (_step(_EQUAL, machine.audit, 1, 0), _step(_RETURN, _KILL))
    yield _step(_LOAD, _NUMBER)
    if machine.clone == 56:  # the x32 calling convention has call numbers of its own
        yield from (_step(_AT_LEAST, _X32, 0, 1), _step(_RETURN, _REFUSE))
    allowed = _SERVING[platform.machine()] if own is None else frozenset[int]()
    for number in (one for one in machine.refused if one not in allowed):
        yield from (_step(_EQUAL, number, 0, 1), _step(_RETURN, _REFUSE))
    yield from (_step(_EQUAL, _CLONE3, 0, 1), _step(_RETURN, _UNKNOWN))  # the C library then falls back to clone
    if own is not None:
        yield from _argument(machine.clone, _FIRST, (_step(_ANY_BIT, _THREAD, 1, 0), _step(_RETURN, _REFUSE)))
    # prlimit may read a limit but not set one: its third argument, the new limit, must be null
    yield from _argument(machine.limits, _THIRD, (_step(_EQUAL, 0, 1, 0), _step(_RETURN, _REFUSE)))
    yield from _argument(machine.limits, _THIRD + 4, (_step(_EQUAL, 0, 1, 0), _step(_RETURN, _REFUSE)))
    if own is not None:
        yield from _argument(machine.signal, _FIRST, (_step(_EQUAL, own, 1, 0), _step(_RETURN, _REFUSE)))
    yield _step(_RETURN, _ALLOW)


def _argument(number: int, where: int, steps: tuple[bytes, ...]) -> Iterator[bytes]:
    """Yield the steps that examine an argument of one call, then load the call number again."""
    yield _step(_EQUAL, number, 0, len(steps) + 1)
    yield _step(_LOAD, where)
    yield from steps
    yield _step(_LOAD, _NUMBER)


def _step(code: int, value: int, then: int = 0, otherwise: int = 0) -> bytes:
    return struct.pack("HBBI", code, then, otherwise, value)
