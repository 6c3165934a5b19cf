"""Parallel builds: several games, or the parts of one, in worker processes; small builds stay in this process."""

import os
import secrets
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from punchboard.build_result import BuildResult
from punchboard.load import game_folder
from punchboard.pipeline import BuildOptions
from punchboard.pipeline.build import BuildHooks, build
from punchboard.pipeline.publish import Progress
from punchboard.problem import ProblemsFound
from punchboard.system.processes import start_method
from punchboard.workers.build_order import BuildOrder, lost_worker_problem

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

    from punchboard.pipeline.deck_chunks import ChunkResult, MapChunks
    from punchboard.workers.job import Dispatcher

OnFinished = Callable[[BuildOrder, BuildResult], None]

MIN_PARTS: Final = 3
"""The minimum number of parts for splitting a game: one part runs the checks, and two or more build products."""

SMALL_GAME_BYTES: Final = 30_000
"""The size of a game's folder below which starting worker processes takes longer than the build."""


class RunningBuild(NamedTuple):
    """A game that is being built."""

    position: int
    """The index of the game among the orders."""
    futures: "tuple[Future[Any], ...]"
    result: Callable[[], BuildResult]
    """Returns the result, after waiting for it if necessary."""
    is_done: Callable[[], bool]


def build_all(orders: Sequence[BuildOrder], jobs: int | None, finished: OnFinished, *, bar: bool) -> list[BuildResult]:
    """Return the result of each game, in the order of `orders`.

    Games that would leave some processes idle are split into parts: when there are fewer games than processes, or when
    the games do not divide evenly among them.

    Args:
        orders: the games to build.
        jobs: the maximum number of processes; the number of processors if None.
        finished: called with each result, in the order of the games.
        bar: whether to show a progress bar on standard error.
    """
    workers = jobs or os.cpu_count() or 1
    numbers = _longest_first(orders) if workers > 1 else range(len(orders))
    even_count = len(orders) // workers * workers
    split = [n for n in numbers[even_count:] if _can_split(orders[n], forced=jobs is not None)] if workers > 1 else []
    if workers < 2 or (len(orders) < 2 and not split):
        return _build_in_process(orders, finished, bar=bar, workers=workers if len(orders) == 1 else 1)
    from punchboard.workers.process_pool import NoProcessesError, worker_pool  # noqa: PLC0415 - takes 10 ms, and one game needs none of it

    run = secrets.token_hex(8)
    read = _compose_before_fork(run, orders[0]) if len(orders) == 1 else {}
    if read is None:
        return _build_in_process(orders, finished, bar=bar)
    try:
        with worker_pool(workers if split else min(workers, len(orders))) as pool:
            # submit everything before the progress bar starts, because its thread must not run during a fork
            whole = [_start_whole(pool, n, orders[n]) for n in numbers if n not in split]
            parts = [_start_in_parts(_dispatcher(pool, run), n, orders[n], read) for n in split]
            return _collect_results(orders, (*whole, *parts), finished, bar=bar)
    except NoProcessesError:
        return _build_in_process(orders, finished, bar=bar)
    finally:
        if split:
            _release_composed()


def build_on_workers(
    start: Callable[[int, BuildOrder, bool], RunningBuild],
    workers: int,
    orders: Sequence[BuildOrder],
    finished: OnFinished,
    *,
    bar: bool,
) -> list[BuildResult]:
    """Return the result of each game, as `build_all`, built by workers that cannot write files here.

    Args:
        start: starts a build, given the index of the game, its order and whether to split it into parts.
        workers: the number of workers.
        orders: the games to build.
        finished: called with each result, in the order of the games.
        bar: whether to show a progress bar on standard error.
    """
    waiting = deque(_longest_first(orders))

    def start_more(running: int) -> Iterator[RunningBuild]:
        # results stay in memory until they are written, so start no more builds than keep all workers busy
        while waiting and running < 2 * workers:
            number = waiting.popleft()
            started = start(number, orders[number], len(orders) < workers)
            running += len(started.futures)
            yield started

    return _collect_results(orders, start_more(0), finished, bar=bar, start_more=start_more)


def _collect_results(
    orders: Sequence[BuildOrder],
    started: Sequence[RunningBuild] | Iterator[RunningBuild],
    finished: OnFinished,
    *,
    bar: bool,
    start_more: Callable[[int], Iterator[RunningBuild]] = lambda _running: iter(()),
) -> list[BuildResult]:
    """Return the results of all games, and report each with `finished`, in the order of `orders`."""
    from concurrent.futures import FIRST_COMPLETED, wait  # noqa: PLC0415

    running, results = list(started), dict[int, BuildResult]()
    reported = 0
    with _progress_bar(len(orders), shown=bar) as show:
        while running:
            show(" and ".join(orders[build.position].game for build in running[:2]), len(results))
            # taken before the results are collected: a future that ends in the meantime ends the wait below at once
            pending = {build.position: [future for future in build.futures if not future.done()] for build in running}
            for build in [build for build in running if build.is_done()]:
                results[build.position] = build.result()
                running.remove(build)
            while reported in results:
                finished(orders[reported], results[reported])
                reported += 1
            running += start_more(sum(not future.done() for build in running for future in build.futures))
            awaited = [future for build in running for future in pending.get(build.position, build.futures)]
            wait(awaited, return_when=FIRST_COMPLETED)
    return [results[number] for number in range(len(orders))]


