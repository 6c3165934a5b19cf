"""The addresses of the studio for texts: what they hold, where they stand on their pages, and what was typed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from punchboard.server.game_snapshot import Snapshot
from punchboard.server.http.refusals import not_found
from punchboard.server.preview_games import PreviewGames
from punchboard.server.studio.completions import completions
from punchboard.server.studio.markdown_files import TextRequest, read_text, text_list, write_text
from punchboard.server.studio.session import Outcome, Session

Answer = Callable[..., Awaitable[Response]]
"""Runs work for a request, one request at a time, with the session and the snapshot of the game."""


def text_routes(games: PreviewGames, answer: Answer, stepped: Answer) -> list[Route]:
    """Return the routes of texts.

    Args:
        games: the previewed games.
        answer: does work that reads.
        stepped: does work that writes, even if the game cannot be loaded with it: a text is half done while one types.
    """
    handlers = _Handlers(games, answer, stepped)
    return [
        Route("/g/{game}/texts.json", handlers.listed),
        Route("/g/{game}/text/{name}.json", handlers.read),
        Route("/g/{game}/places/{name}.json", handlers.places),
        Route("/g/{game}/completions.json", handlers.complete),
        Route("/g/{game}/text", handlers.write, methods=["POST"]),
    ]


class _Handlers:
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
