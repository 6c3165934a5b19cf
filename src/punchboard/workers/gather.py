"""Games built by an executor: their parts are submitted as jobs, and the results become one output."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from types import MappingProxyType
from typing import Final, NamedTuple

from punchboard.build_result import MANIFEST, BuildResult, files_in_manifest
from punchboard.load.files.consistent_reads import FileState, changed_files
from punchboard.pipeline.artifacts import BuiltFile
from punchboard.pipeline.build import build
from punchboard.pipeline.publish import BuildSummary, PendingFiles, publish_files
from punchboard.pipeline.stages import output_target
from punchboard.problem import ProblemsFound
from punchboard.products.build_report import BuiltPaths
from punchboard.workers.build_order import BuildOrder, lost_worker_problem
from punchboard.workers.build_parts import split_build, whole_build
from punchboard.workers.job import BEFORE_PRODUCTS, Failure, Job, JobResult, release_composed, run_job
from punchboard.workers.process_pool import submit

SubmitJob = Callable[[Executor, Job], "Future[JobResult]"]
"""Submits a job to an executor."""

_NO_FILES: Final[Mapping[str, FileState]] = MappingProxyType({})


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
    except ProblemsFound as found:
        return BuildResult(name, problems=found.problems)
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
