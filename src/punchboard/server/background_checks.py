"""Background checks: workers check a game and compose its documents, and report what they find to the game's state."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

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
from punchboard.server.worker import NO_TIME_LIMIT, WorkerLostError, WorkerProcess, Workers, WorkerTimeoutError

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
        workers: what does the jobs.
    """

    def __init__(
        self,
        workspace: Path,
        locale: str,
        apply_update: ApplyUpdate,
        papers: tuple[str, ...] = PAPERS,
        seconds: float = NO_TIME_LIMIT,
        *,
        workers: Workers = WorkerProcess,
    ) -> None:
        self._workspace, self._locale, self._apply_update, self._papers = workspace, locale, apply_update, papers
        self._check_worker = workers(run_full_check, seconds)
        self._play_worker = workers(run_play_check, seconds)
        # the page waits for this one
        self._precheck_worker = workers(_run_precheck, seconds, nice=0) if seconds < NO_TIME_LIMIT else None
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
        page: bytes | None = await self._result(PageJob(self._check_job(game, snapshot_number), name, number))
        return page

    async def places(self, game: str, snapshot_number: int, name: str) -> tuple[SourcePlace, ...]:
        """Return where the passages of a text stand on its pages; none when it has no pages."""
        places: tuple[SourcePlace, ...] | None = await self._result(
            PlacesJob(self._check_job(game, snapshot_number), name)
        )
        return places or ()

    async def _result(self, job: PageJob | PlacesJob) -> Any:
        """Return the only result of a job."""
        results = [result async for result in self._check_worker.results(job)]
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
            async for stage in self._play_worker.results(PlayJob(self._workspace, game, self._locale), start_if_wanted):
                yield stage
        finally:
            self._game_in_play = "" if self._game_in_play == game else self._game_in_play

    async def _report(self, game: str, snapshot_number: int, results: AsyncIterator[Any], last: Stage) -> None:
        """Apply all findings of a worker; if the worker is lost, report that in place of its last check."""
        try:
            async for result in results:
                await self._apply_update(game, snapshot_number, _state_update(result))
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
