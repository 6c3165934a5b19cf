"""Background checks: workers check a game and compose its documents, and report what they find to the game's state."""

import asyncio
import math
import os
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import suppress
from itertools import product
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import Any, Final, NamedTuple

from punchboard.model.print_options import Ink
from punchboard.problem import Place, Problem
from punchboard.server import state as states
from punchboard.server.full_check import (
    HTML,
    PAPERS,
    CheckJob,
    DocumentListing,
    PageJob,
    PlacesJob,
    PlayJob,
    SourcePlace,
    StageProblems,
    run_full_check,
    run_play_check,
)
from punchboard.server.game_snapshot import Snapshot, read_snapshot
from punchboard.server.state import Stage, State, view_json
from punchboard.system.processes import lower_priority

Work = Callable[[Any], Iterator[Any]]
"""A function at module level that yields the results of a job."""

NO_TIME_LIMIT: Final = math.inf

_CONTEXT: Final = get_context("spawn")  # a process with threads should not be forked
_NICE: Final = 15


class WorkerLostError(Exception):
    """The process did not finish a job: it was stopped by the server or the system, or failed."""


class WorkerTimeoutError(WorkerLostError):
    """The process took too long for a job and was stopped."""


class WorkerProcess:
    """Does jobs of one type, one at a time, in a process that starts with the first job.

    Args:
        work: the function that does a job.
        seconds: the time limit of a job.
        nice: the process's niceness: how much other processes take precedence.
    """

    def __init__(self, work: Work, seconds: float = NO_TIME_LIMIT, nice: int = _NICE) -> None:
        self._work, self._seconds, self._nice, self._lock = work, seconds, nice, asyncio.Lock()
        self._process: BaseProcess | None = None
        self._stopped: BaseProcess | None = None
        self._connection: Connection | None = None
        self._closed = False

    async def results(self, job: Any, is_wanted: Callable[[], bool] = lambda: True) -> AsyncIterator[Any]:
        """Yield the results of a job as they are found; the caller must take all of them.

        Args:
            job: the argument of the work.
            is_wanted: called when the jobs before it are done: whether this one is still needed.

        Raises:
            WorkerLostError: when the process ends before the job, or takes too long; the next job starts a new one.
        """
        async with self._lock:
            if not is_wanted():
                return
            done = False
            try:
                connection = await asyncio.to_thread(self._send, job)
                end = monotonic() + self._seconds
                while (found := await asyncio.to_thread(_receive, connection, end)) is not None:
                    if isinstance(found, str):
                        raise WorkerLostError(found)
                    yield found[0]
                done = True
            except (EOFError, OSError) as error:
                raise WorkerLostError("the worker process was stopped") from error
            finally:
                if not done:  # else the next job would receive the rest of these results
                    self._kill()

    def stop(self) -> None:
        """Kill the process at once."""
        if self._process is not None:
            self._stopped = self._process  # it counts as alive for a moment, in which it must not get the next job
            self._process.kill()

    def close(self) -> None:
        """Kill the process, and start no other."""
        self._closed = True
        self.stop()

    def _send(self, job: Any) -> Connection:
        if self._closed:
            raise EOFError
        is_ending = self._process is None or self._process is self._stopped or not self._process.is_alive()
        if self._connection is None or is_ending:
            self._kill()
            self._connection, child_connection = _CONTEXT.Pipe()
            process = _CONTEXT.Process(target=_serve, args=(child_connection, self._work, self._nice), daemon=True)
            process.start()
            child_connection.close()
            self._process = process
            if self._closed:  # closed while the process was starting
                raise EOFError
        self._connection.send(job)
        return self._connection

    def _kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._connection is not None:
            self._connection.close()
        self._connection = self._process = None


def _receive(connection: Connection, end: float) -> Any:
    if not connection.poll(max(0.0, end - monotonic()) if end < NO_TIME_LIMIT else None):
        raise WorkerTimeoutError
    return connection.recv()


