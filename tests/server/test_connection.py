"""A connection's limits: it asks in time, takes in time, and makes room where others want its place."""

from __future__ import annotations

import asyncio

import pytest
import uvicorn
from uvicorn.server import ServerState

from punchboard.server import connection
from punchboard.server.connection import Connection

ASK = b"GET / HTTP/1.1\r\nHost: here\r\n\r\n"


class Transport:
    """What a connection writes to; nobody takes it unless `taken` says so."""

    def __init__(self):
        self.written, self.aborted, self.limit = b"", False, None
        self.protocol = None

    def set_write_buffer_limits(self, high):
        """Take note of the limit."""
        self.limit = high

    def get_extra_info(self, _name):
        """Know nothing."""
        return

    def write(self, data):
        """Take note of what is written."""
        self.written += data

    def is_closing(self):
        """Tell whether it has been ended."""
        return self.aborted

    def abort(self):
        """End, and tell."""
        if not self.aborted:
            self.aborted = True
            self.protocol.connection_lost(None)

    close = abort

    def pause_reading(self):
        """Read on."""

    resume_reading = pause_reading


async def answer(scope, receive, send):
    """Answer at once."""
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body", "body": b""})


async def never(scope, receive, send):
    """Begin an answer, and never end it."""
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await asyncio.sleep(600)


@pytest.fixture
def open_one(monkeypatch):
    """Opens connections to one server, whose patience is a tenth of a second."""
    monkeypatch.setattr(connection, "ASKING", 0.1)
    monkeypatch.setattr(connection, "TAKING", 0.1)
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


def test_who_asks_nothing_is_ended(open_one):
    """After the time to ask."""

    async def run():
        _, transport = open_one()
        await asyncio.sleep(0.05)
        assert not transport.aborted
        await asyncio.sleep(0.1)
        assert transport.aborted

    asyncio.run(run())


@pytest.mark.parametrize("before", [b"", ASK], ids=["first", "second"])
def test_a_head_that_comes_letter_by_letter_is_ended(open_one, before):
    """Each letter comes in time, the head does not; the same for a second request."""

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


def test_who_has_asked_is_not_hurried(open_one):
    """An answer may take as long as it takes."""

    async def run():
        own, transport = open_one(never)
        own.data_received(ASK)
        await asyncio.sleep(0.2)
        assert not transport.aborted
        transport.abort()

    asyncio.run(run())


def test_who_takes_nothing_is_ended(open_one):
    """What was sent must be taken in time; who takes it may stay."""

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


def test_the_connection_that_has_waited_longest_makes_room(open_one):
    """But none that is being answered."""

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


def test_who_comes_when_all_are_answered_is_sent_away(open_one):
    """There is no room to make."""

    async def run():
        first, answered = open_one(never, most=1)
        first.data_received(ASK)
        await asyncio.sleep(0.01)
        _, late = open_one(most=1)
        assert (answered.aborted, late.aborted) == (False, True)
        answered.abort()

    asyncio.run(run())
