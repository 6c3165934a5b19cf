"""Work on many games at once: in several processes, or in this one."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any, TypeVar

from punchboard.problem import ProblemsFound
from punchboard.workers.build_order import lost_worker_problem

Result = TypeVar("Result")


def mapped(function: Callable[..., Result], *columns: Iterable[Any], workers: int) -> Iterator[Result]:
    """Yield a result for each row of arguments, in order; in this process for one worker, or where none can start.

    Raises:
        ProblemsFound: BUILD001 when a worker process has ended.
    """
    if workers > 1:
        from concurrent.futures import BrokenExecutor  # noqa: PLC0415 - one process needs none of it

        from punchboard.workers.process_pool import NoProcessesError, worker_pool  # noqa: PLC0415

        with suppress(NoProcessesError):
            try:
                with worker_pool(workers) as pool:
                    yield from pool.map(function, *columns)
                    return
            except BrokenExecutor:
                raise ProblemsFound((lost_worker_problem("catalog"),)) from None
    yield from map(function, *columns)
