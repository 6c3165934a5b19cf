"""The web application of a shared table: the page, joining, moves, and each guest's view as a stream."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Any, Final

from starlette.applications import Starlette
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from punchboard.server.events import KEEP_ALIVE, format_event
from punchboard.server.http.guard import Guard
from punchboard.server.shared_table.guests import Guest, Refusal
from punchboard.server.shared_table.seats import SharedTable

COOKIE: Final = "table"
MAX_BODY: Final = 64_000
MAX_STREAMS_OF_A_GUEST: Final = 3


class TableApp:
    """Responds to the requests of a table's guests.

    Args:
        table: the table with its guests.
        page: the page, as it is sent to everybody.
        policy: the content security policy of the page.
    """

    def __init__(self, table: SharedTable, page: bytes, policy: str) -> None:
        self._table, self._page, self._policy = table, page, policy
        self._streams: dict[asyncio.Queue[bool], str] = {}
        self._is_closed = False

    def guarded(self, port: int, names: Sequence[str]) -> Guard:
        """Return the application, behind the guard of the preview."""
        routes = [Route("/", self._send_page), Route("/events", self._events), Route("/favicon.ico", self._nothing)]
        routes += [Route(f"/{name}", self._acts(name), methods=["POST"]) for name in ("join", *_ACTS)]
        app = Starlette(routes=routes)
        app.router.redirect_slashes = False
        return Guard(
            GZipMiddleware(app, 2000, compresslevel=1),
            port,
            None,
            names=names,
            body_limits={"application/json": MAX_BODY},
        )

    def close(self) -> None:
        """End all streams."""
        self._is_closed = True
        self._wake()

    async def _nothing(self, _request: Request) -> Response:
        return Response(status_code=204)

    async def _send_page(self, _request: Request) -> Response:
        return Response(self._page, media_type="text/html", headers={"Content-Security-Policy": self._policy})

    def _acts(self, name: str) -> Callable[[Request], Any]:
        async def respond(request: Request) -> Response:
            try:
                body = _body_object(await request.body())
                if name == "join":
                    return self._join(body)
                guest = self._table.guest(request.cookies.get(COOKIE, ""))
                _ACTS[name](self._table, guest, body)
            except Refusal as refusal:
                return JSONResponse({"why": refusal.why}, refusal.status)
            self._wake()
            return JSONResponse(self._table.view(guest))

        return respond

    def _join(self, body: Mapping[str, Any]) -> Response:
        token = self._table.join(str(body.get("code", "")), str(body.get("name", "")))
        response = JSONResponse(self._table.view(self._table.guests[token]))
        response.set_cookie(COOKIE, token, httponly=True, samesite="strict", max_age=24 * 3600)
        self._wake()
        return response

    async def _events(self, request: Request) -> Response:
        token = request.cookies.get(COOKIE, "")
        guest = self._table.guests.get(token)
        if guest is None or self._is_closed:
            return JSONResponse({"why": "join with the code first"}, 401)
        return StreamingResponse(self._views(guest, token), media_type="text/event-stream")

    async def _views(self, guest: Guest, token: str) -> AsyncIterator[bytes]:
        """Yield what a guest sees, now and after each change; changes in quick succession are one."""
        queue: asyncio.Queue[bool] = asyncio.Queue(1)
        own = [one for one, of in self._streams.items() if of == token]
        for old in own[: max(0, len(own) + 1 - MAX_STREAMS_OF_A_GUEST)]:
            del self._streams[old]
            _put(old, value=False)
        self._streams[queue] = token
        guest.streams += 1
        self._wake(but=queue)
        try:
            while not self._is_closed and token in self._table.guests:
                yield format_event(self._table.view(guest))
                try:
                    while not await asyncio.wait_for(queue.get(), KEEP_ALIVE):
                        return
                except TimeoutError:
                    yield b": still here\n\n"
        finally:
            self._streams.pop(queue, None)
            guest.streams -= 1
            self._wake()

    def _wake(self, but: asyncio.Queue[bool] | None = None) -> None:
        for queue in self._streams:
            if queue is not but:
                _put(queue, value=True)


def _body_object(body: bytes) -> Mapping[str, Any]:
    """Return the object that a request brings.

    Raises:
        Refusal: when it brings no JSON object.
    """
    try:
        parsed = json.loads(body)
    except (ValueError, RecursionError):
        parsed = None
    if not isinstance(parsed, dict):
        raise Refusal(422, "this is not a request of the table")
    return parsed


def _put(queue: asyncio.Queue[bool], *, value: bool) -> None:
    if queue.full():
        if value:
            return
        queue.get_nowait()
    queue.put_nowait(value)


_ACTS: Final[Mapping[str, Callable[[SharedTable, Guest, Mapping[str, Any]], None]]] = {
    "begin": lambda table, guest, body: table.begin(
        guest, body.get("players"), body.get("variant"), body.get("how"), body.get("bots")
    ),
    "sit": lambda table, guest, body: table.sit(guest, body.get("seat")),
    "act": lambda table, guest, body: table.act(guest, body.get("entry"), body.get("revision")),
    "undo": lambda table, guest, _body: table.undo(guest),
    "search": lambda table, guest, body: table.search(guest, body.get("pile")),
    "score": lambda table, guest, body: table.write_score(guest, body.get("row"), body.get("seat"), body.get("value")),
}
"""What guests may ask for, by its address."""
