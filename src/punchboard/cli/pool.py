"""Processes that work side by side for one command, and are never left behind by it."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, parent_process
from multiprocessing.connection import wait
from threading import Thread


@contextmanager
def processes(count: int) -> Iterator[ProcessPoolExecutor]:
    """Give a pool of processes; what it still has to do is done at the end, or dropped when an error or Ctrl-C ends it.

    A process that is ended in the middle of a build leaves the last good output whole, as any killed build does.
    """
    pool = ProcessPoolExecutor(count, initializer=_live_with_parent)
    try:
        yield pool
        pool.shutdown()
    except BaseException:  # an interrupt may come while the pool waits for its processes, too
        for process in active_children():
            process.terminate()
        raise


def _live_with_parent() -> None:
    """Leave Ctrl-C to the process that began this one, and end when that one is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is not None:
        Thread(target=_end_after, args=(parent.sentinel,), daemon=True).start()


def _end_after(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)
