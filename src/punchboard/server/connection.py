"""A connection to the preview, with limits: the time to ask, the time to take an answer, and how many there are.

What uvicorn limits itself is set in `punchboard.server.server`: the size of a request's head, and the time between two
requests. It knows no limit for a head that comes letter by letter, nor for an answer that is not taken.
"""

from __future__ import annotations

from asyncio import TimerHandle
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from uvicorn.protocols.http.h11_impl import H11Protocol

MAX_CONNECTIONS: Final = 2000
"""Connections at a time, where the system allows as many open files."""

REQUEST_TIMEOUT: Final = 20.0
"""Seconds in which the head of a request must have come, however little at a time."""

RESPONSE_TIMEOUT: Final = 30.0
"""Seconds in which all that was sent must have been taken: a piece of an answer, or an event."""


class Connection(H11Protocol):
    """A connection that is ended when it asks or takes too slowly, or when others want its place.

    Args:
        idle: the connections of the server that ask nothing, the one that has waited longest first.
        most: how many connections there may be.
        given: what uvicorn gives its own.
    """

    def __init__(self, *, idle: dict[Connection, None], most: int, **given: Any) -> None:
        super().__init__(**given)
        self._idle, self._most = idle, most
        self._asking: TimerHandle | None = None
        self._taking: TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Begin to wait for a request; when there are too many, one that asks nothing makes room."""
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=0)  # whatever is not taken at once is waited for, and not for ever
        self._idle[self] = None
        self._asking = self.loop.call_later(REQUEST_TIMEOUT, self.transport.abort)
        if len(self.connections) > self._most:
            oldest = next(iter(self._idle))
            del self._idle[oldest]
            oldest.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._idle.pop(self, None)
        self._asked()
        self._taken()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what comes; until it is a whole head, the time to ask runs on."""
        super().data_received(data)
        cycle: Any = self.cycle  # nothing until the first request
        if cycle is not None and not cycle.response_complete:
            self._idle.pop(self, None)
            self._asked()
        elif self._asking is None and not self.transport.is_closing():
            self._asking = self.loop.call_later(REQUEST_TIMEOUT, self.transport.abort)

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        self._idle[self] = None
        super().on_response_complete()

    def pause_writing(self) -> None:
        """Begin to wait for somebody to take what was sent."""
        super().pause_writing()
        self._taken()
        self._taking = self.loop.call_later(RESPONSE_TIMEOUT, self.transport.abort)

    def resume_writing(self) -> None:
        """All was taken."""
        self._taken()
        super().resume_writing()

    def _asked(self) -> None:
        if self._asking is not None:
            self._asking.cancel()
            self._asking = None

    def _taken(self) -> None:
        if self._taking is not None:
            self._taking.cancel()
            self._taking = None


def connection_factory(most: int) -> Callable[..., Connection]:
    """Return what makes the connections of one server, of which there may be so many at a time."""
    return partial(Connection, idle={}, most=most)
