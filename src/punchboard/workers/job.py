"""Games built by an executor: parts are submitted as jobs, and the results become one output."""

import copyreg
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import suppress
from pathlib import Path
from threading import RLock
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from punchboard.build_result import MANIFEST, BuildResult, files_in_manifest
from punchboard.checks.severities import ReportedProblems
from punchboard.load.files import (
    FilesChangedError,
    FileState,
    changed_files,
    confirm_snapshot,
    display_path,
    files_read,
    run_on_snapshot,
)
from punchboard.pipeline.artifacts import BuiltFile, FileOptions, build_files, make_printing, planned_files
from punchboard.pipeline.build import build, check_and_draw, load_and_compose, output_target, summary_of
from punchboard.pipeline.publish import BuildSummary, PendingFiles, publish_files
from punchboard.problem import Problem, ProblemsFound, SuppressedProblem, has_errors
from punchboard.products import PRODUCTS, BuildReport, ComposedGame
from punchboard.products.game.validation import select_products
from punchboard.products.product import BuiltPaths
from punchboard.workers.build_order import BuildOrder, Part, lost_worker_problem, split_build, whole_build
from punchboard.workers.process_pool import submit
from punchboard.workspace import workspace_root


def freeze_mapping(plain: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    """Return a read-only mapping: what is frozen in one process is frozen in the next."""
    return MappingProxyType(plain)


copyreg.pickle(MappingProxyType, lambda mapping: (freeze_mapping, (dict(mapping),)))

BEFORE_PRODUCTS: Final = -1
"""The product index of a failure that came before any product was made."""

_PRODUCT_ORDER: Final = tuple(PRODUCTS)


class Job(NamedTuple):
    """What a worker is to make."""

    run: str
    """A name that is unique to the build: a composed game is reused for the jobs of one build only."""
    order: BuildOrder
    part: Part
    kept_files: BuiltPaths = MappingProxyType({})
    """The files of the old output that stay."""


class Failure(NamedTuple):
    """Why a part was not made."""

    product_index: int
    """The position of the failed product in ``PRODUCTS``; `BEFORE_PRODUCTS` when none was reached."""
    problems: tuple[Problem, ...]
    suppressed: tuple[SuppressedProblem, ...] = ()


class JobResult(NamedTuple):
    """What a worker has made."""

    part: Part
    files: tuple[BuiltFile, ...] = ()
    summary: BuildSummary | None = None
    """The summary of the game; only from the part that checks it."""
    failure: Failure | None = None
    files_read: Mapping[str, FileState] = MappingProxyType({})
    """The files that were read, each with its state at that time."""


class _CachedGame(NamedTuple):
    """A game that this process has composed."""

    run: str
    output: str
    composed: ComposedGame


_cached_games: list[_CachedGame] = []
"""The last composed game, or none."""

job_lock = RLock()
"""Threads of one process share the cached game, so they run one job at a time."""


def run_job(job: Job) -> JobResult:
    """Return the files of one part of a game; problems come back as values."""
    root = workspace_root(job.order.options.workspace).resolve()

    def shown(path: Path) -> str:
        return display_path(path.resolve(), root)

    with job_lock:
        try:
            return run_on_snapshot(lambda: _run(job), shown)
        except ProblemsFound as error:
            return JobResult(job.part, failure=Failure(BEFORE_PRODUCTS, error.problems))


def compose_before_fork(run: str, order: BuildOrder) -> Mapping[str, FileState]:
    """Compose a whole game before worker processes are forked, so that they start with it; return the files read.

    Raises:
        ProblemsFound: when the game cannot be loaded or composed.
    """

    def compose() -> Mapping[str, FileState]:
        release_composed()
        game = _composed_game(run, order._replace(options=order.options.with_products()))
        confirm_snapshot()
        assert game.all_faces is not None
        return files_read()

    return run_on_snapshot(compose)


def release_composed() -> None:
    """Forget the composed game."""
    _cached_games.clear()


def _composed_game(run: str, order: BuildOrder) -> ComposedGame:
    key = (run, order.output)
    if not _cached_games or _cached_games[0][:2] != key:
        release_composed()  # first, so that two games are never in memory at once
        _cached_games.append(_CachedGame(*key, load_and_compose(*order)))
    return _cached_games[0].composed


def _run(job: Job) -> JobResult:
    try:
        composed = _composed_game(job.run, job.order)
        findings = ReportedProblems()
        if job.part.checks_game:
            findings = check_and_draw(composed, job.order.options).findings
        confirm_snapshot()
        if has_errors(findings.problems):
            return JobResult(job.part, failure=Failure(BEFORE_PRODUCTS, *findings), files_read=files_read())
        return _build_part(job, composed, findings)
    except FilesChangedError:
        release_composed()
        raise


def _build_part(job: Job, composed: ComposedGame, findings: ReportedProblems) -> JobResult:
    """Return the files of a part."""
    options = FileOptions(job.order.options.formats, make_printing(composed))
    paths = dict(job.kept_files)
    for product in _products_of_others(job, composed):
        with suppress(ProblemsFound):  # the part that makes it reports them
            paths |= {path: (product, pages) for path, pages in planned_files(composed, product)}
    files: list[BuiltFile] = []
    paper = _only_paper(composed, job.part)
    for product in job.part.products if paper != "" else ():  # None means all papers
        try:
            for built in build_files(composed, product, BuildReport(findings, paths), options, paper):
                paths[built.record.path] = (product, built.record.pages)
                files.append(built)
        except ProblemsFound as error:
            failure = Failure(_PRODUCT_ORDER.index(product), error.problems)
            return JobResult(job.part, failure=failure, files_read=files_read())
    summary = summary_of(composed, findings) if job.part.checks_game else None
    return JobResult(job.part, tuple(files), summary, files_read=files_read())


def _only_paper(composed: ComposedGame, part: Part) -> str | None:
    """Return the name of the part's only paper, "" when that paper was named twice, None for all papers."""
    if part.paper is None:
        return None
    return dict(enumerate(composed.papers)).get(part.paper, "")


def _products_of_others(job: Job, composed: ComposedGame) -> Iterable[str]:
    """Return the products of other parts that this part must know: it links to their files, or credits their icons."""
    if not job.part.checks_game or not ("page" in job.part.products or composed.icon_credits):
        return ()
    selected = select_products(composed, everything=composed.print_options.everything)
    return (product for product in selected if product not in job.part.products)


SubmitJob = Callable[[Executor, Job], "Future[JobResult]"]
"""Submits a job to an executor."""

_NO_FILES: Final[Mapping[str, FileState]] = {}


class SubmittedGame(NamedTuple):
    """A game whose parts were submitted."""

    order: BuildOrder
    results: tuple[Future[JobResult], ...]
    kept_files: BuiltPaths = MappingProxyType({})
    files_read: Mapping[str, FileState] = _NO_FILES
    """The files that were read before it was submitted, with their states."""


class _InconsistentPartsError(Exception):
    """The parts were made from different states of the game, or of its output."""


def kept_files(order: BuildOrder) -> BuiltPaths:
    """Return the files of a game's old output that stay."""
    output = output_target(*order)
    try:
        files = files_in_manifest((output.out / output.name / MANIFEST).read_bytes()) if output.only else ()
    except OSError:
        files = ()
    return {path: (file.product, file.pages) for path, file in output.kept_files(files).items()}


def submit_local(executor: Executor, job: Job) -> Future[JobResult]:
    """Submit a job to an executor whose workers see this disk."""
    return submit(executor, run_job, job)


class Dispatcher(NamedTuple):
    """Where jobs are submitted."""

    executor: Executor
    """Any of `concurrent.futures`."""
    run: str
    """A name that is unique to the build."""
    submit: SubmitJob = submit_local


def submit_game(
    dispatcher: Dispatcher,
    order: BuildOrder,
    files_read: Mapping[str, FileState] = _NO_FILES,
    *,
    in_parts: bool = True,
) -> SubmittedGame:
    """Submit a game, in parts or as one job.

    Args:
        dispatcher: where to submit it.
        order: the game.
        files_read: the files of the game that were read already.
        in_parts: whether to split it.
    """
    order = order._replace(options=order.options.with_products())
    kept, parts = kept_files(order), split_build(order.options) if in_parts else (whole_build(order.options),)
    jobs = (Job(dispatcher.run, order, part, kept) for part in parts)
    return SubmittedGame(order, tuple(dispatcher.submit(dispatcher.executor, job) for job in jobs), kept, files_read)


def is_done(game: SubmittedGame) -> bool:
    """Tell whether all parts of a game are made, or it is known to have failed its checks."""
    return all(result.done() for result in game.results) or _early_failure(game) is not None


def _early_failure(game: SubmittedGame) -> Failure | None:
    """Return why a game failed its checks, which its first part makes; None as long as that is not known."""
    first = game.results[0]
    failure = first.result().failure if first.done() and not first.cancelled() and not first.exception() else None
    return failure if failure is not None and failure.product_index == BEFORE_PRODUCTS else None


def collect_game(game: SubmittedGame) -> BuildResult:
    """Wait for the parts of a game and publish its files.

    When its files changed while the parts were made, or another build changed the output, the whole game is built once
    more in this process.
    """
    name, options = game.order
    try:
        game.results[0].result()
        failure = _early_failure(game)
        if failure is not None:
            return BuildResult(name, problems=failure.problems, suppressed=failure.suppressed)
        return _publish_parts(game, tuple(result.result() for result in game.results))
    except ProblemsFound as caught:
        return BuildResult(name, problems=caught.problems)
    except (BrokenExecutor, CancelledError) as error:
        return BuildResult(name, problems=(lost_worker_problem(f"catalog/{name}", str(error)),))
    except _InconsistentPartsError:
        release_composed()
        return build(name, options)
    finally:
        for result in game.results:
            result.cancel()


def _publish_parts(game: SubmittedGame, results: Sequence[JobResult]) -> BuildResult:
    """Publish the files of all parts, or report the failure that a build in one process would have met first.

    Raises:
        ProblemsFound: when the files cannot be written.
        _InconsistentPartsError: when the parts do not belong together.
    """
    if not _is_one_snapshot((game.files_read, *(result.files_read for result in results))):
        raise _InconsistentPartsError
    failures = [
        (result.failure.product_index, not result.part.checks_game, result.failure)
        for result in results
        if result.failure
    ]
    if failures:
        failure = min(failures, key=lambda entry: entry[:2])[2]
        return BuildResult(game.order.game, problems=failure.problems, suppressed=failure.suppressed)

    def stream(kept: BuiltPaths) -> Iterator[tuple[float, BuiltFile]]:
        if kept != game.kept_files:
            raise _InconsistentPartsError
        yield from ((1.0, built) for result in results for built in result.files)

    pending = PendingFiles(stream, lambda: _summary(results))
    return publish_files(game.order.game, output_target(*game.order), pending, lambda _path, _done: None)


def _is_one_snapshot(reads: Iterable[Mapping[str, FileState]]) -> bool:
    """Tell whether all parts read the same state of every file, and the files are still in that state."""
    states: dict[str, FileState] = {}
    for files in reads:
        if any(states.setdefault(name, state) != state for name, state in files.items()):
            return False
    return not changed_files(states)


def _summary(results: Iterable[JobResult]) -> BuildSummary:
    return next(result.summary for result in results if result.summary is not None)
