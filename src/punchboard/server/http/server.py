"""The preview server: a socket on this machine, and uvicorn with limits and an immediate shutdown."""

from __future__ import annotations

import errno
import socket
import sys
from asyncio import TimerHandle
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from secrets import token_hex
from types import FrameType
from typing import Any, Final

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from punchboard.server.full_check import PAPERS
from punchboard.server.http.app import preview_app
from punchboard.server.http.door import Sample, studio_door
from punchboard.server.http.guard import MAX_HEADER_BYTES
from punchboard.server.preview_games import PreviewGames
from punchboard.server.worker import NO_TIME_LIMIT
from punchboard.system.processes import raise_open_files
from punchboard.system.sockets import allow_restart

HOST: Final = "127.0.0.1"
PORT: Final = 8713
"""The default port of the preview; if it is in use, the next ones are tried."""

PORTS_TRIED: Final = 20
KEEP_ALIVE_SECONDS: Final = 15
"""Seconds that a connection may stay open between two requests."""

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
    """
    sys.setswitchinterval(0.001)  # a request waits no longer than this for the drawing thread
    preview_games = PreviewGames(workspace, games, token_hex(8), locale, papers=papers, seconds=seconds)
    app = preview_app(preview_games, listener.getsockname()[1])
    serve_app(app, listener, started, preview_games.events.close)


def serve_studio(
    workspace: Path,
    games: tuple[str, ...] | None,
    listener: socket.socket,
    started: Callable[[], None],
    sample: tuple[str, Sample],
    *,
    papers: tuple[str, ...] = PAPERS,
    token: str,
) -> None:
    """Serve the studio of games until interrupted, and the page on which others are made or opened.

    Args:
        workspace: the folder with the games.
        games: the games to edit, all if none is named; None for the page on which one is made or opened.
        listener: the socket to listen on.
        started: called when the server responds.
        sample: the name and the files of the game to look at.
        papers: the papers whose sheets are shown, as ``--paper`` names them.
        token: what requests that change files must carry.
    """
    sys.setswitchinterval(0.001)  # as above
    port = listener.getsockname()[1]
    door = studio_door(workspace, games, port, sample, papers=papers, token=token)
    serve_app(door, listener, started, door.close)


def serve_app(app: Any, listener: socket.socket, started: Callable[[], None], close: Callable[[], None]) -> None:
    """Serve an application until interrupted.

    Args:
        app: the application.
        listener: the socket to listen on.
        started: called when the server responds.
        close: called when it ends, to close the streams.
    """
    protocol: Any = _connection_factory(max(1, min(MAX_CONNECTIONS, raise_open_files(_ENOUGH_FILES) - _OWN_FILES)))
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


# A connection to the preview with limits: on the time to send a request, the time to take a response, and the number.
#
# `server.py` sets the limits that uvicorn has: the size of a request's header, and the time between two
# requests. Uvicorn has no limit for a header that arrives byte by byte, nor for a response that is not taken.

MAX_CONNECTIONS: Final = 2000
"""The most connections at a time, if the system allows as many open files."""

REQUEST_TIMEOUT: Final = 20.0
"""Seconds within which the header of a request must be complete, and the next part of its body must come."""

RESPONSE_TIMEOUT: Final = 30.0
"""Seconds within which the client must take what was sent: a part of a response, or an event."""

CallLater = Callable[[float, Callable[[], None]], TimerHandle]


class Connection(H11Protocol):
    """A connection that is closed when the client is too slow, or when another connection needs its place.

    Args:
        idle: the server's connections without a request, the one that has waited longest first.
        most: the most connections at a time.
        call_later: calls a function after so many seconds, as the event loop does, which is the default.
        options: the arguments of uvicorn's own class.
    """

    def __init__(
        self, *, idle: dict[Connection, None], most: int, call_later: CallLater | None = None, **options: Any
    ) -> None:
        super().__init__(**options)
        self._idle, self._most, self._call_later = idle, most, call_later or self.loop.call_later
        self._request_timer: TimerHandle | None = None
        self._response_timer: TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Start the request timer; if there are too many connections, close the one that has been idle longest."""
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=0)  # calls pause_writing as soon as the client is slow
        self._idle[self] = None
        self._request_timer = self._call_later(REQUEST_TIMEOUT, self.transport.abort)
        if len(self.connections) > self._most:
            oldest = next(iter(self._idle))
            del self._idle[oldest]
            oldest.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timers."""
        self._idle.pop(self, None)
        self._stop_request_timer()
        self._stop_response_timer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Receive data; the request timer runs until the header is complete, and again after each part of a body."""
        super().data_received(data)
        cycle: Any = self.cycle  # None until the first request
        if cycle is not None and not cycle.response_complete:
            self._idle.pop(self, None)
            self._stop_request_timer()
            if cycle.more_body and not self.transport.is_closing():
                self._request_timer = self._call_later(REQUEST_TIMEOUT, self.transport.abort)
        elif self._request_timer is None and not self.transport.is_closing():
            self._request_timer = self._call_later(REQUEST_TIMEOUT, self.transport.abort)

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        self._idle[self] = None
        super().on_response_complete()

    def pause_writing(self) -> None:
        """Start the response timer."""
        super().pause_writing()
        self._stop_response_timer()
        self._response_timer = self._call_later(RESPONSE_TIMEOUT, self.transport.abort)

    def resume_writing(self) -> None:
        """Stop the response timer: the client has taken everything."""
        self._stop_response_timer()
        super().resume_writing()

    def _stop_request_timer(self) -> None:
        if self._request_timer is not None:
            self._request_timer.cancel()
            self._request_timer = None

    def _stop_response_timer(self) -> None:
        if self._response_timer is not None:
            self._response_timer.cancel()
            self._response_timer = None


def _connection_factory(most: int) -> Callable[..., Connection]:
    """Return a function that creates the connections of one server, at most ``most`` at a time."""
    return partial(Connection, idle={}, most=most)
