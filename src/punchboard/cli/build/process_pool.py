"""Processes that work side by side for one command, and are never left behind by it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children

from punchboard.workers.child_process import live_with_parent


class NoProcessesError(Exception):
    """The system gives no further processes, or nothing by which they could share their work."""


@contextmanager
def processes(count: int) -> Iterator[ProcessPoolExecutor]:
    """Give a pool of processes, which are ended with it: what is wanted of them has come back by then.

    They are not asked to end: one that is killed while it waits for work leaves the lock of the queue to nobody, and
    the others would wait for ever to hear that there is no more. A process that is ended in the middle of a build,
    after an error or Ctrl-C, leaves the last good output whole, as any killed build does.

    Raises:
        NoProcessesError: when there can be none. A container may be without the folder where semaphores lie, or be held
            to so few processes that none can begin.
    """
    others = active_children()
    try:
        pool = ProcessPoolExecutor(count, initializer=live_with_parent)
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
