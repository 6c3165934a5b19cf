"""The addresses of the studio for whole files: Markdown texts, what changed since the last commit, and refusals."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final

from pydantic import ValidationError
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from punchboard.problem import Problem, ProblemsFound
from punchboard.server.background_checks import WorkerLostError, WorkerProcess
from punchboard.server.game_snapshot import Snapshot
from punchboard.server.preview_games import PreviewGames
from punchboard.server.studio.changes import ChangesJob, CommitRequest, GameRepository, has_repository, run_changes
from punchboard.server.studio.markdown_files import TextRequest, completions, read_text, text_list, write_text
from punchboard.server.studio.session import Outcome, Session

_REFUSED: Final = 422


def refusal(message: str, hint: str) -> Response:
    """Return a response with a message and a hint, as the page shows them."""
    return JSONResponse({"message": message, "hint": hint}, _REFUSED)


def refused_problem(problem: Problem) -> Response:
    """Return a response with the message and hint of a problem, and its place if neither names the file."""
    file = problem.place.file
    if file and file not in problem.message + problem.hint:
        return refusal(problem.message, f"{problem.hint} ({problem.place})".strip())
    return refusal(problem.message, problem.hint)


def not_found() -> Response:
    """Return the response for an address that does not exist."""
    return PlainTextResponse("not found\n", 404)


Answer = Callable[..., Awaitable[Response]]
"""Runs work for a request, one request at a time, with the session and the snapshot of the game."""


def text_routes(games: PreviewGames, answer: Answer, stepped: Answer) -> list[Route]:
    """Return the routes of texts.

    Args:
        games: the previewed games.
        answer: does work that reads.
        stepped: does work that writes, even if the game cannot be loaded with it: a text is half done while one types.
    """
    handlers = _TextHandlers(games, answer, stepped)
    return [
        Route("/g/{game}/texts.json", handlers.listed),
        Route("/g/{game}/text/{name}.json", handlers.read),
        Route("/g/{game}/places/{name}.json", handlers.places),
        Route("/g/{game}/completions.json", handlers.complete),
        Route("/g/{game}/text", handlers.write, methods=["POST"]),
    ]


class _TextHandlers:
    """One method for each address."""

    def __init__(self, games: PreviewGames, answer: Answer, stepped: Answer) -> None:
        self._games, self._answer, self._stepped = games, answer, stepped

    async def listed(self, request: Request) -> Response:
        async def work(_session: Session, _snapshot: Any) -> Response:
            return JSONResponse(text_list(self._games.workspace, request.path_params["game"]))

        return await self._answer(request, work, broken=True)

    async def read(self, request: Request) -> Response:
        named = request.path_params

        async def work(_session: Session, _snapshot: Any) -> Response:
            return JSONResponse(read_text(self._games.workspace, named["game"], named["name"]))

        return await self._answer(request, work, broken=True)

    async def write(self, request: Request) -> Response:
        def step(session: Session, wanted: TextRequest) -> Outcome:
            return write_text(session, self._games.workspace, request.path_params["game"], wanted)

        return await self._stepped(request, TextRequest, step)

    async def places(self, request: Request) -> Response:
        named = request.path_params
        if named["game"] not in self._games.games:
            return not_found()
        return JSONResponse([one._asdict() for one in await self._games.places(named["game"], named["name"])])

    async def complete(self, request: Request) -> Response:
        async def work(_session: Session, snapshot: Snapshot) -> Response:
            return JSONResponse(await self._games.in_thread(completions, snapshot))

        return await self._answer(request, work)


_SECONDS: Final = 300.0
"""The time limit of a comparison."""


def changes_routes(games: PreviewGames) -> list[Route]:
    """Return the routes. The guard lets the commit pass only with the token."""
    handlers = _ChangesHandlers(games)
    return [
        Route("/repository.json", handlers.repository),
        Route("/g/{game}/changes.json", handlers.changes),
        Route("/g/{game}/commit", handlers.commit, methods=["POST"]),
    ]


class _ChangesHandlers:
    """One method for each address. Comparisons run in a process of their own, so that editing stays quick."""

    def __init__(self, games: PreviewGames) -> None:
        self._games, self._committing = games, asyncio.Lock()
        self._worker = WorkerProcess(run_changes, _SECONDS, nice=0)  # the user waits for it

    async def repository(self, _request: Request) -> Response:
        return JSONResponse({"found": await asyncio.to_thread(has_repository, self._games.workspace)})

    async def changes(self, request: Request) -> Response:
        game = request.path_params["game"]
        if not await self._is_here(game):
            return not_found()
        try:
            found = [one async for one in self._worker.results(ChangesJob(self._games.workspace, game))]
        except WorkerLostError as lost:
            return refusal(f"the changes cannot be shown: {lost}", "look again; the files are as they were")
        return Response(found[0], media_type="application/json")

    async def commit(self, request: Request) -> Response:
        game, body = request.path_params["game"], await request.body()
        if not await self._is_here(game):
            return not_found()
        async with self._committing:
            try:
                return await asyncio.to_thread(self._commit, game, CommitRequest.model_validate_json(body))
            except ProblemsFound as found:
                return refusal(found.problems[0].message, found.problems[0].hint)
            except ValidationError:
                return refusal("a commit needs a message of 1 to 5,000 characters", "say what you changed, and why")

    def _commit(self, game: str, wanted: CommitRequest) -> Response:
        repository = GameRepository(self._games.workspace, game)
        if repository.fingerprint() != wanted.seen:
            return refusal("the files have changed since you looked at them", "look again, then commit")
        return JSONResponse({"commit": repository.commit(wanted.message)})

    async def _is_here(self, game: str) -> bool:
        return game in self._games.games and await asyncio.to_thread(has_repository, self._games.workspace)
