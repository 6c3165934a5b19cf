"""The preview server: a socket on this machine, and uvicorn with limits and an immediate shutdown."""

from __future__ import annotations

import errno
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from types import FrameType
from typing import Any, Final

import uvicorn

from punchboard.server.full_check import PAPERS
from punchboard.server.http.app import preview_app
from punchboard.server.http.connection import MAX_CONNECTIONS, connection_factory
from punchboard.server.preview_games import PreviewGames
from punchboard.server.worker import NO_TIME_LIMIT
from punchboard.system.resource_limits import raise_open_files
from punchboard.system.sockets import allow_restart

HOST: Final = "127.0.0.1"
PORT: Final = 8713
"""The default port of the preview; if it is in use, the next ones are tried."""

PORTS_TRIED: Final = 20
KEEP_ALIVE_SECONDS: Final = 15
"""Seconds that a connection may stay open between two requests."""

MAX_HEADER_BYTES: Final = 16_384
"""The most bytes of a request's header."""

BACKLOG: Final = 512
"""The most connections that may wait to be accepted, which happens at once: others may come on top of the limit."""

SEND_BUFFER: Final = 262_144
"""Bytes of a response that the system holds for a client that does not take them."""

_ENOUGH_FILES: Final = 4096
_OWN_FILES: Final = 200
"""Open files other than connections."""


class PortError(Exception):
    """No socket is available at a port; the message says why."""


def bind_socket(port: int | None, host: str = HOST) -> socket.socket:
    """Return a socket bound to this machine only, or to ``host``: at the port or, when None, at the next free one.

    Raises:
        PortError: when the port is in use, or may not be used.
    """
    ports = [port] if port is not None else [*range(PORT, PORT + PORTS_TRIED), 0]
    for number in ports:
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        allow_restart(listener)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        try:
            listener.bind((host, number))
            listener.listen()  # only now is it certain that no other process listens
        except OSError as error:
            listener.close()
            if port is not None:
                reason = "is in use" if error.errno == errno.EADDRINUSE else f"cannot be used: {error.strerror}".lower()
                raise PortError(f"port {port} {reason}") from None
            continue
        return listener
    raise PortError("no free port found")


class _Server(uvicorn.Server):
    """A server that closes its streams on shutdown, so that it need not wait for them."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], None], close: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_start, self._close_streams = started, close

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to listen, and call back."""
        await super().startup(sockets)
        if self.started:
            self._on_start()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Close the streams, then stop the server."""
        self._close_streams()
        super().handle_exit(sig, frame)


def serve(
    workspace: Path,
    games: tuple[str, ...],
    listener: socket.socket,
    started: Callable[[], None],
    locale: str = "",
    *,
    papers: tuple[str, ...] = PAPERS,
    seconds: float = NO_TIME_LIMIT,
    token: str = "",
) -> None:
    """Serve games until interrupted.

    Args:
        workspace: the folder with the games.
        games: the games to serve; all games, including later ones, when none is named.
        listener: the socket to listen on.
        started: called when the server responds.
        locale: the language in which the games are shown; their own when empty.
        papers: the papers whose sheets are shown, as ``--paper`` names them.
        seconds: the time limit of each job, for untrusted games.
        token: what requests that change files must carry; without one, the games cannot be edited.
    """
    sys.setswitchinterval(0.001)  # a request waits no longer than this for the drawing thread
    preview_games = PreviewGames(workspace, games, token_hex(8), locale, papers=papers, seconds=seconds)
    app = preview_app(preview_games, listener.getsockname()[1], token=token)
    serve_app(app, listener, started, preview_games.events.close)


def serve_app(app: Any, listener: socket.socket, started: Callable[[], None], close: Callable[[], None]) -> None:
    """Serve an application until interrupted.

    Args:
        app: the application.
        listener: the socket to listen on.
        started: called when the server responds.
        close: called when it ends, to close the streams.
    """
    protocol: Any = connection_factory(max(1, min(MAX_CONNECTIONS, raise_open_files(_ENOUGH_FILES) - _OWN_FILES)))
    config = uvicorn.Config(
        app,
        http=protocol,
        ws="none",
        loop="asyncio",
        log_config=None,
        log_level="critical",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        h11_max_incomplete_event_size=MAX_HEADER_BYTES,
        backlog=BACKLOG,
        timeout_graceful_shutdown=1,
    )
    with suppress(KeyboardInterrupt):  # uvicorn raises the signal again when it has stopped
        _Server(config, started, close).run([listener])
