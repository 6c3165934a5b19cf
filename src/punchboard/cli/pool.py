"""Processes that work side by side for one command, and are never left behind by it."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children

from punchboard.jobs.begun import live_with_parent


@contextmanager
def processes(count: int) -> Iterator[ProcessPoolExecutor]:
    """Give a pool of processes; what it still has to do is done at the end, or dropped when an error or Ctrl-C ends it.

    A process that is ended in the middle of a build leaves the last good output whole, as any killed build does.
    """
    pool = ProcessPoolExecutor(count, initializer=live_with_parent)
    try:
        yield pool
        pool.shutdown()
    except BaseException:  # an interrupt may come while the pool waits for its processes, too
        for process in active_children():
            process.terminate()
        raise
