"""Processes: how they start, how many there may be, their priority, limits and end; threads, if a browser has them."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from threading import Thread
from typing import Any, Final, Literal

from punchboard.system.operating_system import LINUX, is_windows, this_system

MAX_POOL: Final = 61
"""The most processes of a pool on Windows, which can wait for 63 things at once."""


def start_method() -> Literal["fork", "spawn"]:
    """Return how worker processes start.

    A forked process inherits all that its parent has loaded, such as a composed deck. Only Linux forks safely: the
    libraries of macOS may not be used afterwards, and Windows cannot fork. Python 3.14 would no longer fork by itself,
    because a process with threads must not; ours start workers before any thread.
    """
    return "fork" if this_system() == LINUX and hasattr(os, "fork") else "spawn"


def pool_size(wanted: int) -> int:
    """Return the number of processes that a pool may have."""
    return min(wanted, MAX_POOL) if is_windows() else wanted


def is_running(process: int) -> bool:
    """Return whether a process may be running; always true on Windows, where the test would end the process."""
    if is_windows():
        return True
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:  # the process of another user
        return True
    return True


def lower_priority(niceness: int) -> None:
    """Let other processes take precedence over this one, where the system has such a priority."""
    if hasattr(os, "nice"):
        os.nice(niceness)


def end_with_children(process: subprocess.Popen[str]) -> None:
    """Ask a process that leads a session to end, and on Unix all processes that it started."""
    if hasattr(os, "killpg"):
        os.killpg(process.pid, signal.SIGTERM)
    else:
        process.terminate()


def _resource() -> Any:
    """Return the module `resource`, or None on Windows."""
    try:
        import resource  # noqa: PLC0415 - Windows has none
    except ImportError:
        return None
    return resource


def are_supported() -> bool:
    """Return whether this system has such limits."""
    return _resource() is not None


def set_limit(name: str, soft: int, hard: int) -> None:
    """Set a limit for this process, permanently, unless the system lacks it or refuses it.

    Args:
        name: the limit, such as ``RLIMIT_CPU``.
        soft: the limit at which the process is warned or refused.
        hard: the limit that the process cannot raise; never higher than it is now.
    """
    resource = _resource()
    number = getattr(resource, name, None)
    if number is None:
        return
    with suppress(ValueError, OSError):  # macOS refuses some
        now = resource.getrlimit(number)[1]
        hard = hard if now < 0 else min(hard, now)
        resource.setrlimit(number, (min(soft, hard), hard))


def raise_open_files(wanted: int) -> int:
    """Raise the limit of open files to a number, if the system allows it; return the limit."""
    resource = _resource()
    if resource is None:
        return wanted
    with suppress(ValueError, OSError):
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))
        return int(max(soft, most))
    return wanted


class AtOnce(Executor):
    """Does each job when it is submitted, in this thread."""

    def submit(self, job: Callable[..., Any], /, *args: Any, **options: Any) -> Future[Any]:
        """Do a job, and return its result or its error as a future that is done."""
        future: Future[Any] = Future()
        try:
            future.set_result(job(*args, **options))
        except Exception as error:  # noqa: BLE001 - the caller of the result gets it
            future.set_exception(error)
        return future


def thread_pool(workers: int | None = None) -> Executor:
    """Return a pool of threads, or what does the same in this thread where no other can start."""
    return ThreadPoolExecutor(workers) if _can_start() else AtOnce()


@cache
def _can_start() -> bool:
    thread = Thread(target=lambda: None)
    try:
        thread.start()
    except RuntimeError:
        return False
    thread.join()
    return True
