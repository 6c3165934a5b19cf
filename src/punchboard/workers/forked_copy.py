"""Copies of this process, which begin with all that it has loaded, and send what they make."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from punchboard.workers.child_process import live_with_parent

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

Life = Callable[[], Iterable[object]]
"""What a copy does: yields what it has made, to be sent."""


def can_be_copied() -> bool:
    """Tell whether a process begins as a copy of the one that starts it, on this system."""
    return multiprocessing.get_start_method() == "fork"


class Copy:
    """One copy, and what it sends.

    Args:
        life: what it does; what goes wrong there, this process finds out itself. Where the system gives no further
            process, it sends nothing.
    """

    def __init__(self, life: Life) -> None:
        self._from, to = multiprocessing.Pipe(duplex=False)
        self._process = multiprocessing.Process(target=_live, args=(self._from, to, life), daemon=True)
        with suppress(OSError):
            self._process.start()
        to.close()

    def next(self) -> Any:
        """Return what it sends next; None when it sends nothing more."""
        with suppress(EOFError, OSError):
            return self._from.recv()
        return None

    def end(self) -> None:
        """End it, whatever it does."""
        if self._process.pid is not None:
            self._process.kill()
            self._process.join()
        self._from.close()


def _live(ours: Connection, to: Connection, life: Life) -> None:
    live_with_parent()
    ours.close()
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415 - costs 10 ms, and only a copy needs it

    # what is made goes out beside the making: a pipe takes little before somebody reads from it
    with suppress(Exception), ThreadPoolExecutor(1) as sender:
        for made in life():
            sender.submit(to.send, made)
    to.close()
