"""Building strangers' games: a process behind walls for each, several at once; this one waits and takes what comes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from punchboard.build_result import BuildResult
from punchboard.cli.build.request import BuildRequest
from punchboard.sandbox import LIMITS, Limits, build
from punchboard.workers.build_order import BuildOrder


def requested_limits(asked: BuildRequest) -> Limits:
    """Return the limits that were asked for, the usual ones where none were."""
    return LIMITS._replace(
        seconds=asked.seconds or LIMITS.seconds,
        megabytes=asked.megabytes or LIMITS.megabytes,
    )


def build_sandboxed(
    orders: Sequence[BuildOrder], asked: BuildRequest, finished: Callable[[BuildOrder, BuildResult], None]
) -> list[BuildResult]:
    """Return what became of each game, in their order; each is told as it is done.

    Args:
        orders: the games.
        asked: the limits, and how many processes at a time; as many as there are processors when it does not say.
        finished: called with each result, in the order of the games.
    """
    limits, results = requested_limits(asked), []
    with ThreadPoolExecutor(min(len(orders), asked.workers)) as threads:
        built = threads.map(lambda order: build(order.game, order.options, limits), orders)
        for order, result in zip(orders, built, strict=True):
            finished(order, result)
            results.append(result)
    return results
