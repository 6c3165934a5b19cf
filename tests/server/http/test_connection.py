"""The limits of connections: on the time to send a request, the time to take a response, and their number."""

from __future__ import annotations

import asyncio

import pytest
import uvicorn
from uvicorn.server import ServerState

from punchboard.server.http import connection
from punchboard.server.http.connection import Connection

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
    await asyncio.sleep(600)


@pytest.fixture
def open_one(monkeypatch):
    """Opens connections to one server, with timeouts of a tenth of a second."""
    monkeypatch.setattr(connection, "REQUEST_TIMEOUT", 0.1)
    monkeypatch.setattr(connection, "RESPONSE_TIMEOUT", 0.1)
    state, idle = ServerState(), {}

    def open_one(app=answer, most=10):
        config = uvicorn.Config(app, log_config=None)
        config.load()
        own = Connection(config=config, server_state=state, app_state={}, idle=idle, most=most)
        transport = Transport()
        transport.protocol = own
        own.connection_made(transport)
        return own, transport

    return open_one


def test_a_connection_without_a_request_is_closed(open_one):
    """After the request timeout."""

    async def run():
        _, transport = open_one()
        await asyncio.sleep(0.05)
        assert not transport.aborted
        await asyncio.sleep(0.1)
        assert transport.aborted

    asyncio.run(run())


@pytest.mark.parametrize("before", [b"", ASK], ids=["first", "second"])
def test_a_header_sent_byte_by_byte_is_cut_off(open_one, before):
    """Each byte arrives in time, the header does not; the same for a second request."""

    async def run():
        own, transport = open_one()
        if before:
            own.data_received(before)
        await asyncio.sleep(0.01)
        for letter in range(15):
            if transport.aborted:
                break
            own.data_received(ASK[letter : letter + 1])
            await asyncio.sleep(0.02)
        assert letter < 10
        assert transport.written.count(b"HTTP/1.1 204") == bool(before)

    asyncio.run(run())


def test_a_request_has_no_limit_for_its_response(open_one):
    """A response may take any time."""

    async def run():
        own, transport = open_one(never)
        own.data_received(ASK)
        await asyncio.sleep(0.2)
        assert not transport.aborted
        transport.abort()

    asyncio.run(run())


def test_a_client_that_takes_nothing_is_disconnected(open_one):
    """What was sent must be taken in time; a client that does so may stay."""

    async def run():
        own, transport = open_one(never)
        assert transport.limit == 0
        own.data_received(ASK)
        own.pause_writing()
        await asyncio.sleep(0.05)
        own.resume_writing()
        await asyncio.sleep(0.1)
        assert not transport.aborted
        own.pause_writing()
        await asyncio.sleep(0.15)
        assert transport.aborted

    asyncio.run(run())


def test_the_longest_idle_connection_is_closed_for_a_new_one(open_one):
    """But none with a request in progress."""

    async def run():
        own, answered = open_one(never, most=3)
        own.data_received(ASK)
        await asyncio.sleep(0.01)
        _, oldest = open_one(most=3)
        await asyncio.sleep(0.01)
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
        await asyncio.sleep(0.01)
        _, late = open_one(most=1)
        assert (answered.aborted, late.aborted) == (False, True)
        answered.abort()

    asyncio.run(run())
