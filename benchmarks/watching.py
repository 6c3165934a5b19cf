"""Builds by ``punchboard build --watch``, timed from saving an edit to the line that reports the build."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from timing import Run, environment

BUILT: Final = " s)\n"
"""The end of a line that reports a built game."""

WAIT: Final = 600.0
"""Seconds to wait for a line of the program, which may build all games first on a busy machine."""

LOOK: Final = 0.005


class Watched:
    """A program that watches a workspace, started at the first edit.

    Args:
        name: the name of the task.
        where: the workspace, which nothing else edits.
        command: the command, which prints a line for each game that it has built.
        edit: changes a file.
    """

    output = "output"

    def __init__(self, name: str, where: Path, command: Sequence[str], edit: Callable[[], object]) -> None:
        self.name, self.where = name, where
        self._command, self._edit, self._log = command, edit, where / "watch.log"
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        """Return the task; the program starts with the first edit."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """End the program with its workers."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()

    def run(self) -> Run:
        """Edit, and wait until the game is built.

        Raises:
            RuntimeError: when it is not built, with the output of the program.
        """
        if self._process is None:
            self._process = self._start()
            self._edit_and_wait(0)  # the first edit finds an empty cache in memory
        before, worked = self._build_count(), self.processor_seconds()
        begun = time.perf_counter()
        self._edit_and_wait(before)
        return Run(time.perf_counter() - begun, self._memory(), self.processor_seconds() - worked)

    def _start(self) -> subprocess.Popen[bytes]:
        with self._log.open("wb") as log:
            process = subprocess.Popen(
                self._command, cwd=self.where, env=environment(), stdout=log, stderr=log, start_new_session=True
            )
        self._wait_until(lambda: b"watching " in self._log.read_bytes(), process)
        return process

    def _edit_and_wait(self, before: int) -> None:
        self._edit()
        assert self._process is not None
        self._wait_until(lambda: self._build_count() > before, self._process)

    def _build_count(self) -> int:
        """Return the number of builds reported since it started watching."""
        return self._log.read_bytes().partition(b"watching ")[2].count(BUILT.encode())

    def _wait_until(self, is_so: Callable[[], bool], process: subprocess.Popen[bytes]) -> None:
        end = time.monotonic() + WAIT
        while not is_so():
            if process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(self._log.read_text(encoding="utf-8", errors="replace")[-2000:])
            time.sleep(LOOK)

    def processor_seconds(self) -> float:
        """Return the processor seconds of the program and its children, 0 where the system does not count them."""
        with suppress(OSError):
            assert self._process is not None
            fields = Path(f"/proc/{self._process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
            return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
        return 0.0

    def _memory(self) -> float:
        """Return the peak memory of the program in MB, 0 where the system does not report it."""
        with suppress(OSError):
            assert self._process is not None
            status = Path(f"/proc/{self._process.pid}/status").read_text(encoding="utf-8")
            return int(status.partition("VmHWM:")[2].split()[0]) / 1024
        return 0.0
