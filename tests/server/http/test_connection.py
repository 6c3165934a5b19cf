"""The limits of connections: on the time to send a request, the time to take a response, and their number."""

from __future__ import annotations

import asyncio

import pytest
import uvicorn
from patience import PATIENCE, eventually_async
from uvicorn.server import ServerState

from punchboard.server.http.server import REQUEST_TIMEOUT, RESPONSE_TIMEOUT, Connection

ASK = b"GET / HTTP/1.1\r\nHost: here\r\n\r\n"


class Transport:
    """What a connection writes to; the client takes nothing unless `taken` says so."""

    def __init__(self):
        self.written, self.aborted, self.limit = b"", False, None
        self.protocol = None

    def set_write_buffer_limits(self, high):
        """Store the limit."""
        self.limit = high

    def get_extra_info(self, _name):
        """Return nothing."""
        return

    def write(self, data):
        """Store what is written."""
        self.written += data

    def is_closing(self):
        """Tell whether it was closed."""
        return self.aborted

    def abort(self):
        """Close, and notify the protocol."""
        if not self.aborted:
            self.aborted = True
            self.protocol.connection_lost(None)

    close = abort

    def pause_reading(self):
        """Do nothing."""

    resume_reading = pause_reading


async def answer(scope, receive, send):
    """Respond at once."""
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body", "body": b""})


async def never(scope, receive, send):
    """Start a response that never ends."""
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await asyncio.Event().wait()


class Clock:
    """A clock that a test sets by hand."""

    def __init__(self):
        self.now, self.timers = 0.0, []

    def call_later(self, delay, callback):
        """Remember what to call, and when."""
        timer = Timer(self.now + delay, callback)
        self.timers.append(timer)
        return timer

    def advance(self, seconds):
        """Let time pass: call what is due."""
        self.now += seconds
        due = [timer for timer in self.timers if timer.when <= self.now]
        self.timers = [timer for timer in self.timers if timer.when > self.now]
        for timer in due:
            if not timer.is_cancelled:
                timer.callback()


class Timer:
    """A call to come, unless it is cancelled."""

    def __init__(self, when, callback):
        self.when, self.callback, self.is_cancelled = when, callback, False

    def cancel(self):
        """Never call."""
        self.is_cancelled = True


@pytest.fixture
def clock():
    """The clock of all connections of a test."""
    return Clock()


@pytest.fixture
def open_one(clock):
    """Opens connections to one server."""
    state, idle = ServerState(), {}

    def open_one(app=answer, most=10):
        config = uvicorn.Config(app, log_config=None, timeout_keep_alive=PATIENCE)
        config.load()
        own = Connection(
            config=config, server_state=state, app_state={}, idle=idle, most=most, call_later=clock.call_later
        )
        transport = Transport()
        transport.protocol = own
        own.connection_made(transport)
        return own, transport

    return open_one


async def response(transport):
    """Wait until the application has responded."""
    await eventually_async(lambda: transport.written, "a response")


def test_a_connection_without_a_request_is_closed(open_one, clock):
    """After the request timeout."""

    async def run():
        _, transport = open_one()
        clock.advance(REQUEST_TIMEOUT - 1)
        assert not transport.aborted
        clock.advance(1)
        assert transport.aborted

    asyncio.run(run())


@pytest.mark.parametrize("before", [b"", ASK], ids=["first", "second"])
def test_a_header_sent_byte_by_byte_is_cut_off(open_one, clock, before):
    """Each byte arrives in time, the header does not; the same for a second request."""

    async def run():
        own, transport = open_one()
        if before:
            own.data_received(before)
            await response(transport)
        for letter in range(4):
            assert not transport.aborted
            own.data_received(ASK[letter : letter + 1])
            clock.advance(REQUEST_TIMEOUT / 4)
        assert transport.aborted
        assert transport.written.count(b"HTTP/1.1 204") == bool(before)

    asyncio.run(run())


def test_a_body_that_stalls_is_cut_off(open_one, clock):
    """A slow one may go on, part by part; once nothing comes any more, the connection is closed."""

    async def run():
        own, transport = open_one(never)
        own.data_received(b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 9\r\n\r\n")
        for _ in range(4):
            clock.advance(REQUEST_TIMEOUT - 1)
            own.data_received(b"x")
        assert not transport.aborted
        clock.advance(REQUEST_TIMEOUT)
        assert transport.aborted
        whole, whole_transport = open_one(never)
        whole.data_received(b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 9\r\n\r\n123456789")
        clock.advance(2 * REQUEST_TIMEOUT)
        assert not whole_transport.aborted
        whole_transport.abort()

    asyncio.run(run())


def test_a_request_has_no_limit_for_its_response(open_one, clock):
    """A response may take any time."""

    async def run():
        own, transport = open_one(never)
        own.data_received(ASK)
        await response(transport)
        clock.advance(100 * max(REQUEST_TIMEOUT, RESPONSE_TIMEOUT))
        assert not transport.aborted
        transport.abort()

    asyncio.run(run())


def test_a_client_that_takes_nothing_is_disconnected(open_one, clock):
    """What was sent must be taken in time; a client that does so may stay."""

    async def run():
        own, transport = open_one(never)
        assert transport.limit == 0
        own.data_received(ASK)
        own.pause_writing()
        clock.advance(RESPONSE_TIMEOUT - 1)
        own.resume_writing()
        clock.advance(RESPONSE_TIMEOUT)
        assert not transport.aborted
        own.pause_writing()
        clock.advance(RESPONSE_TIMEOUT - 1)
        assert not transport.aborted
        clock.advance(1)
        assert transport.aborted

    asyncio.run(run())


def test_the_longest_idle_connection_is_closed_for_a_new_one(open_one):
    """But none with a request in progress."""

    async def run():
        own, answered = open_one(never, most=3)
        own.data_received(ASK)
        _, oldest = open_one(most=3)
        _, younger = open_one(most=3)
        _, youngest = open_one(most=3)
        assert [one.aborted for one in (answered, oldest, younger, youngest)] == [False, True, False, False]
        answered.abort()

    asyncio.run(run())


def test_a_connection_is_refused_when_all_others_are_busy(open_one):
    """None of them is idle."""

    async def run():
        first, answered = open_one(never, most=1)
        first.data_received(ASK)
        _, late = open_one(most=1)
        assert (answered.aborted, late.aborted) == (False, True)
        answered.abort()

    asyncio.run(run())
