"""A connection to the preview with limits: on the time to send a request, the time to take a response, and the number.

`server.py` sets the limits that uvicorn has: the size of a request's header, and the time between two
requests. Uvicorn has no limit for a header that arrives byte by byte, nor for a response that is not taken.
"""

from __future__ import annotations

from asyncio import TimerHandle
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from uvicorn.protocols.http.h11_impl import H11Protocol

MAX_CONNECTIONS: Final = 2000
"""The most connections at a time, if the system allows as many open files."""

REQUEST_TIMEOUT: Final = 20.0
"""Seconds within which the header of a request must be complete."""

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
        """Receive data; the request timer runs until the header is complete."""
        super().data_received(data)
        cycle: Any = self.cycle  # None until the first request
        if cycle is not None and not cycle.response_complete:
            self._idle.pop(self, None)
            self._stop_request_timer()
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


def connection_factory(most: int) -> Callable[..., Connection]:
    """Return a function that creates the connections of one server, at most ``most`` at a time."""
    return partial(Connection, idle={}, most=most)
