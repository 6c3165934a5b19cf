"""Server-sent events: what is new of the games, to as many pages as are open."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from typing import Any, Final

KEEP_ALIVE: Final = 15.0
"""Seconds without an event after which a comment is sent, so that a stream that has broken is noticed."""

MAX_STREAMS: Final = 64
"""Streams at a time; a further one ends the oldest, whose page, if it is still there, asks again."""

MAX_QUEUED_EVENTS: Final = 256
"""Events that a page may lag behind; the stream of one that is slower is ended, and it asks for everything again."""


class Broker:
    """Hands events to all streams."""

    def __init__(self) -> None:
        self._streams: dict[asyncio.Queue[bytes | None], str] = {}
        self._closed = False

    @property
    def is_closed(self) -> bool:
        """Whether no further stream is taken."""
        return self._closed

    def publish(self, game: str, data: Mapping[str, Any]) -> None:
        """Send what is new of a game to the streams of that game, and to those of all games."""
        message = format_event(data)
        for stream, wanted in tuple(self._streams.items()):
            if wanted in {game, ""}:
                _put(stream, message)

    def close(self) -> None:
        """End all streams, and take no more."""
        self._closed = True
        for stream in tuple(self._streams):
            _put(stream, None)

    async def stream(self, hello: bytes, game: str = "") -> AsyncIterator[bytes]:
        """Yield what is sent to one page, beginning with a greeting; of one game, or of all when none is named."""
        mine: asyncio.Queue[bytes | None] = asyncio.Queue(MAX_QUEUED_EVENTS)
        while len(self._streams) >= MAX_STREAMS:
            oldest = next(iter(self._streams))
            del self._streams[oldest]
            _put(oldest, None)
        self._streams[mine] = game
        try:
            yield hello
            while not self._closed:
                try:
                    message = await asyncio.wait_for(mine.get(), KEEP_ALIVE)
                except TimeoutError:
                    message = b": still here\n\n"
                if message is None:
                    return
                yield message
        finally:
            self._streams.pop(mine, None)


def format_event(data: Mapping[str, Any], name: str = "message") -> bytes:
    """Return an event as a stream has it; pages hear messages unless they listen for another name."""
    head = "" if name == "message" else f"event: {name}\n"
    return f"{head}data: {json.dumps(data, separators=(',', ':'))}\n\n".encode()


def _put(stream: asyncio.Queue[bytes | None], message: bytes | None) -> None:
    if stream.full():
        while not stream.empty():
            stream.get_nowait()
        message = None
    stream.put_nowait(message)
