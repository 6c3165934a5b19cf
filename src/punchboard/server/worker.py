"""Workers: what does a job of the server beside the requests, in a process of its own or, in a browser, in between."""

import asyncio
import math
import os
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import suppress
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import Thread
from time import monotonic
from typing import Any, Final

from punchboard.system.processes import lower_priority

Work = Callable[[Any], Iterator[Any]]
"""A function at module level that yields the results of a job."""

NO_TIME_LIMIT: Final = math.inf

_CONTEXT: Final = get_context("spawn")  # a process with threads should not be forked
_NICE: Final = 15
PAUSE: Final = 0.6
"""Seconds in which another change may make a job in this process needless."""


class WorkerLostError(Exception):
    """The process did not finish a job: it was stopped by the server or the system, or failed."""


class WorkerTimeoutError(WorkerLostError):
    """The process took too long for a job and was stopped."""


class WorkerProcess:
    """Does jobs of one type, one at a time, in a process that starts with the first job.

    Args:
        work: the function that does a job.
        seconds: the time limit of a job.
        nice: the process's niceness: how much other processes take precedence.
    """

    def __init__(self, work: Work, seconds: float = NO_TIME_LIMIT, nice: int = _NICE) -> None:
        self._work, self._seconds, self._nice, self._lock = work, seconds, nice, asyncio.Lock()
        self._process: BaseProcess | None = None
        self._stopped: BaseProcess | None = None
        self._connection: Connection | None = None
        self._closed = False

    async def results(self, job: Any, is_wanted: Callable[[], bool] = lambda: True) -> AsyncIterator[Any]:
        """Yield the results of a job as they are found; the caller must take all of them.

        Args:
            job: the argument of the work.
            is_wanted: called when the jobs before it are done: whether this one is still needed.

        Raises:
            WorkerLostError: when the process ends before the job, or takes too long; the next job starts a new one.
        """
        async with self._lock:
            if not is_wanted():
                return
            done = False
            try:
                connection = await asyncio.to_thread(self._send, job)
                end = monotonic() + self._seconds
                while (received := await asyncio.to_thread(_receive, connection, end)) is not None:
                    if isinstance(received, str):
                        raise WorkerLostError(received)
                    yield received[0]
                done = True
            except (EOFError, OSError) as error:
                raise WorkerLostError("the worker process was stopped") from error
            finally:
                if not done:  # else the next job would receive the rest of these results
                    self._kill()

    def stop(self) -> None:
        """Kill the process at once."""
        if self._process is not None:
            self._stopped = self._process  # it counts as alive for a moment, in which it must not get the next job
            self._process.kill()

    def close(self) -> None:
        """Kill the process, and start no other."""
        self._closed = True
        self.stop()

    def _send(self, job: Any) -> Connection:
        if self._closed:
            raise EOFError
        is_ending = self._process is None or self._process is self._stopped or not self._process.is_alive()
        if self._connection is None or is_ending:
            self._kill()
            self._connection, child_connection = _CONTEXT.Pipe()
            process = _CONTEXT.Process(target=_serve, args=(child_connection, self._work, self._nice), daemon=True)
            process.start()
            child_connection.close()
            self._process = process
            if self._closed:  # closed while the process was starting
                raise EOFError
        self._connection.send(job)
        return self._connection

    def _kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._connection is not None:
            self._connection.close()
        self._connection = self._process = None


def _receive(connection: Connection, end: float) -> Any:
    if not connection.poll(max(0.0, end - monotonic()) if end < NO_TIME_LIMIT else None):
        raise WorkerTimeoutError
    return connection.recv()


def _serve(connection: Connection, work: Work, nice: int) -> None:
    """Do jobs until the connection is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server stops this process
    Thread(target=_end_with_server, daemon=True).start()
    lower_priority(nice)
    with suppress(EOFError, OSError):
        while True:
            try:
                for result in work(connection.recv()):
                    connection.send((result,))
                connection.send(None)
            except (EOFError, OSError):
                raise
            except Exception as error:  # noqa: BLE001 - the server reports it
                connection.send(f"{type(error).__name__}: {error}")


def _end_with_server() -> None:
    """Wait for the end of the server, even if it is killed, and end this process in the middle of its job."""
    server = parent_process()
    assert server is not None
    server.join()
    os._exit(1)


async def _pause() -> None:
    await asyncio.sleep(PAUSE)


class WorkerHere:
    """Does the same jobs in this process, one result after the other, where no other process can start.

    Args:
        work: the function that does a job.
        seconds: ignored, as nothing can stop this process but its own end.
        nice: ignored.
        rest: waits until a job for which nobody waits may begin; by default for a pause.
    """

    def __init__(
        self,
        work: Work,
        seconds: float = NO_TIME_LIMIT,
        nice: int = _NICE,
        rest: Callable[[], Awaitable[None]] = _pause,
    ) -> None:
        del seconds, nice
        self._work, self._lock, self._stops, self._closed = work, asyncio.Lock(), 0, False
        self._rest = rest

    async def results(self, job: Any, is_wanted: Callable[[], bool] | None = None) -> AsyncIterator[Any]:
        """Yield the results of a job as they are found; other work may go on after each.

        Args:
            job: the argument of the work.
            is_wanted: as for `WorkerProcess`; nobody waits for such a job, so it rests before.

        Raises:
            WorkerLostError: when the job fails, or is stopped between two results.
        """
        if is_wanted is not None:
            await self._rest()
        async with self._lock:
            if is_wanted is not None and not is_wanted():
                return
            stops, results = self._stops, self._work(job)
            while not self._closed and self._stops == stops:
                try:
                    one = next(results)
                except StopIteration:
                    return
                except Exception as error:
                    raise WorkerLostError(f"{type(error).__name__}: {error}") from error
                yield one
                await asyncio.sleep(0)
            raise WorkerLostError("the job was stopped")

    def stop(self) -> None:
        """Let the job end after its next result."""
        self._stops += 1

    def close(self) -> None:
        """Let the job end, and do no other."""
        self._closed = True


Workers = Callable[..., WorkerProcess | WorkerHere]
"""Makes workers: for some work, with a time limit and a niceness."""
