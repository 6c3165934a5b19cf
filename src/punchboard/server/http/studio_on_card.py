"""The addresses of what is done on the card itself: a dropped picture, and the picture of a box as its file has it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from punchboard.server.http.guard import PICTURE_POLICY
from punchboard.server.http.refusals import not_found
from punchboard.server.preview_games import PreviewGames
from punchboard.server.snapshot import Snapshot
from punchboard.server.studio.boxes import side_spec
from punchboard.server.studio.on_card.requests import PictureRequest
from punchboard.server.studio.on_card.shown import picture_of
from punchboard.server.studio.session import Session


def on_card_routes(
    games: PreviewGames, answer: Callable[..., Awaitable[Response]], changed: Callable[..., Awaitable[Response]]
) -> list[Route]:
    """Return the routes.

    Args:
        games: the previewed games.
        answer: runs work for a request, one request at a time, with the session and the snapshot of the game.
        changed: makes a change that a request wants, and takes it back if the game cannot be loaded with it.
    """

    async def drop(request: Request) -> Response:
        head, _, data = (await request.body()).partition(b"\n")
        return await changed(
            request, PictureRequest, lambda session, snapshot, wanted: session.put_picture(snapshot, wanted, data), head
        )

    async def picture(request: Request) -> Response:
        component, side, box = (request.path_params[name] for name in ("component", "side", "box"))

        async def work(_session: Session, snapshot: Snapshot) -> Response:
            spec = await games.in_thread(side_spec, snapshot, component, side)
            found = await games.in_thread(picture_of, snapshot, spec, box)
            if found is None:
                return not_found()
            kind = "image/png" if found.data.startswith(b"\x89PNG") else "image/jpeg"
            return Response(found.data, media_type=kind, headers={"Content-Security-Policy": PICTURE_POLICY})

        return await answer(request, work)

    return [
        Route("/g/{game}/drop", drop, methods=["POST"]),
        Route("/g/{game}/on-card/{component}/{side:int}/{box}", picture),
    ]