def _serve(connection: Connection, work: Work, nice: int) -> None:
    """Do jobs until the connection is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server stops this process
    Thread(target=_end_with_server, daemon=True).start()
    lower_priority(nice)
    with suppress(EOFError, OSError):
        while True:
            try:
                for found in work(connection.recv()):
                    connection.send((found,))
                connection.send(None)
            except (EOFError, OSError):
                raise
            except Exception as error:  # noqa: BLE001 - the server reports it
                connection.send(f"{type(error).__name__}: {error}")


def _end_with_server() -> None:
    """Wait for the end of the server, even if it is killed, and end this process in the middle of its job."""
    server = parent_process()
    assert server is not None
    server.join()
    os._exit(1)


StateUpdate = Callable[[State], State]
"""Returns the next state."""

ApplyUpdate = Callable[[str, int, StateUpdate], Awaitable[None]]
"""Applies an update to the state of a game, if it is still that of the numbered snapshot."""


class BackgroundChecks:
    """The workers: one composes and checks, one plays, and one tries out untrusted games first.

    Args:
        workspace: the folder with the games.
        locale: the language of the games; their own when empty.
        apply_update: receives the findings.
        papers: the papers of the sheets, as ``--paper`` names them.
        seconds: the time limit of each job; without a limit the games are trusted and need no precheck.
    """

    def __init__(
        self,
        workspace: Path,
        locale: str,
        apply_update: ApplyUpdate,
        papers: tuple[str, ...] = PAPERS,
        seconds: float = NO_TIME_LIMIT,
    ) -> None:
        self._workspace, self._locale, self._apply_update, self._papers = workspace, locale, apply_update, papers
        self._check_worker = WorkerProcess(run_full_check, seconds)
        self._play_worker = WorkerProcess(run_play_check, seconds)
        # the page waits for this one
        self._precheck_worker = WorkerProcess(_run_precheck, seconds, nice=0) if seconds < NO_TIME_LIMIT else None
        self._game_in_play = ""

    async def precheck(self, game: str) -> tuple[Problem, ...]:
        """Return why a game cannot be shown; empty if it can be, or if the server itself will report the problem."""
        if self._precheck_worker is None:
            return ()
        try:
            async for _ in self._precheck_worker.results(PrecheckJob(self._workspace, game, self._locale)):
                pass
        except WorkerTimeoutError:
            return (time_limit_problem(game),)
        except WorkerLostError as lost:
            return (preview_problem(game, f"the preview cannot show this game: {lost}"),)
        return ()

    async def check(self, game: str, snapshot_number: int, is_wanted: Callable[[], bool]) -> None:
        """Check a snapshot of a game, and report step by step; workers ask ``is_wanted`` before they start."""
        if self._game_in_play == game:
            self._play_worker.stop()  # that snapshot is outdated
        composed = self._check_worker.results(self._check_job(game, snapshot_number), is_wanted)
        await asyncio.gather(
            self._report(game, snapshot_number, composed, "books"),
            self._report(game, snapshot_number, self._play_results(game, is_wanted), "played"),
        )

    async def page(self, game: str, snapshot_number: int, name: str, number: int) -> bytes | None:
        """Return a page of a document as SVG; None when there is no such page."""
        found: bytes | None = await self._result(PageJob(self._check_job(game, snapshot_number), name, number))
        return found

    async def places(self, game: str, snapshot_number: int, name: str) -> tuple[SourcePlace, ...]:
        """Return where the passages of a text stand on its pages; none when it has no pages."""
        found: tuple[SourcePlace, ...] | None = await self._result(
            PlacesJob(self._check_job(game, snapshot_number), name)
        )
        return found or ()

    async def _result(self, job: PageJob | PlacesJob) -> Any:
        """Return the only result of a job."""
        results = [found async for found in self._check_worker.results(job)]
        return results[0] if results else None

    async def rulebook(self, game: str, snapshot_number: int) -> bytes | None:
        """Return the rulebook as an HTML page; None when there is no rulebook."""
        return await self.page(game, snapshot_number, HTML, 1)

    def close(self) -> None:
        """Stop the workers at once."""
        self._check_worker.close()
        self._play_worker.close()
        if self._precheck_worker is not None:
            self._precheck_worker.close()

    def _check_job(self, game: str, snapshot_number: int) -> CheckJob:
        return CheckJob(self._workspace, game, snapshot_number, self._locale, self._papers)

    async def _play_results(self, game: str, is_wanted: Callable[[], bool]) -> AsyncIterator[StageProblems]:
        def start_if_wanted() -> bool:
            self._game_in_play = game
            return is_wanted()

        try:
            async for found in self._play_worker.results(PlayJob(self._workspace, game, self._locale), start_if_wanted):
                yield found
        finally:
            self._game_in_play = "" if self._game_in_play == game else self._game_in_play

    async def _report(self, game: str, snapshot_number: int, results: AsyncIterator[Any], last: Stage) -> None:
        """Apply all findings of a worker; if the worker is lost, report that in place of its last check."""
        try:
            async for found in results:
                await self._apply_update(game, snapshot_number, _state_update(found))
        except WorkerLostError as lost:
            is_late = isinstance(lost, WorkerTimeoutError)
            problem = time_limit_problem(game) if is_late else preview_problem(game, f"some checks did not run: {lost}")
            await self._apply_update(game, snapshot_number, _state_update(StageProblems(last, (problem,))))


def _state_update(finding: StageProblems | DocumentListing) -> StateUpdate:
    """Return the state update for a finding."""
    if isinstance(finding, StageProblems):
        return lambda state: states.after_check(state, finding.stage, finding.problems)
    return lambda state: states.after_listing(state, finding.documents, has_html=finding.has_html)


def preview_problem(game: str, message: str) -> Problem:
    """Return the problem that the preview itself failed to do something for a game."""
    return Problem(
        "PREVIEW001",
        Place(game),
        message,
        "'punchboard check' may show more; the preview tries again after the next change",
    )


def time_limit_problem(game: str) -> Problem:
    """Return the problem that an untrusted game takes more time than allowed."""
    hint = "the preview tries again after the next change; if the game is your own, --trusted removes the limit"
    return Problem("LIMIT001", Place(game), "stopped at the time limit for untrusted games", hint)


def error_reason(error: Exception) -> str:
    """Return the message of an error; for a file system error only the reason, without the path."""
    return (error.strerror or "file access failed").lower() if isinstance(error, OSError) else str(error)


# The precheck of untrusted games: a worker first does everything that the server will do, within a time limit.
#
# A process can be stopped at any point; the server cannot, as it serves other games too.


class PrecheckJob(NamedTuple):
    """A request to load, view and draw a game completely."""

    workspace: Path
    game: str
    locale: str = ""


def _run_precheck(job: PrecheckJob) -> Iterator[None]:
    """Do what the server does with a game; yields nothing. The server itself reports any problem later."""
    with suppress(Exception):
        _draw_all(read_snapshot(job.game, job.workspace, "", locale=job.locale), job.game)
    yield from ()


def _draw_all(snapshot: Snapshot, game: str) -> None:
    """Create everything that the page shows of a game."""
    inks: tuple[Ink, ...] = ("full", "low")
    with suppress(Exception):
        view_json(game, states.after_load(State(), snapshot), {})
    for key, ink in product(snapshot.keys.values(), inks):
        with suppress(Exception):
            snapshot.svg(key, ink)
