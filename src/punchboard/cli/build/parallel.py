"""Building several games at once, in processes side by side; what is quick, or one job, stays in this process."""

import os
import secrets
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from punchboard.build.options import BuildOptions
from punchboard.build.pipeline import BuildHooks, build
from punchboard.build.publish import Progress
from punchboard.build_result import BuildResult
from punchboard.cli.output.progress_bar import progress_bar
from punchboard.load import game_folder
from punchboard.problem import ProblemsFound
from punchboard.workers.build_order import BuildOrder, lost_worker_problem

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

    from punchboard.build.deck_chunks import MapChunks
    from punchboard.workers.gather import Dispatcher  # noqa: PLC0415

OnFinished = Callable[[BuildOrder, BuildResult], None]

MIN_PARTS: Final = 3
"""Parts that a game must have to be built in parts: one checks it, and the others are worth a process of their own."""

SMALL_GAME_BYTES: Final = 30_000
"""Bytes of a game that is built sooner than further processes are begun, which are begun for it only on request."""


class RunningBuild(NamedTuple):
    """A game that is being built."""

    position: int
    """Its place among those that were asked for."""
    futures: "tuple[Future[Any], ...]"
    result: Callable[[], BuildResult]
    """Returns what became of it; waits for it where it must."""
    is_done: Callable[[], bool]


def build_all(orders: Sequence[BuildOrder], jobs: int | None, finished: OnFinished, *, bar: bool) -> list[BuildResult]:
    """Return what became of each game, in their order; each is told as it is done.

    When there are more jobs than games, or the games do not come out even, some are built in parts.

    Args:
        orders: the games.
        jobs: the most processes at a time; as many as there are processors when None.
        finished: called with each result, in the order of the games.
        bar: whether to show a progress bar on standard error.
    """
    workers = jobs or os.cpu_count() or 1
    numbers = _longest_first(orders) if workers > 1 else range(len(orders))
    even = len(orders) // workers * workers
    apart = [n for n in numbers[even:] if _can_split(orders[n], asked=jobs is not None)] if workers > 1 else []
    if workers < 2 or (len(orders) < 2 and not apart):
        return _build_in_process(orders, finished, bar=bar, workers=workers if len(orders) == 1 else 1)
    from punchboard.workers.process_pool import NoProcessesError, worker_pool  # noqa: PLC0415 - costs 10 ms, and one game needs none

    run = secrets.token_hex(8)
    read = _compose_before_fork(run, orders[0]) if len(orders) == 1 else {}
    if read is None:
        return _build_in_process(orders, finished, bar=bar)
    try:
        with worker_pool(workers if apart else min(workers, len(orders))) as pool:
            # all are handed over before the bar begins, whose thread a process should not be forked beside
            whole = [_start_whole(pool, n, orders[n]) for n in numbers if n not in apart]
            parts = [_start_in_parts(_desk(pool, run), n, orders[n], read) for n in apart]
            return _collect_results(orders, (*whole, *parts), finished, bar=bar)
    except NoProcessesError:
        return _build_in_process(orders, finished, bar=bar)
    finally:
        if apart:
            _release_composed()


def build_on_workers(
    start: Callable[[int, BuildOrder, bool], RunningBuild],
    workers: int,
    orders: Sequence[BuildOrder],
    finished: OnFinished,
    *,
    bar: bool,
) -> list[BuildResult]:
    """Return what became of each game, as `build_all`, made by workers that write nothing here.

    Args:
        start: begins a game, given its place and whether it is made in parts.
        workers: how many there are.
        orders: the games.
        finished: called with each result, in the order of the games.
        bar: whether to show a progress bar on standard error.
    """
    waiting = deque(_longest_first(orders))

    def further(under_way: int) -> Iterator[RunningBuild]:
        # what has come back lies in memory until it is written: no more is asked for than keeps all at work
        while waiting and under_way < 2 * workers:
            number = waiting.popleft()
            started = start(number, orders[number], len(orders) < workers)
            under_way += len(started.futures)
            yield started

    return _collect_results(orders, further(0), finished, bar=bar, start_more=further)


