"""What takes long: helpers check a game and compose its documents, and what they find is taken into its state."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

from punchboard.problem import Place, Problem
from punchboard.server import state as states
from punchboard.server.full_check import (
    HTML,
    PAPERS,
    CheckJob,
    DocumentListing,
    PageJob,
    PlayJob,
    StageProblems,
    run_full_check,
    run_play_check,
)
from punchboard.server.state import Stage, State
from punchboard.server.untrusted_precheck import PrecheckJob, run_precheck
from punchboard.server.worker import NO_TIME_LIMIT, WorkerLostError, WorkerProcess, WorkerTimeoutError

StateUpdate = Callable[[State], State]
"""Makes a state the next one."""

ApplyUpdate = Callable[[str, int, StateUpdate], Awaitable[None]]
"""Takes a step with the state of a game, if that is still of the reading that is numbered."""


class BackgroundChecks:
    """Helpers: one for all that is composed, one that plays, and one that goes through a stranger's game first.

    Args:
        workspace: the folder that the games are in.
        locale: the language that they are in; their own when empty.
        tell: takes what is found.
        papers: the papers of the sheets, as ``--paper`` names them.
        seconds: what each may take by the clock; for ever when the games are one's own, which need no rehearsal.
    """

    def __init__(
        self,
        workspace: Path,
        locale: str,
        tell: ApplyUpdate,
        papers: tuple[str, ...] = PAPERS,
        seconds: float = NO_TIME_LIMIT,
    ) -> None:
        self._workspace, self._locale, self._tell, self._papers = workspace, locale, tell, papers
        self._proofing, self._playing = WorkerProcess(run_full_check, seconds), WorkerProcess(run_play_check, seconds)
        self._rehearsing = (
            WorkerProcess(run_precheck, seconds, nice=0) if seconds < NO_TIME_LIMIT else None
        )  # the page waits for it
        self._played = ""

    async def precheck(self, game: str) -> tuple[Problem, ...]:
        """Return what keeps a game from being shown; nothing when the server will come to an end with it."""
        if self._rehearsing is None:
            return ()
        try:
            async for _ in self._rehearsing.results(PrecheckJob(self._workspace, game, self._locale)):
                pass
        except WorkerTimeoutError:
            return (time_limit_problem(game),)
        except WorkerLostError as lost:
            return (preview_problem(game, f"it cannot be shown: {lost}"),)
        return ()

    async def check(self, game: str, reading: int, wanted: Callable[[], bool]) -> None:
        """Check a reading of a game, and tell of it step by step; a helper that comes to it late asks whether to."""
        if self._played == game:
            self._playing.stop()  # it plays what is no more
        composed = self._proofing.results(self._look(game, reading), wanted)
        await asyncio.gather(
            self._listen(game, reading, composed, "books"),
            self._listen(game, reading, self._played_through(game, wanted), "played"),
        )

    async def page(self, game: str, reading: int, name: str, number: int) -> bytes | None:
        """Return a page of a document as SVG; None when there is none."""
        made: bytes | None = None
        async for found in self._proofing.results(PageJob(self._look(game, reading), name, number)):
            made = found
        return made

    async def rulebook(self, game: str, reading: int) -> bytes | None:
        """Return the rulebook as a page of HTML; None when there is none."""
        return await self.page(game, reading, HTML, 1)

    def close(self) -> None:
        """End the helpers, whatever they are at."""
        self._proofing.close()
        self._playing.close()
        if self._rehearsing is not None:
            self._rehearsing.close()

    def _look(self, game: str, reading: int) -> CheckJob:
        return CheckJob(self._workspace, game, reading, self._locale, self._papers)

    async def _played_through(self, game: str, wanted: Callable[[], bool]) -> AsyncIterator[StageProblems]:
        def begun() -> bool:
            self._played = game
            return wanted()

        try:
            async for found in self._playing.results(PlayJob(self._workspace, game, self._locale), begun):
                yield found
        finally:
            self._played = "" if self._played == game else self._played

    async def _listen(self, game: str, reading: int, results: AsyncIterator[Any], last: Stage) -> None:
        """Tell what a helper finds, to the end; where it is lost, tell that in the place of its last check."""
        try:
            async for found in results:
                await self._tell(game, reading, _step(found))
        except WorkerTimeoutError:
            await self._tell(game, reading, _step(StageProblems(last, (time_limit_problem(game),))))
        except WorkerLostError as lost:
            await self._tell(
                game, reading, _step(StageProblems(last, (preview_problem(game, f"not all was checked: {lost}"),)))
            )


def _step(found: StageProblems | DocumentListing) -> StateUpdate:
    """Return what a finding does to a state."""
    if isinstance(found, StageProblems):
        return lambda state: states.after_check(state, found.stage, found.problems)
    return lambda state: states.after_listing(state, found.documents, html=found.has_html)


def preview_problem(game: str, message: str) -> Problem:
    """Return the problem that the preview itself could not do something for a game."""
    return Problem("PREVIEW001", Place(game), message, "punchboard check may tell more; the next change is tried anew")


def time_limit_problem(game: str) -> Problem:
    """Return the problem that a stranger's game takes more time than it is given."""
    hint = "the next change is tried anew; --trusted says that the game is yours, and may take as long as it needs"
    return Problem("LIMIT001", Place(game), "it was stopped at the limit of time for a stranger's game", hint)


def error_reason(error: Exception) -> str:
    """Return what an error says; of what the disk refused the reason alone, not where on this machine."""
    return (error.strerror or "the disk refused").lower() if isinstance(error, OSError) else str(error)
