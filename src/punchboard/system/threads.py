"""Threads, which a browser does not have."""

from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import cache
from threading import Thread
from typing import Any


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
