"""An edit while ``punchboard build --watch`` is there: from the saving to the line that tells that it is built."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from timing import Run, environment

BUILT: Final = " files ("
"""What a line holds that tells that a game was built."""

WAIT: Final = 120.0
"""Seconds until a program that says nothing is given up."""

LOOK: Final = 0.005


class Watched:
    """A program that watches a workspace from its first edit on, until the end.

    Args:
        name: what is timed.
        where: the workspace, which nobody else edits.
        command: what is run; it says a line of each game that it has built.
        edit: changes a file.
    """

    made = "output"

    def __init__(self, name: str, where: Path, command: Sequence[str], edit: Callable[[], object]) -> None:
        self.name, self.where = name, where
        self._command, self._edit, self._log = command, edit, where / "watch.log"
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        """Begin nothing yet: the program is begun with the first edit."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """End the program."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def run(self) -> Run:
        """Edit, and wait until it is built.

        Raises:
            RuntimeError: when it is not; holds what was printed.
        """
        if self._process is None:
            self._process = self._begun()
            self._built(0)  # the first edit finds nothing in memory
        before, worked = self._told(), self._work()
        begun = time.perf_counter()
        self._built(before)
        return Run(time.perf_counter() - begun, self._memory(), self._work() - worked)

    def _begun(self) -> subprocess.Popen[bytes]:
        with self._log.open("wb") as log:
            process = subprocess.Popen(self._command, cwd=self.where, env=environment(), stdout=log, stderr=log)
        self._wait_until(lambda: b"watching " in self._log.read_bytes(), process)
        return process

    def _built(self, before: int) -> None:
        self._edit()
        assert self._process is not None
        self._wait_until(lambda: self._told() > before, self._process)

    def _told(self) -> int:
        """Return how many times it has told of a game that was built since it watches."""
        return self._log.read_bytes().partition(b"watching ")[2].count(BUILT.encode())

    def _wait_until(self, is_so: Callable[[], bool], process: subprocess.Popen[bytes]) -> None:
        end = time.monotonic() + WAIT
        while not is_so():
            if process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(self._log.read_text(encoding="utf-8", errors="replace")[-2000:])
            time.sleep(LOOK)

    def _work(self) -> float:
        """Return the seconds of processors that it and its children have had, where the system tells them."""
        with suppress(OSError):
            assert self._process is not None
            fields = Path(f"/proc/{self._process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
            return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
        return 0.0

    def _memory(self) -> float:
        """Return the highest memory in MB that it has had, where the system tells it."""
        with suppress(OSError):
            assert self._process is not None
            status = Path(f"/proc/{self._process.pid}/status").read_text(encoding="utf-8")
            return int(status.partition("VmHWM:")[2].split()[0]) / 1024
        return 0.0
