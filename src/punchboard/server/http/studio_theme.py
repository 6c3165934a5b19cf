"""The addresses of the studio's theme: what it has, pictures to choose from, and the request that changes it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from punchboard.problem import ProblemsFound
from punchboard.server.http.guard import PICTURE_POLICY
from punchboard.server.http.refusals import not_found
from punchboard.server.preview_games import PreviewGames
from punchboard.server.snapshot import Snapshot
from punchboard.server.studio.session import Session
from punchboard.server.studio.theme.alternatives import alternatives
from punchboard.server.studio.theme.requests import ThemeRequest
from punchboard.server.studio.theme.samples import theme_sample
from punchboard.server.studio.theme.view import theme_view
from punchboard.server.studio.theme.warnings import theme_warnings

Answer = Callable[..., Awaitable[Response]]
"""Runs work for a request, one request at a time, with the session and the snapshot of the game."""


def theme_routes(games: PreviewGames, answer: Answer, changed: Answer) -> list[Route]:
    """Return the routes of the theme.

    Args:
        games: the previewed games.
        answer: does work that reads.
        changed: does work that writes, and undoes it if the game cannot be loaded with it.
    """

    async def read(request: Request, made: Callable[..., Any], *more: Any) -> Response:
        async def work(_session: Session, snapshot: Snapshot) -> Response:
            return JSONResponse(await games.in_thread(made, snapshot, *more))

        return await answer(request, work)

    async def view(request: Request) -> Response:
        return await read(request, theme_view, games.workspace)

    async def warnings(request: Request) -> Response:
        return await read(request, theme_warnings)

    async def offers(request: Request) -> Response:
        return await read(request, lambda _snapshot: alternatives(games.workspace))

    async def sample(request: Request) -> Response:
        named = request.path_params

        async def work(_session: Session, snapshot: Snapshot) -> Response:
            wanted = named["section"], named["name"], named["which"]
            try:
                picture = await games.in_thread(theme_sample, snapshot, games.workspace, *wanted)
            except (LookupError, ProblemsFound):
                return not_found()
            return Response(picture, media_type="image/svg+xml", headers={"Content-Security-Policy": PICTURE_POLICY})

        return await answer(request, work)

    async def edit(request: Request) -> Response:
        return await changed(request, ThemeRequest, Session.edit_theme)

    return [
        Route("/g/{game}/theme.json", view),
        Route("/g/{game}/theme-warnings.json", warnings),
        Route("/g/{game}/theme-offers.json", offers),
        Route("/g/{game}/theme-sample/{section}/{name}/{which:int}.svg", sample),
        Route("/g/{game}/edit-theme", edit, methods=["POST"]),
    ]
