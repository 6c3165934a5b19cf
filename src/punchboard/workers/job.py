"""One job: plain values in, made files out. A process composes a game once for all the parts of it that it is given."""

import copyreg
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from threading import RLock
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from punchboard.build.artifacts import Made, Making, foreseen, made_files
from punchboard.build.file_formats import printing_of
from punchboard.build.publish import Kept, Told
from punchboard.build.stages import check_composed, load_and_compose, summary_of
from punchboard.load.files.paths import display_path
from punchboard.load.files.snapshot import FilesChangedError, confirm_snapshot, files_read, run_on_snapshot
from punchboard.load.files.snapshot import FileState as File
from punchboard.problem import Problem, ProblemsFound, SetAside, Severity
from punchboard.products import PRODUCTS, Composed
from punchboard.products.game.requested import wanted_products
from punchboard.workers.build_order import Order
from punchboard.workers.parts import Part
from punchboard.workspace import workspace_root


def read_only(plain: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    """Return a mapping that nobody changes: what is frozen here is frozen where it arrives."""
    return MappingProxyType(plain)


copyreg.pickle(MappingProxyType, lambda mapping: (read_only, (dict(mapping),)))

BEFORE: Final = -1
"""Where a failure stands that came before any product was made."""

_ORDER: Final = tuple(PRODUCTS)


class Job(NamedTuple):
    """What a worker is asked to make."""

    run: str
    """A name of its own for the build: what is composed for it is kept for its next job, and for no other's."""
    order: Order
    part: Part
    kept: Kept = MappingProxyType({})
    """The files of the old output that stay."""


class Failure(NamedTuple):
    """Why a part was not made."""

    at: int
    """The product that could not be made, by its place among all; `BEFORE` when it came to none."""
    problems: tuple[Problem, ...]
    set_aside: tuple[SetAside, ...] = ()


class Share(NamedTuple):
    """What a worker has made."""

    part: Part
    made: tuple[Made, ...] = ()
    notes: Mapping[str, tuple[Problem, ...]] = MappingProxyType({})
    """What products have to say of themselves, by their names."""
    told: Told | None = None
    """What there is to say of the game; of the part that tells."""
    failure: Failure | None = None
    read: Mapping[str, File] = MappingProxyType({})
    """The files that were read, and what they were known by."""


class _Composed(NamedTuple):
    """A game that this process has composed."""

    run: str
    output: str
    composed: Composed


_kept: list[_Composed] = []
"""The last one, or none."""

one_at_a_time = RLock()
"""Threads of one process would share what is kept, and win nothing."""


def work(job: Job) -> Share:
    """Return what a part of a game is made of; what is wrong with it comes back as problems, as all else does."""
    root = workspace_root(job.order.options.workspace).resolve()

    def called(path: Path) -> str:
        return display_path(path.resolve(), root)

    with one_at_a_time:
        try:
            return run_on_snapshot(lambda: _share(job), called)
        except ProblemsFound as found:
            return Share(job.part, failure=Failure(BEFORE, found.problems))


def compose_ahead(run: str, order: Order) -> Mapping[str, File]:
    """Compose all of a game before the processes are begun that will be asked for its parts: they begin with it.

    Returns the files that were read.

    Raises:
        ProblemsFound: when it cannot be loaded or composed.
    """

    def composed() -> Mapping[str, File]:
        forget()
        game = _composed(run, order._replace(options=order.options.with_products()))
        confirm_snapshot()
        assert game.all_faces is not None
        return files_read()

    return run_on_snapshot(composed)


def forget() -> None:
    """Keep nothing any more."""
    _kept.clear()


def _composed(run: str, order: Order) -> Composed:
    key = (run, order.output)
    if not _kept or _kept[0][:2] != key:
        forget()  # first, so that two are never there at once
        _kept.append(_Composed(*key, load_and_compose(*order)))
    return _kept[0].composed


def _share(job: Job) -> Share:
    try:
        composed = _composed(job.run, job.order)
        composed.made.clear()
        composed.made.update(job.kept)
        composed.notes.clear()
        problems = check_composed(composed, job.order.options).problems if job.part.tells else ()
        confirm_snapshot()
        if any(problem.severity is Severity.ERROR for problem in problems):
            return Share(job.part, failure=Failure(BEFORE, problems, composed.judged.set_aside), read=files_read())
        return _made(job, composed, problems)
    except FilesChangedError:
        forget()
        raise


def _made(job: Job, composed: Composed, problems: tuple[Problem, ...]) -> Share:
    making = Making(job.order.options.formats, printing_of(composed))
    made, notes = list[Made](), dict[str, tuple[Problem, ...]]()
    paper = _paper(composed, job.part)
    for name in _others(job, composed):
        with suppress(ProblemsFound):  # the part that makes it fails with the same
            composed.made |= {path: (name, pages) for path, pages in foreseen(composed, name)}
    for name in job.part.products if paper is None or paper else ():
        composed.notes.clear()
        try:
            made += made_files(composed, name, making, paper)
        except ProblemsFound as found:
            return Share(job.part, failure=Failure(_ORDER.index(name), found.problems), read=files_read())
        notes[name] = tuple(composed.notes)
    told = summary_of(composed, problems) if job.part.tells else None
    return Share(job.part, tuple(made), notes, told, read=files_read())


def _paper(composed: Composed, part: Part) -> str | None:
    """Return the name of the paper that alone is wanted: nothing when that has been asked for twice."""
    if part.paper is None:
        return None
    return dict(enumerate(composed.papers)).get(part.paper, "")


def _others(job: Job, composed: Composed) -> Iterable[str]:
    """Return the products that others make and that this part tells of: their files, and what icons they show."""
    if not job.part.tells or not ("page" in job.part.products or composed.icon_credits):
        return ()
    wanted = wanted_products(composed, everything=composed.wishes.everything)
    return (name for name in wanted if name not in job.part.products)
