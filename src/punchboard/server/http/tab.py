"""The studio in a tab of a browser: requests come as messages from a service worker, and so go their answers."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from secrets import token_urlsafe
from time import monotonic
from typing import Any, Final, Protocol
from urllib.parse import unquote, urlsplit

from starlette.requests import ClientDisconnect
from starlette.types import Message, Scope

from punchboard.server.http.door import Lifetime, Sample, studio_door
from punchboard.server.http.guard import NO_FRAMES
from punchboard.server.worker import PAUSE, WorkerHere
from punchboard.workspace import find_games

_FRAMED: Final = "frame-ancestors 'self'"
"""The page of the tab shows the studio in a frame; no other page can."""

_FIRST: Final = 20.0
"""Seconds after which checks begin although the page of an opened game has asked for no card."""


class _LeftError(OSError):
    """The page does not wait for the rest of an answer."""


class Tell(Protocol):
    """Passes on a part of an answer, and returns whether the page still wants it."""

    def __call__(self, part: Mapping[str, Any], /) -> bool:
        """Pass on a status with headers, or some bytes of the body."""


class TabStudio:
    """The studio of a folder for the pages of one origin. Nothing watches the files: all changes come from the studio.

    Args:
        workspace: the folder with the games.
        origin: the origin of the pages.
        sample: the name and the files of the game to look at.
    """

    def __init__(self, workspace: Path, origin: str, sample: tuple[str, Sample]) -> None:
        self.token: Final = token_urlsafe(32)
        """What requests that change files must carry."""
        self._workspace, self._origin = workspace, urlsplit(origin)
        self._busy_until = 0.0
        self._door = studio_door(
            workspace,
            None,
            origin,
            sample,
            token=self.token,
            workers=partial(WorkerHere, rest=self._rest),
            watch=_nothing_changes,
            is_fixed=True,
        )
        self._lifetime = Lifetime(self._door)

    async def start(self) -> None:
        """Start it, and return when it responds."""
        await self._lifetime.start()

    async def end(self) -> None:
        """End it."""
        self._door.close()
        await self._lifetime.end()

    @property
    def games(self) -> tuple[str, ...]:
        """The games that can be opened."""
        return find_games(self._workspace)

    async def open(self, game: str, workspace: Path | None = None) -> None:
        """Let the studio show a game of the folder, or of another one."""
        await self._door.enter_game(workspace or self._workspace, game)
        self._busy_until = monotonic() + _FIRST

    async def respond(
        self, method: str, target: str, headers: Iterable[tuple[str, str]], body: bytes, tell: Tell
    ) -> None:
        """Respond to a request.

        Args:
            method: its method.
            target: its path within the studio, with the query.
            headers: its headers, among them ``Origin`` if a page of this origin sends it; the host is added.
            body: its body, of which the length is added.
            tell: gets the answer.
        """
        path, _, query = target.partition("?")
        sent = [("host", self._origin.netloc), *headers, *([("content-length", str(len(body)))] if body else ())]
        scope: Scope = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.4"},  # from which on an answer may end with an OSError
            "http_version": "1.1",
            "method": method,
            "scheme": self._origin.scheme,
            "path": unquote(path),
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(name.lower().encode(), value.encode()) for name, value in sent],
            "client": None,
            "server": None,
        }

        async def receive() -> Message:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Message) -> None:
            if not tell(_start(message) if message["type"] == "http.response.start" else {"body": message["body"]}):
                raise _LeftError

        with suppress(_LeftError, ClientDisconnect):
            await self._door(scope, receive, send)
        if "/face/" in path or "/low/" in path:
            self._busy_until = monotonic() + PAUSE

    async def _rest(self) -> None:
        """Wait until the cards in sight are drawn: a check of all cards would keep the page waiting for them."""
        await asyncio.sleep(PAUSE)
        while monotonic() < self._busy_until:  # noqa: ASYNC110 - each picture prolongs it
            await asyncio.sleep(PAUSE)


def _start(message: Message) -> Mapping[str, Any]:
    """Return the status and the headers of an answer, whose page may be shown in a frame of its own origin."""
    headers = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in message["headers"]]
    shown = [(name, value.replace(NO_FRAMES, _FRAMED)) for name, value in headers if name != "x-frame-options"]
    return {"status": message["status"], "headers": shown}


async def _nothing_changes(stop: asyncio.Event) -> AsyncIterator[tuple[Path, ...]]:
    await stop.wait()
    yield ()
