"""``punchboard build --untrusted``: builds each game in a sandboxed process, several at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from punchboard.build_result import BuildResult
from punchboard.cli.build.request import BuildRequest
from punchboard.sandbox import LIMITS, Limits, build
from punchboard.workers.build_order import BuildOrder


def requested_limits(request: BuildRequest) -> Limits:
    """Return the limits of a request; by default the usual ones."""
    return LIMITS._replace(
        seconds=request.seconds or LIMITS.seconds,
        megabytes=request.megabytes or LIMITS.megabytes,
    )


def build_sandboxed(
    orders: Sequence[BuildOrder], request: BuildRequest, finished: Callable[[BuildOrder, BuildResult], None]
) -> list[BuildResult]:
    """Return the result of each game, in the order of `orders`.

    Args:
        orders: the games to build.
        request: has the limits and the number of processes.
        finished: called with each result, in the order of the games.
    """
    limits, results = requested_limits(request), []
    with ThreadPoolExecutor(min(len(orders), request.workers)) as threads:
        built = threads.map(lambda order: build(order.game, order.options, limits), orders)
        for order, result in zip(orders, built, strict=True):
            finished(order, result)
            results.append(result)
    return results
