"""One job: plain values in, built files out. A process composes a game once for all the jobs of it that it gets."""

import copyreg
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from threading import RLock
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from punchboard.checks.severities import ReportedProblems
from punchboard.load.files.consistent_reads import (
    FilesChangedError,
    FileState,
    confirm_snapshot,
    files_read,
    run_on_snapshot,
)
from punchboard.load.files.paths import display_path
from punchboard.pipeline.artifacts import BuiltFile, FileOptions, build_files, planned_files
from punchboard.pipeline.file_formats import make_printing
from punchboard.pipeline.publish import BuildSummary
from punchboard.pipeline.stages import check_and_draw, load_and_compose, summary_of
from punchboard.problem import Problem, ProblemsFound, SuppressedProblem, has_errors
from punchboard.products import PRODUCTS, BuildReport, ComposedGame
from punchboard.products.build_report import BuiltPaths
from punchboard.products.game.validation import select_products
from punchboard.workers.build_order import BuildOrder
from punchboard.workers.build_parts import Part
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
        except ProblemsFound as found:
            return JobResult(job.part, failure=Failure(BEFORE_PRODUCTS, found.problems))


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
        except ProblemsFound as found:
            failure = Failure(_PRODUCT_ORDER.index(product), found.problems)
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
