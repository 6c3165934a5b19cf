"""A game's parts are handed to an executor, and what comes back becomes its output: in one exchange, or not at all."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from types import MappingProxyType
from typing import Final, NamedTuple

from punchboard.build.artifacts import BuiltFile
from punchboard.build.pipeline import build
from punchboard.build.publish import BuildSummary, KeptFiles, PendingFiles, publish_files
from punchboard.build.stages import output_target
from punchboard.build_result import BuildResult, files_in_manifest
from punchboard.load.files.snapshot import FileState as File
from punchboard.load.files.snapshot import changed_files
from punchboard.problem import Problem, ProblemsFound
from punchboard.products import PRODUCTS
from punchboard.workers.build_order import BuildOrder, lost_worker_problem
from punchboard.workers.job import BEFORE_PRODUCTS, Failure, Job, JobResult, release_composed, run_job
from punchboard.workers.parts import split_build, whole_build
from punchboard.workers.process_pool import submit

SubmitJob = Callable[[Executor, Job], "Future[JobResult]"]
"""Hands a job to an executor."""


_NO_FILES: Final[Mapping[str, File]] = MappingProxyType({})


class SubmittedGame(NamedTuple):
    """A game whose parts were handed out."""

    order: BuildOrder
    results: tuple[Future[JobResult], ...]
    kept_files: KeptFiles = MappingProxyType({})
    files_read: Mapping[str, File] = _NO_FILES
    """The files that were read before."""


class _InconsistentPartsError(Exception):
    """What the parts were made of is not one state of the game, or of its output."""


def kept_files(order: BuildOrder) -> KeptFiles:
    """Return the files that stay of a game's old output."""
    output = output_target(*order)
    try:
        files = files_in_manifest((output.out / output.name / "manifest.json").read_bytes()) if output.only else ()
    except OSError:
        files = ()
    return {path: (file.product, file.pages) for path, file in output.kept_files(files).items()}


def submit_local(executor: Executor, job: Job) -> Future[JobResult]:
    """Hand a job to an executor whose workers see the same disk; one that is broken already loses it."""
    return submit(executor, run_job, job)


class Dispatcher(NamedTuple):
    """Where jobs are handed in."""

    executor: Executor
    """Any of `concurrent.futures`."""
    run: str
    """A name of its own for the build."""
    submit: SubmitJob = submit_local
    """Hands one job to the executor."""


def submit_game(
    dispatcher: Dispatcher,
    order: BuildOrder,
    files_read: Mapping[str, File] = MappingProxyType({}),
    *,
    in_parts: bool = True,
) -> SubmittedGame:
    """Hand a game in, in parts or whole.

    Args:
        dispatcher: where to.
        order: the game.
        files_read: the files that were read of it already.
        in_parts: whether it is made in parts, or all of it in one.
    """
    order = order._replace(options=order.options.with_products())
    kept, parts = kept_files(order), split_build(order.options) if in_parts else (whole_build(order.options),)
    jobs = (Job(dispatcher.run, order, part, kept) for part in parts)
    return SubmittedGame(order, tuple(dispatcher.submit(dispatcher.executor, job) for job in jobs), kept, files_read)


def is_done(begun: SubmittedGame) -> bool:
    """Tell whether all parts of a game were made, or it is known that it is not built."""
    return all(share.done() for share in begun.results) or _early_failure(begun) is not None


def _early_failure(begun: SubmittedGame) -> Failure | None:
    """Return why a game is not built, as far as the part knows that checks it: it is the first."""
    first = begun.results[0]
    failure = first.result().failure if first.done() and not first.cancelled() and not first.exception() else None
    return failure if failure is not None and failure.product_index == BEFORE_PRODUCTS else None


def collect_game(begun: SubmittedGame) -> BuildResult:
    """Wait for the parts of a game, and write what was made of it.

    When files were changed while the parts were made, or another build has changed the output that they tell of, the
    game is built once more, here and as a whole.
    """
    game, options = begun.order
    try:
        begun.results[0].result()
        refused = _early_failure(begun)
        if refused is not None:
            return BuildResult(game, problems=refused.problems, suppressed=refused.suppressed)
        return _publish_parts(begun, tuple(future.result() for future in begun.results))
    except ProblemsFound as found:
        return BuildResult(game, problems=found.problems)
    except (BrokenExecutor, CancelledError) as error:
        return BuildResult(game, problems=(lost_worker_problem(f"catalog/{game}", str(error)),))
    except _InconsistentPartsError:
        release_composed()
        return build(game, options)
    finally:
        for future in begun.results:
            future.cancel()


def _publish_parts(begun: SubmittedGame, shares: Sequence[JobResult]) -> BuildResult:
    """Write what was made.

    Raises:
        ProblemsFound: when a part could not be made, or the files not be written.
        _OtherwiseError: when the parts do not belong together.
    """
    if not _is_one_snapshot((begun.files_read, *(share.files_read for share in shares))):
        raise _InconsistentPartsError
    failures = [
        (share.failure.product_index, not share.part.checks_game, share.failure) for share in shares if share.failure
    ]
    if failures:
        failure = min(failures, key=lambda one: one[:2])[2]
        return BuildResult(begun.order.game, problems=failure.problems, suppressed=failure.suppressed)

    def stream(kept: KeptFiles) -> Iterator[tuple[float, BuiltFile]]:
        if kept != begun.kept_files:
            raise _InconsistentPartsError
        yield from ((1.0, made) for share in shares for made in share.files)

    work = PendingFiles(stream, lambda: _summary(shares), lambda: _notes(shares))
    return publish_files(begun.order.game, output_target(*begun.order), work, lambda _path, _done: None)


def _is_one_snapshot(read: Iterable[Mapping[str, File]]) -> bool:
    """Tell whether all parts have read the same state of the game's files, and it still is so."""
    every: dict[str, File] = {}
    for files in read:
        if any(every.setdefault(name, told) != told for name, told in files.items()):
            return False
    return not changed_files(every)


def _summary(shares: Iterable[JobResult]) -> BuildSummary:
    return next(share.summary for share in shares if share.summary is not None)


def _notes(shares: Sequence[JobResult]) -> Iterator[Problem]:
    """Yield what products say of themselves, in their order; each part of a product says all of it."""
    said: dict[str, tuple[Problem, ...]] = {}
    for share in shares:
        said |= share.notes
    for product in PRODUCTS:
        yield from said.get(product, ())
