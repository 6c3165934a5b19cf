"""The web application of the preview: its addresses and their responses.

No part of a request becomes a path: names and keys are looked up among the known ones.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any, Final, NamedTuple

from starlette.applications import Starlette
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from punchboard.products.web.components import ASSETS, asset, live_page
from punchboard.server.events import format_event
from punchboard.server.file_watch import file_changes
from punchboard.server.http.changes_app import not_found
from punchboard.server.http.guard import PICTURE_POLICY, Guard, book_policy, search_policy
from punchboard.server.http.print_app import print_routes
from punchboard.server.http.studio_app import studio_routes
from punchboard.server.preview_games import PreviewGames
from punchboard.server.studio.choices import icon_page
from punchboard.server.studio.page import studio_assets

IMMUTABLE_HEADERS: Final = {
    "Cache-Control": "private, max-age=31536000, immutable",
    "Content-Security-Policy": PICTURE_POLICY,
}
"""Headers of a picture whose address changes whenever the picture does."""

MIN_GZIP_BYTES: Final = 50_000
"""The size from which responses are compressed: the view of many cards is mostly repetition."""

SVG: Final = "image/svg+xml"
EVENTS: Final = "text/event-stream"


Watch = Callable[[asyncio.Event], AsyncIterator[Any]]
"""Yields changed files until it is stopped."""


def preview_app(
    games: PreviewGames,
    port: int | str,
    watch: Watch | None = None,
    *,
    token: str = "",
) -> Guard:
    """Return the application that responds to requests.

    Args:
        games: the previewed games.
        port: the port that the server listens on, or the origin of the pages that reach it.
        watch: the watch over files; over all of the workspace when None.
        token: what requests that change files must carry; without one, the games cannot be edited.
    """
    changed_files = watch or (lambda stop: file_changes(games.workspace, stop))
    handlers = _Handlers(games, page_files(editing=bool(token)))
    routes = [
        Route("/", handlers.page),
        Route("/favicon.ico", handlers.nothing),
        Route("/view.json", handlers.view),
        Route("/events", handlers.events),
        Route("/icons", handlers.icons),
        Route("/g/{game}/face/{key}.svg", handlers.face),
        Route("/g/{game}/low/{key}.svg", handlers.low),
        Route("/g/{game}/page/{name}/{number:int}.svg", handlers.paper),
        Route("/g/{game}/rulebook.html", handlers.rulebook),
        *print_routes(games),
        *(studio_routes(games) if token else ()),
        Route("/{file}", handlers.file),
    ]

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        stop = asyncio.Event()
        tasks = [
            asyncio.create_task(coroutine) for coroutine in (_apply_changes(games, changed_files(stop)), games.start())
        ]
        try:
            yield
        finally:  # also if the server fails while it starts
            stop.set()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await games.close()

    app = Starlette(routes=routes, lifespan=lifespan)
    app.router.redirect_slashes = False
    return Guard(GZipMiddleware(app, MIN_GZIP_BYTES, compresslevel=1), port, token)


async def _apply_changes(games: PreviewGames, batches: AsyncIterator[Any]) -> None:
    """Load the games again that changed files belong to."""
    async for paths in batches:
        await games.apply_changes(paths)


class _Handlers:
    """One method for each address."""

    def __init__(self, games: PreviewGames, page_files_: "PageFiles") -> None:
        self._games, self._page_files = games, page_files_

    async def page(self, _request: Request) -> Response:
        return Response(self._page_files.page, media_type="text/html")

    async def nothing(self, _request: Request) -> Response:
        return Response(status_code=204)

    async def file(self, request: Request) -> Response:
        file = self._page_files.files.get(request.path_params["file"])
        return not_found() if file is None else Response(file[1], media_type=file[0])

    async def view(self, request: Request) -> Response:
        game = request.query_params.get("game") or next(iter(self._games.games or self._games.revisions()), "")
        if not self._games.has_game(game):
            return not_found()
        return Response(await self._games.view(game), media_type="application/json")

    async def icons(self, request: Request) -> Response:
        words = request.query_params.get("find", "")
        page = await asyncio.to_thread(icon_page, words, self._games.workspace, self._games.games)
        return Response(page, media_type="text/html", headers={"Content-Security-Policy": search_policy(page)})

    async def events(self, request: Request) -> Response:
        if self._games.events.is_closed:
            return PlainTextResponse("the server is shutting down\n", 503)
        if request.method == "HEAD":
            return Response(media_type=EVENTS)
        hello = format_event({"revisions": self._games.revisions()}, "hello")
        stream = self._games.events.stream(hello, request.query_params.get("game", ""))
        return StreamingResponse(stream, media_type=EVENTS)

    async def face(self, request: Request) -> Response:
        return await self._picture(request, low=False)

    async def low(self, request: Request) -> Response:
        return await self._picture(request, low=True)

    async def _picture(self, request: Request, *, low: bool) -> Response:
        game, key = request.path_params["game"], request.path_params["key"]
        if not self._games.has_game(game):
            return not_found()
        drawn = await self._games.face(game, key, "low" if low else "full")
        now = self._games.current_key(game, key) if drawn is None else None
        return RedirectResponse(f"{now}.svg") if now else _svg_response(drawn)

    async def paper(self, request: Request) -> Response:
        parameters = request.path_params
        if not self._games.has_game(parameters["game"]):
            return not_found()
        return _svg_response(await self._games.page(parameters["game"], parameters["name"], parameters["number"]))

    async def rulebook(self, request: Request) -> Response:
        game = request.path_params["game"]
        page = await self._games.rulebook(game) if self._games.has_game(game) else None
        if page is None:
            return not_found()
        return Response(page, media_type="text/html", headers={"Content-Security-Policy": book_policy(page)})


def _svg_response(svg: bytes | None) -> Response:
    return not_found() if svg is None else Response(svg, media_type=SVG, headers=IMMUTABLE_HEADERS)


# The files of the page itself: HTML, style and script, shared with the static page; and those of the studio.

TITLE: Final = "Punchboard"


class PageFiles(NamedTuple):
    """The page, and the files that it loads by name: media type and bytes."""

    page: bytes
    files: Mapping[str, tuple[str, bytes]]


def page_files(*, editing: bool = False) -> PageFiles:
    """Return the page and its files from the package; with ``editing``, those of the studio."""
    files = {name: asset(name) for name in ASSETS}
    if not editing:
        return PageFiles(live_page(TITLE), files)
    page = live_page(TITLE, script="studio.js", styles=("page.css", "studio.css"))
    return PageFiles(page, {**files, **studio_assets()})
