"""The addresses of what changed in a game since the last commit, and of a commit; and how requests are refused."""

import asyncio
from typing import Final

from pydantic import ValidationError
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from punchboard.problem import Problem, ProblemsFound
from punchboard.server.preview_games import PreviewGames
from punchboard.server.studio.changes import ChangesJob, CommitRequest, GameRepository, has_repository, run_changes
from punchboard.server.worker import WorkerLostError

_REFUSED: Final = 422
RELOAD: Final = "load the page again: it may be of another version than the program"
"""What to do when the page asks for what the program does not know."""


def refusal(message: str, hint: str) -> Response:
    """Return a response with a message and a hint, as the page shows them."""
    return JSONResponse({"message": message, "hint": hint}, _REFUSED)


def refused_problem(problem: Problem) -> Response:
    """Return a response with the message and hint of a problem, and its place if neither names the file."""
    problem, file = problem.as_typed(), problem.place.file
    if file and file not in problem.message + problem.hint:
        return refusal(problem.message, f"{problem.hint} ({problem.place})".strip())
    return refusal(problem.message, problem.hint)


def not_found() -> Response:
    """Return the response for an address that does not exist."""
    return PlainTextResponse("not found\n", 404)


def no_game(games: PreviewGames, game: str) -> Response:
    """Return the response for a game that does not exist; for one whose folder is gone, what has happened to it."""
    missing = games.missing_problem(game)
    if missing is None:
        return not_found()
    games.start_task(games.load_changes(()))  # so that the page says it, too
    return refused_problem(missing)


_SECONDS: Final = 300.0
"""The time limit of a comparison."""


def changes_routes(games: PreviewGames) -> list[Route]:
    """Return the routes. The guard lets the commit pass only with the token."""
    handlers = _Handlers(games)
    return [
        Route("/repository.json", handlers.repository),
        Route("/g/{game}/changes.json", handlers.changes),
        Route("/g/{game}/commit", handlers.commit, methods=["POST"]),
    ]


class _Handlers:
    """One method for each address. Comparisons run in a process of their own, so that editing stays quick."""

    def __init__(self, games: PreviewGames) -> None:
        self._games, self._committing = games, asyncio.Lock()
        self._worker = games.workers(run_changes, _SECONDS, nice=0)  # the user waits for it

    async def repository(self, _request: Request) -> Response:
        return JSONResponse({"found": await asyncio.to_thread(has_repository, self._games.workspace)})

    async def changes(self, request: Request) -> Response:
        game = request.path_params["game"]
        if not await self._is_here(game):
            return no_game(self._games, game)
        try:
            results = [one async for one in self._worker.results(ChangesJob(self._games.workspace, game))]
        except WorkerLostError as lost:
            return refusal(f"the changes cannot be shown: {lost}", "look again; the files are as they were")
        return Response(results[0], media_type="application/json")

    async def commit(self, request: Request) -> Response:
        game, body = request.path_params["game"], await request.body()
        if not await self._is_here(game):
            return no_game(self._games, game)
        async with self._committing:
            try:
                return await asyncio.to_thread(self._commit, game, CommitRequest.model_validate_json(body))
            except ProblemsFound as error:
                return refused_problem(error.problems[0])
            except ValidationError:
                return refusal("a commit needs a message of 1 to 5,000 characters", "say what you changed, and why")

    def _commit(self, game: str, wanted: CommitRequest) -> Response:
        repository = GameRepository(self._games.workspace, game)
        if repository.fingerprint() != wanted.seen:
            return refusal("the files have changed since you looked at them", "look again, then commit")
        return JSONResponse({"commit": repository.commit(wanted.message)})

    async def _is_here(self, game: str) -> bool:
        return game in self._games.games and await asyncio.to_thread(has_repository, self._games.workspace)