def _start_whole(pool: "Executor", number: int, order: BuildOrder) -> RunningBuild:
    """Start building a game in one worker process, which also writes its files."""
    from punchboard.workers.process_pool import submit  # noqa: PLC0415 - takes 10 ms, and one game needs none of it

    future = submit(pool, build, *order)
    return RunningBuild(number, (future,), lambda: _build_result(order.game, future), future.done)


def _start_in_parts(dispatcher: "Dispatcher", number: int, order: BuildOrder, read: Mapping[str, Any]) -> RunningBuild:
    """Start building a game in several worker processes; this process writes its files."""
    from punchboard.workers import job  # noqa: PLC0415 - games that are not split need none of it

    submitted = job.submit_game(dispatcher, order, read)
    return RunningBuild(number, submitted.results, lambda: job.collect_game(submitted), lambda: job.is_done(submitted))


def _dispatcher(pool: "Executor", run: str) -> "Dispatcher":
    from punchboard.workers.job import Dispatcher  # noqa: PLC0415

    return Dispatcher(pool, run)


def _can_split(order: BuildOrder, *, forced: bool) -> bool:
    """Return whether to split a game: it has enough parts, and is large or the number of jobs was given."""
    options = order.options.with_products()
    if not _has_parts(options):
        return False
    return forced or (not options.only and _size_on_disk(game_folder(order.game, options.workspace)) > SMALL_GAME_BYTES)


def _has_parts(options: BuildOptions) -> bool:
    from punchboard.workers.build_order import split_build  # noqa: PLC0415 - builds in one process need none of it

    return len(split_build(options)) >= MIN_PARTS


def _compose_before_fork(run: str, order: BuildOrder) -> Mapping[str, Any] | None:
    """Compose the only game before worker processes are forked, so that they inherit it, and return the files read.

    Returns an empty mapping where processes are not forked, and None if the game has errors.
    """
    if start_method() != "fork":
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
    """Return the indices of the orders, largest game first, so that no long build begins last."""
    sizes = [-_size_on_disk(game_folder(order.game, order.options.workspace)) for order in orders]
    return sorted(range(len(orders)), key=sizes.__getitem__)


def _size_on_disk(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _build_in_process(
    orders: Sequence[BuildOrder], finished: OnFinished, *, bar: bool, workers: int = 1
) -> list[BuildResult]:
    """Build games in this process, one after another; `workers` processes help with large decks."""
    results = []
    # the progress bar starts late if workers are forked, because its thread must not run during a fork
    with _progress_bar(len(orders), shown=bar, lazy=workers > 1) as show:
        for number, order in enumerate(orders):
            hooks = BuildHooks(_game_progress(show, order.output, number), map_chunks=chunk_mapper(workers))
            results.append(build(*order, hooks))
            finished(order, results[-1])
    return results


def chunk_mapper(workers: int) -> "MapChunks":
    """Return a `map` that draws the chunks of a large deck: in worker processes, or in this one if `workers` is 1."""
    if workers < 2:
        return map

    def map_chunks(draw: "Callable[[int], ChunkResult]", numbers: Sequence[int]) -> "Iterable[ChunkResult]":
        from punchboard.workers.process_pool import map_in_workers  # noqa: PLC0415 - takes 10 ms, and few decks have chunks

        return map_in_workers(workers)(draw, numbers)

    return map_chunks


def _game_progress(show: Progress, game: str, number: int) -> Progress:
    return lambda path, done: show(f"{game}/{path}", number + done)


def _build_result(game: str, future: "Future[BuildResult]") -> BuildResult:
    from concurrent.futures import BrokenExecutor  # noqa: PLC0415

    try:
        return future.result()
    except BrokenExecutor:
        return BuildResult(game, problems=(lost_worker_problem(f"catalog/{game}"),))


@contextmanager
def _progress_bar(total: int, *, shown: bool, lazy: bool = False) -> Iterator[Progress]:
    """Yield a function that moves a progress bar, or does nothing if none is shown.

    Args:
        total: the number of games.
        shown: whether to show the bar, which also needs a terminal.
        lazy: whether the bar starts with its first move instead of at once.
    """
    if not shown or not sys.stderr.isatty():
        yield lambda _text, _done: None
        return
    from rich.console import Console  # noqa: PLC0415 - takes 35 ms
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn  # noqa: PLC0415
    from rich.progress import Progress as Bar  # noqa: PLC0415

    columns = (BarColumn(), TimeElapsedColumn(), TextColumn("{task.description}"))
    bar = Bar(*columns, transient=True, console=Console(stderr=True))
    task = bar.add_task("reading", total=total)

    def move(text: str, done: float) -> None:
        bar.start()
        bar.update(task, completed=done, description=text)

    try:
        if not lazy:
            bar.start()
        yield move
    finally:
        bar.stop()
