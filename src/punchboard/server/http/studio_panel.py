"""The addresses of the studio's panel for a box: its fields, and what they may name, with pictures."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from punchboard.server.http.guard import PICTURE_POLICY
from punchboard.server.http.refusals import not_found
from punchboard.server.icon_page import MAX_WORDS
from punchboard.server.preview_games import PreviewGames
from punchboard.server.snapshot import Snapshot
from punchboard.server.studio.box_fields import box_fields
from punchboard.server.studio.choices import PICTURED, choices, icon_choices, sample
from punchboard.server.studio.session import Session


def panel_routes(games: PreviewGames, answer: Callable[..., Awaitable[Response]]) -> list[Route]:
    """Return the routes of the panel.

    Args:
        games: the previewed games.
        answer: runs work for a request, one request at a time, with the session and the snapshot of the game.
    """

    async def fields(_request: Request) -> Response:
        return JSONResponse(box_fields())

    async def names(request: Request) -> Response:
        async def work(_session: Session, snapshot: Snapshot) -> Response:
            return JSONResponse(await games.in_thread(choices, snapshot))

        return await answer(request, work)

    async def icons(request: Request) -> Response:
        words = request.query_params.get("find", "")[:MAX_WORDS]

        async def work(_session: Session, snapshot: Snapshot) -> Response:
            return JSONResponse(await games.in_thread(icon_choices, words, snapshot, games.workspace))

        return await answer(request, work)

    async def picture(request: Request) -> Response:
        control, name = request.path_params["control"], request.path_params["name"]

        async def work(_session: Session, snapshot: Snapshot) -> Response:
            if control not in PICTURED or name not in choices(snapshot)[control]:
                return not_found()
            drawn = await games.in_thread(sample, snapshot, control, name)
            return Response(drawn, media_type="image/svg+xml", headers={"Content-Security-Policy": PICTURE_POLICY})

        return await answer(request, work)

    return [
        Route("/fields.json", fields),
        Route("/g/{game}/choices.json", names),
        Route("/g/{game}/choice-icons.json", icons),
        Route("/g/{game}/choice/{control}/{name}.svg", picture),
    ]
