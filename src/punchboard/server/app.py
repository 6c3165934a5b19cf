"""The addresses of the preview. Nothing of a request becomes a path: names and keys are looked up among those known."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, Final

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from punchboard.server.events import format_event
from punchboard.server.file_watch import file_changes
from punchboard.server.guard import PICTURE_POLICY, Guard, book_policy
from punchboard.server.page_files import PageFiles, page_files
from punchboard.server.page_view import FACE, LOW_INK
from punchboard.server.preview_games import PreviewGames

IMMUTABLE_HEADERS: Final = {
    "Cache-Control": "private, max-age=31536000, immutable",
    "Content-Security-Policy": PICTURE_POLICY,
}
"""What is said of a picture whose address changes when it does."""

SVG: Final = "image/svg+xml"
EVENTS: Final = "text/event-stream"


def preview_app(
    games: PreviewGames, port: int, watch: Callable[[asyncio.Event], AsyncIterator[Any]] | None = None
) -> Guard:
    """Return what answers requests.

    Args:
        games: the games.
        port: the port that it will be asked at.
        watch: yields changed files until told to stop; the watch over the workspace when None.
    """
    watched = watch or (lambda stop: file_changes(games.workspace, stop))
    answers = _Answers(games, page_files())
    routes = [
        Route("/", answers.page),
        Route("/favicon.ico", answers.nothing),
        Route("/view.json", answers.view),
        Route("/events", answers.events),
        Route("/g/{game}/face/{key}.svg", answers.face),
        Route("/g/{game}/low/{key}.svg", answers.low),
        Route("/g/{game}/page/{name}/{number:int}.svg", answers.paper),
        Route("/g/{game}/rulebook.html", answers.rulebook),
        Route("/{file}", answers.file),
    ]

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        stop = asyncio.Event()
        tasks = [asyncio.create_task(one) for one in (_follow(games, watched(stop)), games.start())]
        yield
        stop.set()
        await games.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    app = Starlette(routes=routes, lifespan=lifespan)
    app.router.redirect_slashes = False
    return Guard(app, port)


async def _follow(studio: PreviewGames, watched: AsyncIterator[Any]) -> None:
    """Hand changed files to the studio."""
    async for paths in watched:
        await studio.apply_changes(paths)


class _Answers:
    """One function an address."""

    def __init__(self, studio: PreviewGames, shown: PageFiles) -> None:
        self._studio, self._front = studio, shown

    async def page(self, _request: Request) -> Response:
        return Response(self._front.page, media_type="text/html")

    async def nothing(self, _request: Request) -> Response:
        return Response(status_code=204)

    async def file(self, request: Request) -> Response:
        found = self._front.files.get(request.path_params["file"])
        return _missing() if found is None else Response(found[1], media_type=found[0])

    async def view(self, request: Request) -> Response:
        game = request.query_params.get("game") or next(iter(self._studio.games), "")
        if not self._studio.has_game(game):
            return _missing()
        return Response(await self._studio.view(game), media_type="application/json")

    async def events(self, request: Request) -> Response:
        if self._studio.events.is_closed:
            return PlainTextResponse("this server ends\n", 503)
        if request.method == "HEAD":
            return Response(media_type=EVENTS)
        hello = format_event({"revisions": self._studio.revisions()}, "hello")
        stream = self._studio.events.stream(hello, request.query_params.get("game", ""))
        return StreamingResponse(stream, media_type=EVENTS)

    async def face(self, request: Request) -> Response:
        return await self._picture(request, low=False)

    async def low(self, request: Request) -> Response:
        return await self._picture(request, low=True)

    async def _picture(self, request: Request, *, low: bool) -> Response:
        game, key = request.path_params["game"], request.path_params["key"]
        if not self._studio.has_game(game):
            return _missing()
        drawn = await self._studio.face(game, key, "low" if low else "full")
        now = self._studio.current_key(game, key) if drawn is None else None
        return RedirectResponse((LOW_INK if low else FACE).format(game, now)) if now else _drawn(drawn)

    async def paper(self, request: Request) -> Response:
        asked = request.path_params
        if not self._studio.has_game(asked["game"]):
            return _missing()
        return _drawn(await self._studio.page(asked["game"], asked["name"], asked["number"]))

    async def rulebook(self, request: Request) -> Response:
        game = request.path_params["game"]
        found = await self._studio.rulebook(game) if self._studio.has_game(game) else None
        if found is None:
            return _missing()
        return Response(found, media_type="text/html", headers={"Content-Security-Policy": book_policy(found)})


def _drawn(svg: bytes | None) -> Response:
    return _missing() if svg is None else Response(svg, media_type=SVG, headers=IMMUTABLE_HEADERS)


def _missing() -> Response:
    return PlainTextResponse("there is no such thing here\n", 404)
