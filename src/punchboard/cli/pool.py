"""Processes that work side by side for one command, and are never left behind by it."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children

from punchboard.jobs.begun import live_with_parent


@contextmanager
def processes(count: int) -> Iterator[ProcessPoolExecutor]:
    """Give a pool of processes, which are ended with it: what is wanted of them has come back by then.

    They are not asked to end: one that is killed while it waits for work leaves the lock of the queue to nobody, and
    the others would wait for ever to hear that there is no more. A process that is ended in the middle of a build,
    after an error or Ctrl-C, leaves the last good output whole, as any killed build does.
    """
    others = active_children()
    pool = ProcessPoolExecutor(count, initializer=live_with_parent)
    try:
        yield pool
    finally:
        for process in active_children():
            if process not in others:
                process.terminate()
        pool.shutdown(cancel_futures=True)
