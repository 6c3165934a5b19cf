"""Builds on a cluster: games and their parts as jobs of Dask."""

import logging
import warnings
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from secrets import token_hex
from typing import Any, Final

from punchboard.build_result import BuildResult
from punchboard.cli.build.parallel import OnFinished, RunningBuild, build_on_workers
from punchboard.load.files import changed_file_warnings, display_path
from punchboard.pipeline.build import build, resolve_since
from punchboard.problem import ProblemsFound, fail
from punchboard.workers.build_order import BuildOrder
from punchboard.workers.job import Dispatcher, collect_game, is_done, submit_game
from punchboard.workers.remote import PLACE, RULE, JobSender
from punchboard.workspace import workspace_root

TIMEOUT: Final = 10
"""Seconds to wait for the scheduler."""
WAIT_FOR_WORKERS: Final = 10.0
"""Seconds to wait for its first worker."""

RETRIES: Final = 3
"""How often a job that failed without reporting a problem is given to another worker."""


def build_on_cluster(
    address: str, orders: Sequence[BuildOrder], jobs: int | None, finished: OnFinished, *, bar: bool
) -> list[BuildResult]:
    """Return the result of each game, in the order of `orders`.

    Args:
        address: the address of the scheduler, such as ``tcp://host:8786``.
        orders: the games to build.
        jobs: the number of workers to plan for; all threads of the cluster if None.
        finished: called with each result, in the order of the games.
        bar: whether to show a progress bar on standard error.

    Raises:
        ProblemsFound: BUILD002 when there is no scheduler, or no worker.
    """
    with _client(address) as client:
        workers = jobs or sum(client.nthreads().values())
        dispatcher = Dispatcher(client.get_executor(pure=False, retries=RETRIES), token_hex(8))
        sender = JobSender()

        def start(number: int, order: BuildOrder, in_parts: bool) -> RunningBuild:  # noqa: FBT001 - a callback
            return _submit(dispatcher, sender, number, order, in_parts=in_parts)

        return build_on_workers(start, workers, orders, finished, bar=bar)


def _submit(
    dispatcher: Dispatcher, sender: JobSender, number: int, order: BuildOrder, *, in_parts: bool
) -> RunningBuild:
    """Submit a game to the cluster; a game that cannot be packed is built here, which reports its problems."""
    try:
        order = order._replace(options=resolve_since(*order))
        sender.pack(order)
    except ProblemsFound:
        return RunningBuild(number, (), lambda: build(*order), lambda: True)
    submitted = submit_game(dispatcher._replace(submit=sender.submit), order, in_parts=in_parts)

    def result() -> BuildResult:
        root, read = workspace_root(order.options.workspace).resolve(), sender.files_read(order)
        built = collect_game(submitted)
        warnings_found = changed_file_warnings(lambda path: display_path(path.resolve(), root), read)
        return built if built.has_errors else built._replace(problems=(*built.problems, *warnings_found))

    return RunningBuild(number, submitted.results, result, lambda: is_done(submitted))


@contextmanager
def _client(address: str) -> Iterator[Any]:
    """Yield a client of a scheduler that has workers.

    Raises:
        ProblemsFound: BUILD002 when Dask is not installed, the scheduler does not answer or has no workers.
    """
    try:
        import distributed  # noqa: PLC0415 - costs a second
    except ImportError:
        message = "Dask is not installed, and --cluster needs it"
        raise fail(RULE, PLACE, message, "pip install 'punchboard[cluster]'") from None
    with _silence_logging(), closing(_connect(distributed, address)) as client:
        try:
            client.wait_for_workers(1, timeout=WAIT_FOR_WORKERS)
        except (TimeoutError, OSError):
            hint = f"start a worker with: dask worker {address} --nthreads 1"
            raise fail(RULE, PLACE, f"the scheduler at {address} has no workers", hint) from None
        yield client


@contextmanager
def _silence_logging() -> Iterator[None]:
    """Turn off Dask's log messages and warnings; failures are reported as problems."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(before)


def _connect(distributed: Any, address: str) -> Any:
    """Return a client of the scheduler at an address.

    Raises:
        ProblemsFound: BUILD002 when no scheduler answers, or the address is invalid.
    """
    hint = "start one with `dask scheduler`, which prints its address, such as tcp://192.168.1.5:8786"
    try:
        return distributed.Client(address, timeout=TIMEOUT, set_as_default=False)
    except Exception as error:  # noqa: BLE001 - Dask raises many types here, under load even its own assertions
        why = str(error).partition("\n")[0] or type(error).__name__
        raise fail(RULE, PLACE, f"no scheduler answers at {address!r}: {why}", hint) from None
