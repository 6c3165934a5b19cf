"""A game's parts are handed to an executor, and what comes back becomes its output: in one exchange, or not at all."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from types import MappingProxyType
from typing import Final, NamedTuple

from punchboard.build.artifacts import Made
from punchboard.build.pipeline import build
from punchboard.build.publish import Finished, Kept, Told, finish
from punchboard.build.stages import output_of
from punchboard.build_result import Built, files_in_manifest
from punchboard.load.files.snapshot import FileState as File
from punchboard.load.files.snapshot import changed_files
from punchboard.problem import Problem, ProblemsFound
from punchboard.products import PRODUCTS
from punchboard.workers.build_order import Order, lost
from punchboard.workers.job import BEFORE, Failure, Job, Share, forget, work
from punchboard.workers.parts import parts_of, whole
from punchboard.workers.process_pool import submit

Begin = Callable[[Executor, Job], "Future[Share]"]
"""Hands a job to an executor."""


_NOTHING: Final[Mapping[str, File]] = MappingProxyType({})


class Begun(NamedTuple):
    """A game whose parts were handed out."""

    order: Order
    shares: tuple[Future[Share], ...]
    kept: Kept = MappingProxyType({})
    read: Mapping[str, File] = _NOTHING
    """The files that were read before."""


class _OtherwiseError(Exception):
    """What the parts were made of is not one state of the game, or of its output."""


def kept_of(order: Order) -> Kept:
    """Return the files that stay of a game's old output."""
    output = output_of(*order)
    try:
        files = files_in_manifest((output.out / output.name / "manifest.json").read_bytes()) if output.only else ()
    except OSError:
        files = ()
    return {path: (file.product, file.pages) for path, file in output.kept(files).items()}


def directly(executor: Executor, job: Job) -> Future[Share]:
    """Hand a job to an executor whose workers see the same disk; one that is broken already loses it."""
    return submit(executor, work, job)


class Desk(NamedTuple):
    """Where jobs are handed in."""

    executor: Executor
    """Any of `concurrent.futures`."""
    run: str
    """A name of its own for the build."""
    begin: Begin = directly
    """Hands one job to the executor."""


def submitted(
    desk: Desk, order: Order, read: Mapping[str, File] = MappingProxyType({}), *, apart: bool = True
) -> Begun:
    """Hand a game in, in parts or whole.

    Args:
        desk: where to.
        order: the game.
        read: the files that were read of it already.
        apart: whether it is made in parts, or all of it in one.
    """
    order = order._replace(options=order.options.with_products())
    kept, parts = kept_of(order), parts_of(order.options) if apart else (whole(order.options),)
    jobs = (Job(desk.run, order, part, kept) for part in parts)
    return Begun(order, tuple(desk.begin(desk.executor, job) for job in jobs), kept, read)


def is_over(begun: Begun) -> bool:
    """Tell whether all parts of a game were made, or it is known that it is not built."""
    return all(share.done() for share in begun.shares) or _refused(begun) is not None


def _refused(begun: Begun) -> Failure | None:
    """Return why a game is not built, as far as the part knows that checks it: it is the first."""
    first = begun.shares[0]
    failure = first.result().failure if first.done() and not first.cancelled() and not first.exception() else None
    return failure if failure is not None and failure.at == BEFORE else None


def gathered(begun: Begun) -> Built:
    """Wait for the parts of a game, and write what was made of it.

    When files were changed while the parts were made, or another build has changed the output that they tell of, the
    game is built once more, here and as a whole.
    """
    game, options = begun.order
    try:
        begun.shares[0].result()
        refused = _refused(begun)
        if refused is not None:
            return Built(game, problems=refused.problems, set_aside=refused.set_aside)
        return _written(begun, tuple(future.result() for future in begun.shares))
    except ProblemsFound as found:
        return Built(game, problems=found.problems)
    except (BrokenExecutor, CancelledError) as error:
        return Built(game, problems=(lost(f"catalog/{game}", str(error)),))
    except _OtherwiseError:
        forget()
        return build(game, options)
    finally:
        for future in begun.shares:
            future.cancel()


def _written(begun: Begun, shares: Sequence[Share]) -> Built:
    """Write what was made.

    Raises:
        ProblemsFound: when a part could not be made, or the files not be written.
        _OtherwiseError: when the parts do not belong together.
    """
    if not _is_one_state((begun.read, *(share.read for share in shares))):
        raise _OtherwiseError
    failures = [(share.failure.at, not share.part.tells, share.failure) for share in shares if share.failure]
    if failures:
        failure = min(failures, key=lambda one: one[:2])[2]
        return Built(begun.order.game, problems=failure.problems, set_aside=failure.set_aside)

    def stream(kept: Kept) -> Iterator[tuple[float, Made]]:
        if kept != begun.kept:
            raise _OtherwiseError
        yield from ((1.0, made) for share in shares for made in share.made)

    work = Finished(stream, lambda: _told(shares), lambda: _notes(shares))
    return finish(begun.order.game, output_of(*begun.order), work, lambda _path, _done: None)


def _is_one_state(read: Iterable[Mapping[str, File]]) -> bool:
    """Tell whether all parts have read the same state of the game's files, and it still is so."""
    every: dict[str, File] = {}
    for files in read:
        if any(every.setdefault(name, told) != told for name, told in files.items()):
            return False
    return not changed_files(every)


def _told(shares: Iterable[Share]) -> Told:
    return next(share.told for share in shares if share.told is not None)


def _notes(shares: Sequence[Share]) -> Iterator[Problem]:
    """Yield what products say of themselves, in their order; each part of a product says all of it."""
    said: dict[str, tuple[Problem, ...]] = {}
    for share in shares:
        said |= share.notes
    for product in PRODUCTS:
        yield from said.get(product, ())
