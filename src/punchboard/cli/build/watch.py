"""``punchboard build --watch``: builds, then rebuilds the affected games after each change, until interrupted."""

from __future__ import annotations

import gc
import os
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from punchboard.build_result import BuildResult
from punchboard.cli.build.build import run_build
from punchboard.cli.build.parallel import build_all
from punchboard.cli.build.request import BuildRequest
from punchboard.cli.build.results import files_text
from punchboard.cli.build.run import build_options
from punchboard.cli.exit_status import SUCCESS, USAGE_ERROR
from punchboard.cli.languages import build_orders
from punchboard.cli.output.display_paths import display_path, with_display_paths
from punchboard.cli.output.report import print_line, problem_counts, show_problems
from punchboard.load import output_folder
from punchboard.load.files.snapshot import FileState, file_state
from punchboard.problem import ProblemsFound
from punchboard.server.file_watch import DEBOUNCE_MS, POLL_MS, STEP_MS, WatchedFolders, affected_games
from punchboard.workers.build_order import BuildOrder

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

State = Mapping[Path, FileState]
"""The size, times and inode of each input file, by which changes are found without relying on the clock."""


def run_watch(request: BuildRequest) -> int:
    """Build, watch the folders and rebuild after changes; return the exit status, which is 0 after Ctrl-C."""
    watched, output = WatchedFolders(request.workspace), _output_root(request)
    before = _file_states(watched.folders, output)
    status = run_build(request)
    if status == USAGE_ERROR or not watched.folders:
        return status
    print_line(f"watching {' and '.join(map(display_path, watched.folders))}; Ctrl-C ends it")
    with suppress(KeyboardInterrupt), _dropped_interrupts() as dropped:
        for paths in _changes(watched, before, output, dropped):
            _rebuild(request, paths)
            gc.collect()  # the command line turns the collector off
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


def _changes(
    watched: WatchedFolders, before: State, output: Path, dropped: Sequence[object]
) -> Iterator[tuple[Path, ...]]:
    """Yield each set of changed files, first those changed during the first build, until an interrupt is dropped."""
    from watchfiles import watch  # noqa: PLC0415 - only for --watch

    while changed := _changed_paths(before, now := _file_states(watched.folders, output)):
        before = now
        yield changed
    times: dict[str, Any] = {
        "step": STEP_MS,
        "debounce": DEBOUNCE_MS,
        "rust_timeout": POLL_MS,
        "yield_on_timeout": True,
    }
    is_first = True  # files may have changed before the watcher started
    while True:
        for batch in (
            watch(*watched.folders, **times, raise_interrupt=True) if watched.folders else _wait_without_folders()
        ):
            if dropped:
                return
            missed = _changed_paths(before, _file_states(watched.folders, output)) if is_first else ()
            is_first = False
            if paths := watched.changed_files(batch).union(missed):
                yield tuple(sorted(paths))
            if watched.needs_new_watcher():
                break


def _wait_without_folders() -> Iterator[set[Any]]:
    """Yield an empty set after a pause, since there is no folder to watch."""
    time.sleep(POLL_MS / 1000)
    yield set()


def _file_states(folders: Iterable[Path], output: Path) -> State:
    """Return the state of each file below some folders, without hidden folders and the output."""
    found = {}
    for folder in folders:
        for path, names, files in os.walk(folder):
            here = Path(path)
            names[:] = [name for name in names if not name.startswith(".") and here / name != output]
            for file in files:
                with suppress(OSError):  # the file has been deleted meanwhile
                    found[here / file] = file_state((here / file).stat())
    return found


def _changed_paths(before: State, now: State) -> tuple[Path, ...]:
    """Return the files that are new, gone or changed."""
    return tuple(sorted(path for path in before.keys() | now.keys() if before.get(path) != now.get(path)))


def _output_root(request: BuildRequest) -> Path:
    return (request.out or output_folder(request.workspace)).resolve()


def _rebuild(request: BuildRequest, paths: Sequence[Path]) -> None:
    """Rebuild the games that some changed files affect, and print a line for each."""
    output = _output_root(request)
    changed = [path for path in paths if not _is_hidden(path, request.workspace) and not path.is_relative_to(output)]
    try:
        orders = build_orders(request, build_options(request))
    except ProblemsFound as found:
        show_problems(with_display_paths(found.problems, request.workspace))
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
