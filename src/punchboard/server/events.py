"""Server-sent events: changes of the games, sent to all open pages."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from typing import Any, Final

KEEP_ALIVE: Final = 15.0
"""Seconds without an event after which a comment is sent, so that a broken stream is noticed."""

MAX_STREAMS: Final = 64
"""The most streams at a time; a further one closes the oldest, whose page reconnects if it is still open."""

MAX_QUEUED_EVENTS: Final = 256
"""The most events that may wait for a page; a slower page's stream is closed, and the page loads everything again."""


class Broker:
    """Sends events to all streams."""

    def __init__(self) -> None:
        self._streams: dict[asyncio.Queue[bytes | None], str] = {}
        self._closed = False

    @property
    def is_closed(self) -> bool:
        """Whether new streams are refused."""
        return self._closed

    def publish(self, game: str, data: Mapping[str, Any]) -> None:
        """Send changes of a game to the streams of that game, and to those of all games."""
        message = format_event(data)
        for stream, game_ in tuple(self._streams.items()):
            if game_ in {game, ""}:
                _put(stream, message)

    def close(self) -> None:
        """Close all streams, and refuse new ones."""
        self._closed = True
        for stream in tuple(self._streams):
            _put(stream, None)

    async def stream(self, hello: bytes, game: str = "") -> AsyncIterator[bytes]:
        """Yield the events for one page, starting with a greeting; for one game, or for all when none is named."""
        queue: asyncio.Queue[bytes | None] = asyncio.Queue(MAX_QUEUED_EVENTS)
        while len(self._streams) >= MAX_STREAMS:
            oldest = next(iter(self._streams))
            del self._streams[oldest]
            _put(oldest, None)
        self._streams[queue] = game
        try:
            yield hello
            while not self._closed:
                try:
                    message = await asyncio.wait_for(queue.get(), KEEP_ALIVE)
                except TimeoutError:
                    message = b": still here\n\n"
                if message is None:
                    return
                yield message
        finally:
            self._streams.pop(queue, None)


def format_event(data: Mapping[str, Any], name: str = "message") -> bytes:
    """Return an event in the format of a stream; pages receive messages unless they listen for another name."""
    header = "" if name == "message" else f"event: {name}\n"
    return f"{header}data: {json.dumps(data, separators=(',', ':'))}\n\n".encode()


def _put(stream: asyncio.Queue[bytes | None], message: bytes | None) -> None:
    if stream.full():
        while not stream.empty():
            stream.get_nowait()
        message = None
    stream.put_nowait(message)
