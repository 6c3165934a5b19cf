"""The pool of worker processes, which never outlives the command that started it."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.connection import wait
from threading import Thread
from typing import TYPE_CHECKING, Any, TypeVar

from punchboard.load.files import files_read, record_reads_elsewhere
from punchboard.system.processes import pool_size, start_method


def _end_with_parent() -> None:
    """Leave Ctrl-C to the parent process, and end this process when the parent ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is not None:
        Thread(target=_exit_when_parent_ends, args=(parent.sentinel,), daemon=True).start()


def _exit_when_parent_ends(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)


if TYPE_CHECKING:
    from concurrent.futures import Executor

    from punchboard.pipeline.deck_chunks import ChunkResult, MapChunks

_T = TypeVar("_T")


class NoProcessesError(Exception):
    """The system starts no further processes, or lacks the semaphores that a pool needs."""


@contextmanager
def worker_pool(count: int, initializer: Callable[[], None] = _end_with_parent) -> Iterator[ProcessPoolExecutor]:
    """Provide a pool of worker processes, and terminate them at the end of the block.

    They are terminated rather than asked to end: when one is killed while it waits for work, it keeps the lock of the
    queue, and the others would wait for it forever. A process that is terminated in the middle of a build, after an
    error or Ctrl-C, leaves the last good output as it was.

    Args:
        count: the number of processes; a system may allow fewer.
        initializer: called first in each process.

    Raises:
        NoProcessesError: when no processes can start. A container may lack the folder of semaphores, or the right to
            start a process.
    """
    earlier_children = active_children()
    try:
        pool = ProcessPoolExecutor(pool_size(count), get_context(start_method()), initializer)
    except (OSError, ImportError, NotImplementedError) as error:
        raise NoProcessesError from error
    try:
        try:
            pool.submit(os.getpid)  # the first task starts all processes
        except (OSError, RuntimeError) as error:
            raise NoProcessesError from error
        yield pool
    finally:
        for process in active_children():
            if process not in earlier_children:
                process.terminate()
        pool.shutdown(cancel_futures=True)


def submit(executor: Executor, function: Callable[..., _T], *arguments: object) -> Future[_T]:
    """Return the future of a call. It fails, like a call that was lost, when the executor can take no more calls."""
    try:
        return executor.submit(function, *arguments)
    except BrokenExecutor as error:
        lost_call: Future[_T] = Future()
        lost_call.set_exception(error)
        return lost_call


def map_in_workers(workers: int) -> MapChunks:
    """Return a `map` that draws the chunks of a deck in at most `workers` forked processes.

    A chunk that a worker cannot draw is drawn in this process, so a lost worker costs time and nothing else. Where
    processes are not forked, this process draws all chunks.
    """
    return partial(_map_chunks, workers)


def _map_chunks(workers: int, draw: Callable[[int], ChunkResult], numbers: Sequence[int]) -> Iterator[ChunkResult]:
    workers = min(workers, len(numbers))
    if workers < 2 or start_method() != "fork":
        yield from map(draw, numbers)
        return
    try:
        with worker_pool(workers, partial(_start_drawing_worker, draw)) as pool:
            pending = deque((submit(pool, _draw_chunk, number), number) for number in numbers)
            while pending:  # each result is freed before the next one arrives
                yield _result_or_draw(*pending.popleft(), draw)
    except NoProcessesError:
        yield from map(draw, numbers)


_inherited_draw: list[Callable[[int], ChunkResult]] = []
"""In a worker, the function that draws chunks, or none. It cannot be pickled, so a forked process inherits it."""


def _start_drawing_worker(draw: Callable[[int], ChunkResult]) -> None:
    _end_with_parent()
    _inherited_draw[:] = [draw]


def _draw_chunk(number: int) -> tuple[ChunkResult, Any]:
    """Return a chunk, and the files that this process has read so far with their states."""
    return _inherited_draw[0](number), files_read()


def _result_or_draw(
    future: Future[tuple[ChunkResult, Any]], number: int, draw: Callable[[int], ChunkResult]
) -> ChunkResult:
    try:
        chunk, read = future.result()
    except Exception:  # noqa: BLE001 - the worker was killed or failed; drawing here reports the same errors
        return draw(number)
    record_reads_elsewhere(read)
    return chunk