def _collect_results(
    orders: Sequence[BuildOrder],
    started: Sequence[RunningBuild] | Iterator[RunningBuild],
    finished: OnFinished,
    *,
    bar: bool,
    start_more: Callable[[int], Iterator[RunningBuild]] = lambda _under_way: iter(()),
) -> list[BuildResult]:
    """Return what became of the games, and tell each in their order."""
    from concurrent.futures import FIRST_COMPLETED, wait  # noqa: PLC0415

    left, results = list(started), dict[int, BuildResult]()
    told = 0
    with progress_bar(len(orders), shown=bar) as show:
        while left:
            show(" and ".join(orders[one.position].game for one in left[:2]), len(results))
            # before any is looked at: what ends after that ends the waiting below
            pending = {one.position: [future for future in one.futures if not future.done()] for one in left}
            for one in [one for one in left if one.is_done()]:
                results[one.position] = one.result()
                left.remove(one)
            while told in results:
                finished(orders[told], results[told])
                told += 1
            left += start_more(sum(not future.done() for one in left for future in one.futures))
            waited = [future for one in left for future in pending.get(one.position, one.futures)]
            wait(waited, return_when=FIRST_COMPLETED)
    return [results[number] for number in range(len(orders))]


def _start_whole(pool: "Executor", number: int, order: BuildOrder) -> RunningBuild:
    """Have a game built and written by one process."""
    from punchboard.workers.process_pool import submit  # noqa: PLC0415 - costs 10 ms, and one game needs none

    future = submit(pool, build, *order)
    return RunningBuild(number, (future,), lambda: _build_result(order.game, future), future.done)


def _start_in_parts(desk: "Dispatcher", number: int, order: BuildOrder, read: Mapping[str, Any]) -> RunningBuild:
    """Have a game made by several processes, and written here."""
    from punchboard.workers import gather  # noqa: PLC0415 - games that are built whole need none of it

    begun = gather.submit_game(desk, order, read)
    return RunningBuild(number, begun.results, lambda: gather.collect_game(begun), lambda: gather.is_done(begun))


def _desk(pool: "Executor", run: str) -> "Dispatcher":
    from punchboard.workers.gather import Dispatcher  # noqa: PLC0415

    return Dispatcher(pool, run)


def _can_split(order: BuildOrder, *, asked: bool) -> bool:
    """Tell whether a game is built in parts: there is enough to be made, and most of it is not there already."""
    options = order.options.with_products()
    if not _has_parts(options):
        return False
    return asked or (not options.only and _size_on_disk(game_folder(order.game, options.workspace)) > SMALL_GAME_BYTES)


def _has_parts(options: BuildOptions) -> bool:
    from punchboard.workers.parts import split_build  # noqa: PLC0415 - what is built in one process has none

    return len(split_build(options)) >= MIN_PARTS


def _compose_before_fork(run: str, order: BuildOrder) -> Mapping[str, Any] | None:
    """Compose the only game before there are processes, where these begin with all that is there; None when in vain.

    Returns the files that were read.
    """
    from multiprocessing import get_start_method  # noqa: PLC0415 - one game that stays whole needs none

    if get_start_method() != "fork":
        return {}
    from punchboard.workers.job import compose_before_fork  # noqa: PLC0415

    try:
        return compose_before_fork(run, order)
    except ProblemsFound:
        return None


def _release_composed() -> None:
    from punchboard.workers.job import release_composed  # noqa: PLC0415

    release_composed()


def _longest_first(orders: Sequence[BuildOrder]) -> list[int]:
    """Return the places of games by what they weigh on the disk, so that no long one is left to the end."""
    weights = [-_size_on_disk(game_folder(order.game, order.options.workspace)) for order in orders]
    return sorted(range(len(orders)), key=weights.__getitem__)


def _size_on_disk(folder: Path) -> int:
    return sum(found.stat().st_size for found in folder.rglob("*") if found.is_file())


def _build_in_process(
    orders: Sequence[BuildOrder], finished: OnFinished, *, bar: bool, workers: int = 1
) -> list[BuildResult]:
    """Build games in this process, one after another; large decks with the help of some workers."""
    results = []
    # the bar has a thread, beside which no process should be forked
    with progress_bar(len(orders), shown=bar, lazy=workers > 1) as show:
        for number, order in enumerate(orders):
            hooks = BuildHooks(_game_progress(show, order.output, number), map_chunks=chunk_mapper(workers))
            results.append(build(*order, hooks))
            finished(order, results[-1])
    return results


def chunk_mapper(workers: int) -> "MapChunks":
    """Return what draws the chunks of a large deck: so many workers, or this process alone."""
    if workers < 2:
        return map
    from punchboard.workers.process_pool import map_in_workers  # noqa: PLC0415 - costs 10 ms, and one process needs none

    return map_in_workers(workers)


def _game_progress(show: Progress, game: str, number: int) -> Progress:
    return lambda path, done: show(f"{game}/{path}", number + done)


def _build_result(game: str, future: "Future[BuildResult]") -> BuildResult:
    from concurrent.futures import BrokenExecutor  # noqa: PLC0415

    try:
        return future.result()
    except BrokenExecutor:
        return BuildResult(game, problems=(lost_worker_problem(f"catalog/{game}"),))
