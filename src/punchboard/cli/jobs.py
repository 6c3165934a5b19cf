"""Building several games at once, one process each; one game, or one job, stays in this process."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from punchboard.pipeline import Built, Options, Progress, build
from punchboard.problem import Place, Problem

if TYPE_CHECKING:
    from concurrent.futures import Future

Finished = Callable[[Built], None]


def build_all(
    games: Sequence[str], options: Options, jobs: int | None, finished: Finished, *, bar: bool
) -> list[Built]:
    """Return what became of each game, in their order; each is told as it is done.

    Args:
        games: the ids of the games.
        options: what to build of each.
        jobs: the most processes at a time; as many as there are processors when None.
        finished: called with each result, in the order of the games.
        bar: whether to show a progress bar on standard error.
    """
    workers = min(len(games), jobs or os.cpu_count() or 1)
    if workers < 2:
        return _here(games, options, finished, bar=bar)
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415 - costs 10 ms, and one game needs none

    with ProcessPoolExecutor(workers) as pool:
        # all are handed over before the bar begins, whose thread a process should not be forked beside
        started = {game: pool.submit(build, game, options) for game in _longest_first(games, options)}
        with _bar(len(games), shown=bar) as show:
            results = []
            for number, game in enumerate(games):
                show(f"{game} and others", number)
                results.append(_result(game, started[game]))
                finished(results[-1])
    return results


def _longest_first(games: Sequence[str], options: Options) -> list[str]:
    """Return games by what they weigh on the disk, so that no long one is left to be built alone at the end."""
    return sorted(games, key=lambda game: -_weight(options.workspace / "catalog" / game))


def _weight(folder: Path) -> int:
    return sum(found.stat().st_size for found in folder.rglob("*") if found.is_file())


def _here(games: Sequence[str], options: Options, finished: Finished, *, bar: bool) -> list[Built]:
    results = []
    with _bar(len(games), shown=bar) as show:
        for number, game in enumerate(games):
            results.append(build(game, options, _following(show, game, number)))
            finished(results[-1])
    return results


def _following(show: Progress, game: str, number: int) -> Progress:
    return lambda path, done: show(f"{game}/{path}", number + done)


def _result(game: str, future: Future[Built]) -> Built:
    from concurrent.futures import BrokenExecutor  # noqa: PLC0415

    try:
        return future.result()
    except BrokenExecutor:
        return Built(game, problems=(lost(f"catalog/{game}"),))


def lost(folder: str) -> Problem:
    """Return the problem that a process which worked on a folder is no more."""
    hint = "memory may have run out; try one game at a time"
    return Problem("BUILD001", Place(folder), "the process that worked on it was ended from outside", hint)


@contextmanager
def _bar(total: int, *, shown: bool) -> Iterator[Progress]:
    """Give the function that moves a progress bar, or one that does nothing."""
    if not shown or not sys.stderr.isatty():
        yield lambda _text, _done: None
        return
    from rich.console import Console  # noqa: PLC0415 - costs 35 ms
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn  # noqa: PLC0415
    from rich.progress import Progress as Bar  # noqa: PLC0415

    columns = (BarColumn(), TimeElapsedColumn(), TextColumn("{task.description}"))
    with Bar(*columns, transient=True, console=Console(stderr=True)) as bar:
        task = bar.add_task("reading", total=total)
        yield lambda text, done: bar.update(task, completed=done, description=text)
