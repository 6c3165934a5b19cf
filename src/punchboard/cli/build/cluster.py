"""``punchboard build --cluster``: Dask's scheduler and workers build, and what they make is written here."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from secrets import token_hex
from typing import Any, Final

from punchboard.build.pipeline import build, resolve_since
from punchboard.build_result import BuildResult
from punchboard.cli.build.parallel import OnFinished, RunningBuild, build_on_workers
from punchboard.load.files.paths import display_path
from punchboard.load.files.snapshot import changed_file_warnings
from punchboard.problem import ProblemsFound, fail
from punchboard.workers.build_order import BuildOrder
from punchboard.workers.gather import Dispatcher, collect_game, is_done, submit_game
from punchboard.workers.remote import PLACE, RULE, JobSender
from punchboard.workspace import workspace_root

TIMEOUT: Final = 10
"""Seconds that a scheduler, and then its first worker, may take to answer."""

RETRIES: Final = 3
"""How often a job is given to another worker when one fails at it without having made a problem of it."""


def build_on_cluster(
    address: str, orders: Sequence[BuildOrder], jobs: int | None, finished: OnFinished, *, bar: bool
) -> list[BuildResult]:
    """Return what became of each game, in their order.

    Args:
        address: where the scheduler is, such as ``tcp://host:8786``.
        orders: the games.
        jobs: as how many workers those of the cluster are taken; as many as it has when None.
        finished: called with each result, in the order of the games.
        bar: whether to show a progress bar on standard error.

    Raises:
        ProblemsFound: BUILD002 when there is no scheduler, or no worker.
    """
    with _client(address) as client:
        workers = jobs or sum(client.nthreads().values())
        desk = Dispatcher(client.get_executor(pure=False, retries=RETRIES), token_hex(8))
        sender = JobSender()

        def start(number: int, order: BuildOrder, apart: bool) -> RunningBuild:  # noqa: FBT001 - as it is called
            return _submit(desk, sender, number, order, apart=apart)

        return build_on_workers(start, workers, orders, finished, bar=bar)


def _submit(desk: Dispatcher, sender: JobSender, number: int, order: BuildOrder, *, apart: bool) -> RunningBuild:
    """Have a game made far away; one that cannot be packed is built here, which tells what is wrong with it."""
    try:
        order = order._replace(options=resolve_since(*order))
        sender.pack(order)
    except ProblemsFound:
        return RunningBuild(number, (), lambda: build(*order), lambda: True)
    begun = submit_game(desk._replace(submit=sender.submit), order, in_parts=apart)

    def result() -> BuildResult:
        root, read = workspace_root(order.options.workspace).resolve(), sender.files_read(order)
        built = collect_game(begun)
        later = changed_file_warnings(lambda path: display_path(path.resolve(), root), read)
        return built if built.has_errors else built._replace(problems=(*built.problems, *later))

    return RunningBuild(number, begun.results, result, lambda: is_done(begun))


@contextmanager
def _client(address: str) -> Iterator[Any]:
    """Give a connection to a scheduler that has workers.

    Raises:
        ProblemsFound: BUILD002 when there is none.
    """
    try:
        import distributed  # noqa: PLC0415 - costs a second
    except ImportError:
        message = "Dask's scheduler is not installed here"
        raise fail(RULE, PLACE, message, "pip install 'punchboard[cluster]'") from None
    with _silence_logging(), closing(_connect(distributed, address)) as client:
        try:
            client.wait_for_workers(1, timeout=TIMEOUT)
        except (TimeoutError, OSError):
            hint = f"start some with: dask worker {address} --nthreads 1"
            raise fail(RULE, PLACE, f"the scheduler at {address} has no workers", hint) from None
        yield client


@contextmanager
def _silence_logging() -> Iterator[None]:
    """Let nothing be logged or warned of: what matters of it is told as problems."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(before)


def _connect(distributed: Any, address: str) -> Any:
    """Return a connection.

    Raises:
        ProblemsFound: BUILD002 when nobody answers, or what was given is no address.
    """
    hint = "start one with: dask scheduler; it says its address, such as tcp://192.168.1.5:8786"
    try:
        return distributed.Client(address, timeout=TIMEOUT, set_as_default=False)
    except Exception as error:  # noqa: BLE001 - under load even an assertion of its own; nothing else is done here
        why = str(error).partition("\n")[0] or type(error).__name__
        raise fail(RULE, PLACE, f"no scheduler answers at {address!r}: {why}", hint) from None
