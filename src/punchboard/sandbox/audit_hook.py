"""The second wall: Python itself refuses to open, start or connect what the confined process has no business with.

It holds wherever Python runs, and refuses early, with words. It is no wall against a fault in a library that lets
foreign machine code run: that is what the walls of the system are for.
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
"""Modules that reach round this wall."""

_PDFIUM_MODULE: Final = "punchboard.render.png.pdfium"
"""The module whose library is called through ctypes."""


def install(readable: Iterable[str]) -> None:
    """Refuse from now on, for good, what is not reading beneath some paths.

    Args:
        readable: folders and files, links followed.
    """
    allowed = tuple(sorted({os.path.realpath(path) for path in readable}))
    sys.addaudithook(_Hook(allowed))


class _Hook:
    """Judges what Python is about to do."""

    def __init__(self, allowed: tuple[str, ...]) -> None:
        self._files = frozenset(allowed)
        self._folders = tuple(path.rstrip(os.sep) + os.sep for path in allowed)
        self._foreign_calls = False
        self._judges: dict[str, Callable[[tuple[Any, ...]], None]] = {"open": self._open, "import": self._import}
        self._judges |= dict.fromkeys(_READING, self._read)
        self._judges |= dict.fromkeys(_REFUSED, _refuse)

    def __call__(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Judge an event.

        Raises:
            PermissionError: when it is refused.
        """
        judge = self._judges.get(event)
        if judge is not None:
            judge(arguments)
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
    raise _refusal(f"what it asks of the system {arguments!r:.80}")


def _refusal(what: str) -> PermissionError:
    return PermissionError(1, f"a stranger's game is built without {what}")
