"""The pool of worker processes, which never outlives the command that started it."""

from __future__ import annotations

import multiprocessing
import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import active_children
from typing import TYPE_CHECKING, Any, TypeVar

from punchboard.load.files.snapshot import files_read, record_reads_elsewhere
from punchboard.workers.child_process import end_with_parent

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from punchboard.build.deck_chunks import ChunkResult, MapChunks

_T = TypeVar("_T")


class NoProcessesError(Exception):
    """The system starts no further processes, or has nothing by which they could share their work."""


@contextmanager
def worker_pool(count: int, initializer: Callable[[], None] = end_with_parent) -> Iterator[ProcessPoolExecutor]:
    """Give a pool of processes, which are ended with it: all results have come back by then.

    They are not asked to end: one that is killed while it waits for work leaves the lock of the queue to nobody, and
    the others would wait for ever to hear that there is no more. A process that is ended in the middle of a build,
    after an error or Ctrl-C, leaves the last good output whole, as any killed build does.

    Args:
        count: how many processes there are.
        initializer: what each does first.

    Raises:
        NoProcessesError: when there can be none. A container may lack the folder of semaphores, or the right to start
            a process.
    """
    others = active_children()
    try:
        pool = ProcessPoolExecutor(count, initializer=initializer)
    except (OSError, ImportError, NotImplementedError) as error:
        raise NoProcessesError from error
    try:
        try:
            pool.submit(os.getpid)  # all begin with the first task
        except (OSError, RuntimeError) as error:
            raise NoProcessesError from error
        yield pool
    finally:
        for process in active_children():
            if process not in others:
                process.terminate()
        pool.shutdown(cancel_futures=True)


def submit(executor: Executor, function: Callable[..., _T], *arguments: object) -> Future[_T]:
    """Return the future of a call; it has failed when the executor lost a worker before it could take the call."""
    try:
        return executor.submit(function, *arguments)
    except BrokenExecutor as error:
        lost_call: Future[_T] = Future()
        lost_call.set_exception(error)
        return lost_call


def map_in_workers(workers: int) -> MapChunks:
    """Return a `map` that draws the chunks of a deck in so many worker processes, forked with all that is loaded.

    A chunk that a worker cannot draw is drawn here, so a lost worker costs time and nothing else. Where processes do
    not start as copies of this one, all chunks are drawn here.
    """
    return partial(_map_chunks, workers)


def _map_chunks(workers: int, draw: Callable[[int], ChunkResult], numbers: Sequence[int]) -> Iterator[ChunkResult]:
    workers = min(workers, len(numbers))
    if workers < 2 or multiprocessing.get_start_method() != "fork":
        yield from map(draw, numbers)
        return
    try:
        with worker_pool(workers, partial(_start_drawing_worker, draw)) as pool:
            pending = deque((submit(pool, _draw_chunk, number), number) for number in numbers)
            while pending:  # a result is let go of before the next one is waited for
                yield _result_or_draw(*pending.popleft(), draw)
    except NoProcessesError:
        yield from map(draw, numbers)


_inherited_draw: list[Callable[[int], ChunkResult]] = []
"""In a worker: what it draws chunks with. It cannot be pickled, and need not be: a forked process has it."""


def _start_drawing_worker(draw: Callable[[int], ChunkResult]) -> None:
    end_with_parent()
    _inherited_draw[:] = [draw]


def _draw_chunk(number: int) -> tuple[ChunkResult, Any]:
    """Return a chunk, and the files that were read for it and before."""
    return _inherited_draw[0](number), files_read()


def _result_or_draw(
    future: Future[tuple[ChunkResult, Any]], number: int, draw: Callable[[int], ChunkResult]
) -> ChunkResult:
    try:
        chunk, read = future.result()
    except Exception:  # noqa: BLE001 - the worker was killed, or failed: what is wrong shows here as well
        return draw(number)
    record_reads_elsewhere(read)
    return chunk
