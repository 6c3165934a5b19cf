"""``punchboard build --watch``: builds, then rebuilds the affected games after each change, until interrupted."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from punchboard.build_result import BuildResult
from punchboard.cli.build.parallel import build_all
from punchboard.cli.build.request import BuildRequest, files_text
from punchboard.cli.build.run import build_options, build_orders
from punchboard.cli.build.start import run_build
from punchboard.cli.exit_status import SUCCESS, USAGE_ERROR
from punchboard.cli.report import display_path, print_line, problem_counts, show_problems, with_display_paths
from punchboard.load import output_folder
from punchboard.problem import ProblemsFound
from punchboard.server.file_watch import POLL_MS, TIMES, WatchedFolders, affected_games
from punchboard.workers.build_order import BuildOrder

if TYPE_CHECKING:
    from sys import UnraisableHookArgs


def run_watch(request: BuildRequest) -> int:
    """Build, watch the folders and rebuild after changes; return the exit status, which is 0 after Ctrl-C."""
    watched = WatchedFolders(request.workspace)
    status = run_build(request)
    if status == USAGE_ERROR or not watched.folders:
        return status
    print_line(f"watching {' and '.join(map(display_path, watched.folders))}; Ctrl-C ends it")
    with suppress(KeyboardInterrupt), _dropped_interrupts() as dropped:
        for paths in _changes(watched, dropped):
            _rebuild(request, paths)
    return SUCCESS


@contextmanager
def _dropped_interrupts() -> Iterator[list[object]]:
    """Provide a list of the interrupts that Python drops, as it does with an exception while it frees an object."""
    dropped: list[object] = []
    usual = sys.unraisablehook

    def note(raised: UnraisableHookArgs) -> None:
        if issubclass(raised.exc_type, KeyboardInterrupt):
            dropped.append(raised.exc_type)
        else:
            usual(raised)

    sys.unraisablehook = note
    try:
        yield dropped
    finally:
        sys.unraisablehook = usual


def _changes(watched: WatchedFolders, dropped: Sequence[object]) -> Iterator[tuple[Path, ...]]:
    """Yield each set of changed files, first those changed during the first build, until an interrupt is dropped."""
    while True:
        for batch in _batches(watched.for_new_watcher()):
            if dropped:
                return
            if paths := watched.changed_files(batch):
                yield tuple(sorted(paths))
            if watched.needs_new_watcher():
                break


def _batches(folders: Sequence[Path]) -> Iterator[set[tuple[Any, str]]]:
    """Yield the batches of a watcher, and an empty one after a while without changes or without a watcher."""
    from watchfiles import watch  # noqa: PLC0415 - only for --watch

    with suppress(FileNotFoundError):  # a folder has vanished just now
        if folders:
            yield from watch(*folders, **TIMES, raise_interrupt=True)
            return
    time.sleep(POLL_MS / 1000)
    yield set()


def _rebuild(request: BuildRequest, paths: Sequence[Path]) -> None:
    """Rebuild the games that some changed files affect, and print a line for each."""
    output = (request.out or output_folder(request.workspace)).resolve()
    changed = [path for path in paths if not _is_hidden(path, request.workspace) and not path.is_relative_to(output)]
    try:
        orders = build_orders(request, build_options(request))
    except ProblemsFound as error:
        show_problems(with_display_paths(error.problems, request.workspace))
        return
    games = affected_games(changed, request.workspace, tuple(dict.fromkeys(order.game for order in orders)))
    start = time.perf_counter()

    def show_built(order: BuildOrder, result: BuildResult) -> None:
        show_problems(
            with_display_paths(result.problems, request.workspace),
            problem_counts(result.problems, len(result.suppressed)),
            verbose=request.verbose,
        )
        outcome = "not built, the last good output stays" if result.has_errors else files_text(result)
        seconds = time.perf_counter() - start
        print_line(f"{_paths_text(changed)}: {order.output} {outcome} ({seconds:.1f} s)")

    build_all([order for order in orders if order.game in games], request.jobs, show_built, bar=False)


def _is_hidden(path: Path, workspace: Path) -> bool:
    """Return whether a file belongs to a tool or an editor rather than to the game: a hidden or backup file."""
    root = workspace.resolve()
    parts = path.relative_to(root).parts if path.is_relative_to(root) else (path.name,)
    return any(part.startswith(".") for part in parts) or path.name.endswith("~")


def _paths_text(paths: Sequence[Path]) -> str:
    first = display_path(paths[0])
    return first if len(paths) == 1 else f"{first} and {len(paths) - 1} more"
