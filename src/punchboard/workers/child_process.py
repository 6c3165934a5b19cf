"""The start of a worker process: it ignores Ctrl-C and ends with its parent."""

from __future__ import annotations

import os
import signal
from multiprocessing import parent_process
from multiprocessing.connection import wait
from threading import Thread


def end_with_parent() -> None:
    """Leave Ctrl-C to the parent process, and end this process when the parent ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is not None:
        Thread(target=_exit_when_parent_ends, args=(parent.sentinel,), daemon=True).start()


def _exit_when_parent_ends(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)
