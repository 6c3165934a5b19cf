"""Entering the sandbox: applies resource limits, Landlock, the seccomp filter and the audit hook to this process.

The order matters: each restriction must still allow the system calls that set up the next one.
"""

from __future__ import annotations

import os
import signal
import sys
import sysconfig
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

from punchboard.sandbox import audit_hook, capabilities, landlock, rlimits, seccomp
from punchboard.sandbox.kernel import c_library
from punchboard.sandbox.limits import Limits

LANDLOCK: Final = "Landlock"

RESTRICTIONS: Final = ("resource limits", LANDLOCK, "a filter of system calls")
"""The restrictions that a system may have or lack; the audit hook is always there."""

_LIBRARIES: Final = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache")
"""The system libraries that Python's modules load."""

_DEVICES: Final = ("/dev/null", "/dev/urandom", "/sys/devices/system/cpu", "/usr/share/zoneinfo")
_LOADERS: Final = ("/lib64", "/lib", "/usr/lib64", "/usr/lib")
"""The folders of the dynamic loader, which the system runs before a program."""

_END_WITH_PARENT: Final = 1


def enter_sandbox(readable: Iterable[str], limits: Limits) -> tuple[str, ...]:
    """Restrict this process permanently, and return the names of the `RESTRICTIONS` that are in force.

    Args:
        readable: what the process may read besides Python and the program.
        limits: the limits of the process.
    """
    allowed = (*readable, *program_paths())
    _end_with_parent()
    in_force = (
        rlimits.restrict(limits),
        landlock.restrict((*allowed, *_LIBRARIES, *_DEVICES)),
        _filter_system_calls(),
    )
    for name in ("ctypes", "_ctypes"):
        sys.modules.pop(name, None)
    audit_hook.install((*allowed, *_DEVICES))
    return tuple(name for name, applied in zip(RESTRICTIONS, in_force, strict=True) if applied)


def missing_restrictions(active: Iterable[str]) -> str:
    """Return which restrictions this system lacks, as the beginning of a sentence, or "" if all are in force."""
    in_force = frozenset(active)
    missing = [name for name in RESTRICTIONS if name not in in_force]
    return f"this system lacks {' and '.join(missing)}" if missing else ""


def enter_server_sandbox(readable: Iterable[str], limits: Limits) -> tuple[str, ...]:
    """Restrict a process that serves pages, and its helpers; return the names of the restrictions in force.

    The process must already have its socket and must not have started a thread. There is no audit hook, because a
    server does much that a build does not.
    """
    allowed = (*readable, *program_paths(), *_LIBRARIES, *_DEVICES)
    runnable = (os.path.realpath(sys.executable), *_LOADERS)
    in_force = (
        rlimits.restrict(limits, serving=True),
        landlock.restrict(allowed, runnable),
        _filter_system_calls(serving=True),
    )
    return tuple(name for name, applied in zip(RESTRICTIONS, in_force, strict=True) if applied)


def _filter_system_calls(*, serving: bool = False) -> bool:
    capabilities.drop()
    return seccomp.restrict(serving=serving)


def program_paths() -> tuple[str, ...]:
    """Return the paths of Python and of everything that it imports, except the current folder."""
    paths = {*sys.path, *sysconfig.get_paths().values(), str(Path(__file__).parents[1])}
    paths |= {sys.executable, str(Path(sys.prefix, "pyvenv.cfg")), str(Path(sys.base_prefix, "lib"))}
    here = os.getcwd()  # noqa: PTH109 - compared as text
    return tuple(sorted(path for path in paths if path and os.path.exists(path) and path != here))  # noqa: PTH110


def _end_with_parent() -> None:
    """Ask Linux to kill this process when its parent ends."""
    library = c_library()
    with suppress(AttributeError):
        library.prctl(_END_WITH_PARENT, signal.SIGKILL, 0, 0, 0)
