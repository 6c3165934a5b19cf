"""A Python audit hook that refuses to open files, start processes or connect to anything that a build does not need.

It works wherever Python runs, and refuses early, with a message. It does not protect against a bug in a library that
lets foreign machine code run; the restrictions of the operating system do.
https://docs.python.org/3/library/audit_events.html
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from typing import Any, Final

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
