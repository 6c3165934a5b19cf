"""One job: plain values in, made files out. A process composes a game once for all the parts of it that it is given."""

import copyreg
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from threading import RLock
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from punchboard.build.artifacts import BuiltFile, FileOptions, build_files, planned_files
from punchboard.build.file_formats import make_printing
from punchboard.build.publish import BuildSummary, KeptFiles
from punchboard.build.stages import check_and_draw, load_and_compose, summary_of
from punchboard.load.files.paths import display_path
from punchboard.load.files.snapshot import FilesChangedError, confirm_snapshot, files_read, run_on_snapshot
from punchboard.load.files.snapshot import FileState as File
from punchboard.problem import Problem, ProblemsFound, Severity, SuppressedProblem
from punchboard.products import PRODUCTS, ComposedGame
from punchboard.products.game.validation import select_products
from punchboard.workers.build_order import BuildOrder
from punchboard.workers.parts import Part
from punchboard.workspace import workspace_root


def freeze_mapping(plain: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    """Return a mapping that nobody changes: what is frozen here is frozen where it arrives."""
    return MappingProxyType(plain)


copyreg.pickle(MappingProxyType, lambda mapping: (freeze_mapping, (dict(mapping),)))

BEFORE_PRODUCTS: Final = -1
"""Where a failure stands that came before any product was made."""

_PRODUCT_ORDER: Final = tuple(PRODUCTS)


class Job(NamedTuple):
    """What a worker is asked to make."""

    run: str
    """A name of its own for the build: what is composed for it is kept for its next job, and for no other's."""
    order: BuildOrder
    part: Part
    kept_files: KeptFiles = MappingProxyType({})
    """The files of the old output that stay."""


class Failure(NamedTuple):
    """Why a part was not made."""

    product_index: int
    """The product that could not be made, by its place among all; `BEFORE` when it came to none."""
    problems: tuple[Problem, ...]
    suppressed: tuple[SuppressedProblem, ...] = ()


class JobResult(NamedTuple):
    """What a worker has made."""

    part: Part
    files: tuple[BuiltFile, ...] = ()
    notes: Mapping[str, tuple[Problem, ...]] = MappingProxyType({})
    """What products have to say of themselves, by their names."""
    summary: BuildSummary | None = None
    """What there is to say of the game; of the part that tells."""
    failure: Failure | None = None
    files_read: Mapping[str, File] = MappingProxyType({})
    """The files that were read, and what they were known by."""


class _CachedGame(NamedTuple):
    """A game that this process has composed."""

    run: str
    output: str
    composed: ComposedGame


_cached_games: list[_CachedGame] = []
"""The last one, or none."""

job_lock = RLock()
"""Threads of one process would share what is kept, and win nothing."""


def run_job(job: Job) -> JobResult:
    """Return what a part of a game is made of; what is wrong with it comes back as problems, as all else does."""
    root = workspace_root(job.order.options.workspace).resolve()

    def called(path: Path) -> str:
        return display_path(path.resolve(), root)

    with job_lock:
        try:
            return run_on_snapshot(lambda: _run(job), called)
        except ProblemsFound as found:
            return JobResult(job.part, failure=Failure(BEFORE_PRODUCTS, found.problems))


def compose_before_fork(run: str, order: BuildOrder) -> Mapping[str, File]:
    """Compose all of a game before the processes are begun that will be asked for its parts: they begin with it.

    Returns the files that were read.

    Raises:
        ProblemsFound: when it cannot be loaded or composed.
    """

    def composed() -> Mapping[str, File]:
        release_composed()
        game = _composed_game(run, order._replace(options=order.options.with_products()))
        confirm_snapshot()
        assert game.all_faces is not None
        return files_read()

    return run_on_snapshot(composed)


def release_composed() -> None:
    """Keep nothing any more."""
    _cached_games.clear()


def _composed_game(run: str, order: BuildOrder) -> ComposedGame:
    key = (run, order.output)
    if not _cached_games or _cached_games[0][:2] != key:
        release_composed()  # first, so that two are never there at once
        _cached_games.append(_CachedGame(*key, load_and_compose(*order)))
    return _cached_games[0].composed


def _run(job: Job) -> JobResult:
    try:
        composed = _composed_game(job.run, job.order)
        composed.made.clear()
        composed.made.update(job.kept_files)
        composed.notes.clear()
        problems = check_and_draw(composed, job.order.options).problems if job.part.checks_game else ()
        confirm_snapshot()
        if any(problem.severity is Severity.ERROR for problem in problems):
            return JobResult(
                job.part,
                failure=Failure(BEFORE_PRODUCTS, problems, composed.judged.suppressed),
                files_read=files_read(),
            )
        return _build_part(job, composed, problems)
    except FilesChangedError:
        release_composed()
        raise


def _build_part(job: Job, composed: ComposedGame, problems: tuple[Problem, ...]) -> JobResult:
    making = FileOptions(job.order.options.formats, make_printing(composed))
    made, notes = list[BuiltFile](), dict[str, tuple[Problem, ...]]()
    paper = _only_paper(composed, job.part)
    for name in _products_of_others(job, composed):
        with suppress(ProblemsFound):  # the part that makes it fails with the same
            composed.made |= {path: (name, pages) for path, pages in planned_files(composed, name)}
    for name in job.part.products if paper is None or paper else ():
        composed.notes.clear()
        try:
            made += build_files(composed, name, making, paper)
        except ProblemsFound as found:
            return JobResult(
                job.part, failure=Failure(_PRODUCT_ORDER.index(name), found.problems), files_read=files_read()
            )
        notes[name] = tuple(composed.notes)
    told = summary_of(composed, problems) if job.part.checks_game else None
    return JobResult(job.part, tuple(made), notes, told, files_read=files_read())


def _only_paper(composed: ComposedGame, part: Part) -> str | None:
    """Return the name of the paper that alone is wanted: nothing when that has been asked for twice."""
    if part.paper is None:
        return None
    return dict(enumerate(composed.papers)).get(part.paper, "")


def _products_of_others(job: Job, composed: ComposedGame) -> Iterable[str]:
    """Return the products that others make and that this part tells of: their files, and what icons they show."""
    if not job.part.checks_game or not ("page" in job.part.products or composed.icon_credits):
        return ()
    wanted = select_products(composed, everything=composed.print_options.everything)
    return (name for name in wanted if name not in job.part.products)
