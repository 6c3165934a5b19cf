"""``punchboard build --watch``: builds, and builds again what a change concerns, until it is interrupted."""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from punchboard.build.pipeline import BuildHooks, build
from punchboard.cli.build.build import run_build
from punchboard.cli.build.parallel import chunk_mapper
from punchboard.cli.build.request import BuildRequest
from punchboard.cli.build.run import build_options
from punchboard.cli.exit_status import SUCCESS, USAGE_ERROR
from punchboard.cli.languages import build_orders
from punchboard.cli.output.display_paths import display_path, with_display_paths
from punchboard.cli.output.report import print_line, problem_counts, show_problems
from punchboard.load import output_folder
from punchboard.load.files.snapshot import FileState, file_state
from punchboard.problem import ProblemsFound, Severity
from punchboard.server.file_watch import DEBOUNCE_MS, POLL_MS, STEP_MS, WatchedFolders, affected_games

State = Mapping[Path, FileState]
"""What the files that games are made of are known by; no clock tells it."""


def run_watch(asked: BuildRequest) -> int:
    """Build, watch and build again; return the exit status, which is good when a person ends it."""
    watched, output = WatchedFolders(asked.workspace), _output_root(asked)
    before = _file_states(watched.folders, output)
    status = run_build(asked)
    if status == USAGE_ERROR or not watched.folders:
        return status
    gc.enable()  # one build makes no cycles worth collecting, a day of them does
    print_line(f"watching {' and '.join(map(display_path, watched.folders))}; Ctrl-C ends it")
    try:
        for paths in _changes(watched, before, output):
            _rebuild(asked, paths)
    except KeyboardInterrupt:
        return SUCCESS
    return SUCCESS


def _changes(watched: WatchedFolders, before: State, output: Path) -> Iterator[tuple[Path, ...]]:
    """Yield the files that have changed, first those that did while something was built; hardly does more than wait."""
    from watchfiles import watch  # noqa: PLC0415 - few builds watch

    while changed := _changed_paths(before, now := _file_states(watched.folders, output)):
        before = now
        yield changed
    times: dict[str, Any] = {
        "step": STEP_MS,
        "debounce": DEBOUNCE_MS,
        "rust_timeout": POLL_MS,
        "yield_on_timeout": True,
    }
    unseen = True  # what changed before the watcher had begun to look
    while True:
        for batch in (
            watch(*watched.folders, **times, raise_interrupt=True) if watched.folders else _wait_without_folders()
        ):
            missed = _changed_paths(before, _file_states(watched.folders, output)) if unseen else ()
            unseen = False
            if paths := watched.changed_files(batch).union(missed):
                yield tuple(sorted(paths))
            if watched.needs_new_watcher():
                break


def _wait_without_folders() -> Iterator[set[Any]]:
    """Yield nothing, after a while: there is no folder to watch."""
    time.sleep(POLL_MS / 1000)
    yield set()


def _file_states(folders: Iterable[Path], output: Path) -> State:
    """Return what the files of games and layouts are known by, but for hidden ones and outputs."""
    found = {}
    for folder in folders:
        for path, names, files in os.walk(folder):
            here = Path(path)
            names[:] = [name for name in names if not name.startswith(".") and here / name != output]
            for file in files:
                with suppress(OSError):  # it is gone again
                    found[here / file] = file_state((here / file).stat())
    return found


def _changed_paths(before: State, now: State) -> tuple[Path, ...]:
    """Return the files that are new, gone or changed."""
    return tuple(sorted(path for path in before.keys() | now.keys() if before.get(path) != now.get(path)))


def _output_root(asked: BuildRequest) -> Path:
    return (asked.out or output_folder(asked.workspace)).resolve()


def _rebuild(asked: BuildRequest, paths: Sequence[Path]) -> None:
    """Build the games that some files belong to, one after the other, and tell of each in a line."""
    output = _output_root(asked)
    shown = [path for path in paths if not _is_hidden(path, asked.workspace) and not path.is_relative_to(output)]
    try:
        orders = build_orders(asked, build_options(asked))
    except ProblemsFound as found:
        show_problems(with_display_paths(found.problems, asked.workspace))
        return
    games = affected_games(shown, asked.workspace, tuple(dict.fromkeys(order.game for order in orders)))
    for order in (order for order in orders if order.game in games):
        start = time.perf_counter()
        result = build(*order, BuildHooks(map_chunks=chunk_mapper(asked.workers)))
        taken = time.perf_counter() - start
        show_problems(
            with_display_paths(result.problems, asked.workspace),
            problem_counts(result.problems, len(result.suppressed)),
        )
        errors = any(problem.severity is Severity.ERROR for problem in result.problems)
        what = "not built, the last good output stays" if errors else f"{len(result.files)} files"
        print_line(f"{_paths_text(shown)}: {order.output} {what} ({taken:.1f} s)")


def _is_hidden(path: Path, workspace: Path) -> bool:
    """Tell whether a file is none of a designer's: what tools and editors keep beside theirs."""
    root = workspace.resolve()
    parts = path.relative_to(root).parts if path.is_relative_to(root) else (path.name,)
    return any(part.startswith(".") for part in parts) or path.name.endswith("~")


def _paths_text(paths: Sequence[Path]) -> str:
    first = display_path(paths[0])
    return first if len(paths) == 1 else f"{first} and {len(paths) - 1} more"
