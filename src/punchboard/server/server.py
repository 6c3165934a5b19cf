"""The server: a socket on this machine, uvicorn with limits, an end at once when it is asked for."""

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

from punchboard.server.app import preview_app
from punchboard.server.connection import MAX_CONNECTIONS, connection_factory
from punchboard.server.full_check import PAPERS
from punchboard.server.preview_games import PreviewGames
from punchboard.server.worker import NO_TIME_LIMIT

HOST: Final = "127.0.0.1"
PORT: Final = 8713
"""Where the preview is when no port is asked for; further ones are tried when it is taken."""

PORTS_TRIED: Final = 20
KEEP_ALIVE_SECONDS: Final = 15
"""Seconds that a connection may stay between two requests."""

MAX_HEADER_BYTES: Final = 16_384
"""Bytes that the head of a request may have."""

BACKLOG: Final = 512
"""Connections that may wait to be taken up, and are taken up at once: so many more than there may be there are."""

SEND_BUFFER: Final = 262_144
"""Bytes of an answer that the system holds for somebody who does not take them."""

_ENOUGH_FILES: Final = 4096
_OWN_FILES: Final = 200
"""Open files that are none of connections."""


class PortError(Exception):
    """No socket can be had at a port; says why."""


def bind_socket(port: int | None) -> socket.socket:
    """Return a socket that is bound to this machine alone: to the port, or to the next that is free when None.

    Raises:
        PortError: when it is taken, or may not be used.
    """
    wanted = [port] if port is not None else [*range(PORT, PORT + PORTS_TRIED), 0]
    for number in wanted:
        own = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if sys.platform != "win32":  # there it would let two servers share a port
            own.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        own.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        try:
            own.bind((HOST, number))
            own.listen()  # only now is it sure that nobody else does
        except OSError as error:
            own.close()
            if port is not None:
                why = "is taken" if error.errno == errno.EADDRINUSE else f"cannot be used: {error.strerror}".lower()
                raise PortError(f"port {port} {why}") from None
            continue
        return own
    raise PortError("no port is free")


class _Server(uvicorn.Server):
    """A server whose streams end when it is told to end, so that it need not wait for them."""

    def __init__(self, config: uvicorn.Config, studio: PreviewGames, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._studio, self._told = studio, started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, and tell."""
        await super().startup(sockets)
        if self.started:
            self._told()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End the streams, then the server."""
        self._studio.events.close()
        super().handle_exit(sig, frame)


def serve(
    workspace: Path,
    games: tuple[str, ...],
    own: socket.socket,
    started: Callable[[], None],
    locale: str = "",
    *,
    papers: tuple[str, ...] = PAPERS,
    seconds: float = NO_TIME_LIMIT,
) -> None:
    """Serve games until interrupted.

    Args:
        workspace: the folder that they are in.
        games: which are served; all that there are, or will be, when none is named.
        own: the socket to listen at.
        started: called when the server answers.
        locale: the language that they are shown in; their own when empty.
        papers: the papers whose sheets are shown, as ``--paper`` names them.
        seconds: what each piece of work may take by the clock, where the games are a stranger's.
    """
    protocol: Any = connection_factory(max(1, min(MAX_CONNECTIONS, _allowed_files() - _OWN_FILES)))
    sys.setswitchinterval(0.001)  # who asks waits no longer than this for the thread that draws
    studio = PreviewGames(workspace, games, token_hex(8), locale, papers=papers, seconds=seconds)
    config = uvicorn.Config(
        preview_app(studio, own.getsockname()[1]),
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
    with suppress(KeyboardInterrupt):  # uvicorn hands the signal on when all is done
        _Server(config, studio, started).run([own])


def _allowed_files() -> int:
    """Allow as many open files as connections need, where the system lets us; return how many there may be."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = _ENOUGH_FILES if hard == resource.RLIM_INFINITY else min(_ENOUGH_FILES, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))
        return max(soft, most)
    return _ENOUGH_FILES
