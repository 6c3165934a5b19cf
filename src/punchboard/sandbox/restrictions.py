"""Entering the sandbox: the restrictions of this process, and an audit hook for what the kernel does not refuse.

The order matters: each restriction must still allow the system calls that set up the next one.

The hook works wherever Python runs, and refuses early, with a message. It does not protect against a bug in a library
that lets foreign machine code run; the restrictions of the operating system do.
https://docs.python.org/3/library/audit_events.html
"""

from __future__ import annotations

import os
import signal
import sys
import sysconfig
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from punchboard.sandbox import kernel
from punchboard.sandbox.job import Limits
from punchboard.sandbox.kernel import c_library

_WRITING: Final = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND

_REFUSED: Final = (
    *("os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork", "os.forkpty", "os.startfile", "pty.spawn"),
    *("subprocess.Popen", "os.kill", "os.killpg", "webbrowser.open", "signal.pthread_kill"),
    *("os.chmod", "os.chown", "os.lockf", "os.link", "os.symlink", "os.remove", "os.rename", "os.rmdir", "os.mkdir"),
    *("os.truncate", "os.utime", "os.setxattr", "os.removexattr", "os.chflags", "os.add_dll_directory", "fcntl.fcntl"),
    *("shutil.rmtree", "shutil.move", "shutil.copyfile", "shutil.copytree", "shutil.make_archive", "shutil.chown"),
    *("tempfile.mkstemp", "tempfile.mkdtemp", "winreg.OpenKey", "winreg.CreateKey", "winreg.SetValue"),
    *("resource.setrlimit", "resource.prlimit", "syslog.openlog", "sqlite3.connect", "mmap.__new__"),
)
_REFUSED_FAMILIES: Final = ("socket.", "urllib.", "ftplib.", "http.", "smtplib.", "imaplib.", "poplib.", "telnetlib.")
_READING: Final = frozenset({"os.listdir", "os.scandir", "os.chdir", "os.getxattr"})
_IMPORTS: Final = frozenset({"ctypes", "_ctypes"})
"""Modules that can bypass the audit hook."""

_PDFIUM_MODULE: Final = "punchboard.render.png.pictures"
"""The module that calls its library through ctypes."""


def install(readable: Iterable[str]) -> None:
    """Refuse everything but reading below some paths, permanently.

    Args:
        readable: folders and files; links are followed.
    """
    allowed = tuple(sorted({os.path.realpath(path) for path in readable}))
    sys.addaudithook(_Hook(allowed))


class _Hook:
    """The audit hook: allows or refuses each event that Python reports."""

    def __init__(self, allowed: tuple[str, ...]) -> None:
        self._files = frozenset(allowed)
        self._folders = tuple(path.rstrip(os.sep) + os.sep for path in allowed)
        self._foreign_calls = False
        self._handlers: dict[str, Callable[[tuple[Any, ...]], None]] = {"open": self._open, "import": self._import}
        self._handlers |= dict.fromkeys(_READING, self._read)
        self._handlers |= dict.fromkeys(_REFUSED, _refuse)

    def __call__(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Allow an event, or refuse it.

        Raises:
            PermissionError: when the event is refused.
        """
        handler = self._handlers.get(event)
        if handler is not None:
            handler(arguments)
        elif event.startswith("ctypes."):
            if not self._foreign_calls:
                raise _refusal(event)
        elif event.startswith(_REFUSED_FAMILIES):
            raise _refusal(event)

    def _open(self, arguments: tuple[Any, ...]) -> None:
        path, mode, flags = (*arguments, None, None)[:3]
        if isinstance(path, int):
            return
        if (isinstance(flags, int) and flags & _WRITING) or (isinstance(mode, str) and set(mode) & set("wax+")):
            raise _refusal(f"writing {os.fsdecode(path)!r}")
        self._check(path)

    def _read(self, arguments: tuple[Any, ...]) -> None:
        self._check(arguments[0] if arguments else None)

    def _check(self, path: Any) -> None:
        if isinstance(path, int):
            return
        real = os.path.realpath(os.fsdecode(path) if path is not None else os.curdir)
        if real not in self._files and not real.startswith(self._folders):
            raise _refusal(f"reading {real!r}")

    def _import(self, arguments: tuple[Any, ...]) -> None:
        name = arguments[0]
        if name == _PDFIUM_MODULE:
            self._foreign_calls = True
        if name in _IMPORTS and not self._foreign_calls:
            raise _refusal(f"importing {name!r}")


def _refuse(arguments: tuple[Any, ...]) -> None:
    raise _refusal(f"a system call with {arguments!r:.80}")


def _refusal(action: str) -> PermissionError:
    return PermissionError(1, f"the sandbox refuses {action}")


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
        kernel.limit_resources(limits),
        kernel.restrict_files((*allowed, *_LIBRARIES, *_DEVICES)),
        _filter_system_calls(),
    )
    for name in ("ctypes", "_ctypes"):
        sys.modules.pop(name, None)
    install((*allowed, *_DEVICES))
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
        kernel.limit_resources(limits, serving=True),
        kernel.restrict_files(allowed, runnable),
        _filter_system_calls(serving=True),
    )
    return tuple(name for name, applied in zip(RESTRICTIONS, in_force, strict=True) if applied)


def _filter_system_calls(*, serving: bool = False) -> bool:
    kernel.drop_capabilities()
    return kernel.restrict_calls(serving=serving)


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
