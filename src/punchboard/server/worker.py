"""Helpers: processes of their own for work that takes long, so that a page never waits for it."""

from __future__ import annotations

import asyncio
import math
import os
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from time import monotonic
from typing import Any, Final

Work = Callable[[Any], Iterator[Any]]
"""A function of a module, which yields what it finds for a job."""

NO_TIME_LIMIT: Final = math.inf

_CONTEXT: Final = get_context("spawn")  # a server has threads, beside which a process should not be forked
_NICE: Final = 15


class WorkerLostError(Exception):
    """The process did not bring a job to its end: stopped by us or by the system, or for a fault of its own."""


class WorkerTimeoutError(WorkerLostError):
    """The process took too long for a job, and was ended."""


class WorkerProcess:
    """Does one sort of work, a job at a time, in a process that starts with the first.

    Args:
        work: what it does.
        seconds: what a job may take by the clock.
        nice: by how much other processes go first.
    """

    def __init__(self, work: Work, seconds: float = NO_TIME_LIMIT, nice: int = _NICE) -> None:
        self._work, self._seconds, self._nice, self._turn = work, seconds, nice, asyncio.Lock()
        self._process: BaseProcess | None = None
        self._line: Connection | None = None
        self._closed = False

    async def results(self, job: Any, wanted: Callable[[], bool] = lambda: True) -> AsyncIterator[Any]:
        """Yield what is found for a job as it is found; to be taken to its end.

        Args:
            job: what the work is done for.
            wanted: asked when the jobs before it are done: whether it is to be done still.

        Raises:
            HelperLostError: when the process ends before the job does, or takes too long; the next job starts another.
        """
        async with self._turn:
            if not wanted():
                return
            done = False
            try:
                line = await asyncio.to_thread(self._asked, job)
                end = monotonic() + self._seconds
                while (found := await asyncio.to_thread(_heard, line, end)) is not None:
                    if isinstance(found, str):
                        raise WorkerLostError(found)
                    yield found[0]
                done = True
            except (EOFError, OSError) as error:
                raise WorkerLostError("its process was ended") from error
            finally:
                if not done:  # what is left of its answer would be taken for the next one's
                    self._end()

    def stop(self) -> None:
        """End the process, whatever it is at."""
        if self._process is not None:
            self._process.kill()

    def close(self) -> None:
        """End the process, and start no other."""
        self._closed = True
        self.stop()

    def _asked(self, job: Any) -> Connection:
        if self._closed:
            raise EOFError
        if self._line is None or self._process is None or not self._process.is_alive():
            self._end()
            self._line, far = _CONTEXT.Pipe()
            process = _CONTEXT.Process(target=_serve, args=(far, self._work, self._nice), daemon=True)
            process.start()
            far.close()
            self._process = process
            if self._closed:  # meanwhile, when there was no process yet to be ended
                raise EOFError
        self._line.send(job)
        return self._line

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._line is not None:
            self._line.close()
        self._line = self._process = None


def _heard(line: Connection, end: float) -> Any:
    if not line.poll(max(0.0, end - monotonic()) if end < NO_TIME_LIMIT else None):
        raise WorkerTimeoutError
    return line.recv()


def _serve(line: Connection, work: Work, nice: int) -> None:
    """Do jobs until nobody is there to ask."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started it ends it
    if hasattr(os, "nice"):
        os.nice(nice)
    with suppress(EOFError, OSError):
        while True:
            try:
                for found in work(line.recv()):
                    line.send((found,))
                line.send(None)
            except (EOFError, OSError):
                raise
            except Exception as error:
                line.send(f"{type(error).__name__}: {error}")
