"""A seccomp filter: refuses Linux system calls that a build never needs, for this process and all that it starts.

It refuses sockets, other programs, new processes, access to other processes, changes of file permissions, and ways
around the filter (io_uring). A refused call fails with EPERM, which Python raises as PermissionError.

https://docs.kernel.org/userspace-api/seccomp_filter.html
"""

from __future__ import annotations

import os
import platform
import struct
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from punchboard.sandbox.kernel import c_library

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
"""Instructions of the classic packet filter, composed as in ``linux/bpf_common.h``."""

_ALLOW, _REFUSE, _UNKNOWN = 0x7FFF0000, 0x00050001, 0x00050026
"""Results of the filter: allow the call, fail with EPERM, fail with ENOSYS."""

_KILL: Final = 0x80000000
_NUMBER, _MACHINE, _FIRST, _THIRD = 0, 4, 16, 32
"""Offsets in ``struct seccomp_data``: the call number, the architecture, the lower halves of arguments 1 and 3."""

_MODE, _FILTER, _NO_NEW_PRIVILEGES = 22, 2, 38
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


_SERVING: Final[Mapping[str, frozenset[int]]] = MappingProxyType(
    {
        "x86_64": frozenset({*range(43, 49), 50, 51, 52, 53, 54, 55, 288, 57, 58, 59, 322, 62, 234, 141}),
        "aarch64": frozenset(
            {199, 201, 202, 204, 205, 206, 207, 208, 209, 210, 211, 212, 242, 221, 281, 129, 131, 140}
        ),
    }
)
"""The calls that a server needs: to use the socket that it already has, and to start and end sandboxed helpers.

Creating a socket that reaches another machine stays refused.
"""


class _Architecture:
    """The system call numbers of one architecture."""

    def __init__(self, audit: int, refused: tuple[int, ...], clone: int, limits: int, signal: int) -> None:
        self.audit, self.refused, self.clone, self.limits, self.signal = audit, refused, clone, limits, signal


_CLONE3: Final = 435
_MACHINES: Final[Mapping[str, _Architecture]] = MappingProxyType(
    {
        "x86_64": _Architecture(0xC000003E, _X86_64, clone=56, limits=302, signal=234),
        "aarch64": _Architecture(0xC00000B7, _AARCH64, clone=220, limits=261, signal=131),
    }
)


def restrict(*, serving: bool = False) -> bool:
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
