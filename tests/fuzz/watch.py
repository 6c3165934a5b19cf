"""Runs one input at a time, and watches its errors, its time and its access to files."""

from __future__ import annotations

import atexit
import faulthandler
import gc
import mmap
import os
import signal
import sys
import tempfile
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from targets import Target
from world import Own

HARD: Final = 900
"""Seconds after which a process ends that has not finished 256 inputs, because one does not return to Python."""


class SlowError(Exception):
    """An input takes longer than its target allows."""


class TouchedError(Exception):
    """An input wrote, deleted or sent something."""


class Finding(NamedTuple):
    """A fault: its target, its error and place, and the input that shows it."""

    target: str
    what: str
    where: str
    data: bytes

    @property
    def key(self) -> tuple[str, str]:
        """The identity of a fault: inputs with equal keys show the same fault."""
        return self.what.partition(":")[0], self.where


def _answered(target: Target, data: bytes) -> bool:
    """Run a target, and tell whether it accepted the input; an allowed error must be printable."""
    try:
        target.run(data)
    except target.allowed as error:
        str(error).encode()
        return False
    return True


class Watch:
    """Runs targets on inputs and keeps one input of each fault.

    Args:
        alone: whether the process does nothing else; it then ends when an input does not return to Python.
    """

    def __init__(self, *, alone: bool = False) -> None:
        self.findings: dict[tuple[str, str], Finding] = {}
        self.count = 0
        self.taken = False
        """Whether the last input was taken without an error."""
        self._running = False
        self._last = _last_input()
        self._alone = alone
        if alone:
            faulthandler.enable()
        sys.addaudithook(self._audit)
        signal.signal(signal.SIGPROF, _too_slow)

    def begin(self) -> None:
        """Reset the count and the faults."""
        self.findings, self.count = {}, 0

    def run(self, target: Target, data: bytes) -> Finding | None:
        """Run a target on an input; return the fault that it shows, if any."""
        if self._alone and self.count % 256 == 0:  # it starts a thread, which takes longer than most inputs
            faulthandler.dump_traceback_later(HARD, exit=True)
        self.count, self.taken = self.count + 1, False
        self._last.seek(0)
        self._last.write(len(data).to_bytes(4, "little") + data[: 1 << 20])
        try:
            try:
                self._answer(target, data, target.limit)
            except SlowError:  # the first input may have been slowed by imports on a busy machine
                self._answer(target, data, 2 * target.limit)
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:  # noqa: BLE001 - any other error is a fault, and a Rust panic is no Exception
            return self._found(target, data, error)
        return None

    def _answer(self, target: Target, data: bytes, limit: float) -> None:
        with self._watched(limit):
            self.taken = _answered(target, data)

    @contextmanager
    def _watched(self, limit: float) -> Iterator[None]:
        self._running, written = True, sys.dont_write_bytecode
        sys.dont_write_bytecode = True  # writing the bytecode of a late import is no fault
        gc.disable()  # garbage collection takes time, and swallows the signal
        signal.setitimer(signal.ITIMER_PROF, limit)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            gc.enable()
            self._running, sys.dont_write_bytecode = False, written

    def _found(self, target: Target, data: bytes, error: BaseException) -> Finding:
        places = [
            f"{Path(frame.filename).name}:{frame.name}"
            for frame in traceback.extract_tb(error.__traceback__)
            if "punchboard" in frame.filename and "tests" not in frame.filename
        ]
        found = Finding(target.name, f"{type(error).__name__}: {str(error)[:200]}", " ".join(places[-1:]), data)
        old = self.findings.get(found.key)
        if old is None or len(data) < len(old.data):
            self.findings[found.key] = found
        return found

    def _audit(self, event: str, args: tuple[object, ...]) -> None:
        if not self._running or Own.writing or event not in _TOUCHES:
            return
        if event == "open" and not (isinstance(args[1], str) and set(args[1]) & set("wax+")):
            return
        raise TouchedError(f"{event} {args[0]!r}")


_TOUCHES: Final = frozenset(
    {"open", "os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.link", "os.symlink", "os.truncate", "os.chmod"}
    | {"socket.connect", "socket.getaddrinfo", "subprocess.Popen", "os.system", "os.exec", "os.posix_spawn"}
    | {"shutil.rmtree", "shutil.move"}
)
"""Audit events that reading a game must not cause."""


def _too_slow(_number: int, _frame: object) -> None:
    raise SlowError("longer than its limit")


def _last_input() -> mmap.mmap:
    """Return memory backed by a file, which has the last input when the process dies."""
    path = Path(tempfile.gettempdir()) / f"punchboard-fuzz-last-{os.getpid()}"
    path.write_bytes(b"\0" * ((1 << 20) + 4))
    atexit.register(path.unlink, missing_ok=True)
    with path.open("r+b") as file:
        return mmap.mmap(file.fileno(), 0)
