"""The walls round the confined process, raised in the order in which each leaves the next its way."""

from __future__ import annotations

import os
import signal
import sys
import sysconfig
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from punchboard.sandbox import audit_hook, capabilities, landlock, rlimits, seccomp
from punchboard.sandbox.limits import Limits

RESTRICTIONS: Final = ("resource limits", "Landlock", "a filter of system calls")
"""The walls that a system may have or lack; the audit hook is always there."""

_LIBRARIES: Final = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache")
"""Where the libraries of the system lie that Python's modules load."""

_DEVICES: Final = ("/dev/null", "/dev/urandom", "/sys/devices/system/cpu", "/usr/share/zoneinfo")
_LOADERS: Final = ("/lib64", "/lib", "/usr/lib64", "/usr/lib")
"""Where the loader of programs lies, which the system runs first."""

_DIES_WITH_PARENT: Final = 1


def enter_sandbox(readable: Iterable[str], limits: Limits) -> tuple[str, ...]:
    """Confine this process for good, and return the names of those of `ALL` that stand.

    Args:
        readable: what it may read besides Python and the program.
        limits: what it may use up.
    """
    allowed = (*readable, *program_paths())
    _die_with_parent()
    held = (
        rlimits.restrict(limits),
        landlock.restrict((*allowed, *_LIBRARIES, *_DEVICES)),
        _filter_system_calls(),
    )
    for name in ("ctypes", "_ctypes"):
        sys.modules.pop(name, None)
    audit_hook.install((*allowed, *_DEVICES))
    return tuple(name for name, stands in zip(RESTRICTIONS, held, strict=True) if stands)


def enter_server_sandbox(readable: Iterable[str], limits: Limits) -> tuple[str, ...]:
    """Confine a process that serves pages, with the helpers that it starts, and return the walls that stand.

    It must have its socket, and no thread yet. There is no audit hook: a server does much that a build does not.
    """
    allowed = (*readable, *program_paths(), *_LIBRARIES, *_DEVICES)
    runnable = (os.path.realpath(sys.executable), *_LOADERS)
    held = (
        rlimits.restrict(limits, serving=True),
        landlock.restrict(allowed, runnable),
        _filter_system_calls(serving=True),
    )
    return tuple(name for name, stands in zip(RESTRICTIONS, held, strict=True) if stands)


def _filter_system_calls(*, serving: bool = False) -> bool:
    capabilities.drop()
    return seccomp.restrict(serving=serving)


def program_paths() -> tuple[str, ...]:
    """Return where Python and all that it imports lie; never the folder that the process runs in."""
    paths = {*sys.path, *sysconfig.get_paths().values(), str(Path(__file__).parents[1])}
    paths |= {sys.executable, str(Path(sys.prefix, "pyvenv.cfg")), str(Path(sys.base_prefix, "lib"))}
    here = os.getcwd()  # noqa: PTH109 - compared as text
    return tuple(sorted(path for path in paths if path and os.path.exists(path) and path != here))  # noqa: PTH110


def _die_with_parent() -> None:
    """Ask Linux to end this process when the one that began it is no more."""
    if sys.platform != "linux":
        return
    import ctypes  # noqa: PLC0415 - only the confined process asks the kernel itself

    library: Any = ctypes.CDLL(None)
    with suppress(AttributeError):
        library.prctl(_DIES_WITH_PARENT, signal.SIGKILL, 0, 0, 0)
