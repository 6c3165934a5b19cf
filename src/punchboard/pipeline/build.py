"""The build pipeline of one game: load, compose, check, render, verify, write.

Progress bars, worker processes and the sandbox attach to it by `BuildHooks`.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from punchboard.build_result import BuildResult
from punchboard.load.files.consistent_reads import changed_file_warnings, confirm_snapshot, run_on_snapshot
from punchboard.load.files.paths import display_path, report_os_errors
from punchboard.pipeline.deck_chunks import MapChunks
from punchboard.pipeline.options import BuildOptions
from punchboard.pipeline.publish import OutputTarget, PendingFiles, Progress, publish_files
from punchboard.pipeline.stages import (
    CheckedGame,
    changed_components,
    check_and_draw,
    load_and_compose,
    load_for_build,
    output_target,
    pending_files,
)
from punchboard.problem import Problem, ProblemsFound, has_errors
from punchboard.workspace import workspace_root

FilterProblems = Callable[[tuple[Problem, ...]], tuple[Problem, ...]]
"""Returns the problems to report, with other severities or without some of them."""

Publish = Callable[[str, OutputTarget, PendingFiles, Progress], BuildResult]
"""Writes the files of a game to its output folder, or sends them to another process."""


def _no_progress(_path: str, _done: float) -> None:
    """Ignore the progress of a build."""


def _all_problems(problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
    """Return all problems as they are."""
    return problems


class BuildHooks(NamedTuple):
    """Functions that a caller may replace; by default the build runs in this process and shows no progress."""

    progress: Progress = _no_progress
    filter_problems: FilterProblems = _all_problems
    publish: Publish = publish_files
    map_chunks: MapChunks = map


def build(name: str, options: BuildOptions, hooks: BuildHooks = BuildHooks()) -> BuildResult:  # noqa: B008 - a frozen value
    """Build one game: all its files, or none when there is any error."""
    options = options.with_products()
    display = _display_path(options)
    try:
        with report_os_errors(display):
            return run_on_snapshot(partial(_build, name, options, hooks, display), display)
    except ProblemsFound as found:
        return BuildResult(name, problems=found.problems)


def _build(name: str, options: BuildOptions, hooks: BuildHooks, display: Callable[[Path], str]) -> BuildResult:
    """Build one game from its files as they are now.

    Raises:
        ProblemsFound: when it cannot be loaded, composed, rendered or written.
    """
    composed = load_and_compose(name, options)
    checked = check_and_draw(composed, options, hooks.map_chunks, sheets=True)
    confirm_snapshot()
    problems = hooks.filter_problems(checked.findings.problems)
    if has_errors(problems):
        return BuildResult(name, problems=problems, suppressed=checked.findings.suppressed)
    files = pending_files(checked, options, problems)  # each is rendered and verified when it is written
    built = hooks.publish(name, output_target(name, options), files, hooks.progress)
    return built._replace(problems=(*built.problems, *changed_file_warnings(display)))


def check(name: str, options: BuildOptions) -> CheckedGame:
    """Return a game with every problem that the checks find.

    Raises:
        ProblemsFound: when it cannot be loaded, or cannot be composed (with the problems of its data).
    """
    with report_os_errors(_display_path(options)):
        return check_and_draw(load_and_compose(name, options), options)


def resolve_since(name: str, options: BuildOptions) -> BuildOptions:
    """Return options that name each changed component instead of the older state, which other machines do not have.

    Raises:
        ProblemsFound: when either state cannot be read.
    """
    options = options.with_products()
    if not options.since:
        return options
    changed = changed_components(load_for_build(name, options), options)
    return options._replace(since="", print_options=options.print_options._replace(changed=changed))


def _display_path(options: BuildOptions) -> Callable[[Path], str]:
    """Return the function that gives a path as messages show it."""
    root = workspace_root(options.workspace).resolve()
    return lambda path: display_path(path.resolve(), root)
