"""Streams of events: a greeting, published events, an end; no stream delays another."""

from __future__ import annotations

import asyncio

from punchboard.server import events
from punchboard.server.events import MAX_QUEUED_EVENTS, MAX_STREAMS, Broker, format_event


async def taken(stream, count):
    return [await anext(stream) for _ in range(count)]


def test_every_stream_gets_every_event():
    """Each begins with the greeting that it was given."""

    async def run():
        broker = Broker()
        streams = [broker.stream(b"hello"), broker.stream(b"hello")]
        assert [await anext(one) for one in streams] == [b"hello", b"hello"]
        broker.publish("grove", {"game": "grove"})
        assert [await anext(one) for one in streams] == [b'data: {"game":"grove"}\n\n'] * 2

    asyncio.run(run())


def test_a_stream_can_be_for_one_game():
    """It gets no events of other games."""

    async def run():
        broker = Broker()
        stream = broker.stream(b"hello", "grove")
        await anext(stream)
        broker.publish("shore", {"game": "shore"})
        broker.publish("grove", {"game": "grove"})
        assert await anext(stream) == b'data: {"game":"grove"}\n\n'

    asyncio.run(run())


def test_a_closed_stream_is_removed():
    """Nothing is kept for a closed page."""

    async def run():
        broker = Broker()
        stream = broker.stream(b"hello")
        await anext(stream)
        await stream.aclose()
        assert not broker._streams

    asyncio.run(run())


def test_a_stream_that_is_too_slow_is_closed():
    """Its page reconnects and loads everything; the events that wait for it are bounded."""

    async def run():
        broker = Broker()
        stream = broker.stream(b"hello")
        await anext(stream)
        for _ in range(MAX_QUEUED_EVENTS + 1):
            broker.publish("grove", {})
        assert [message async for message in stream] == []

    asyncio.run(run())


def test_a_quiet_stream_sends_keep_alives(monkeypatch):
    """As comments, which pages do not see."""
    monkeypatch.setattr(events, "KEEP_ALIVE", 0.01)

    async def run():
        stream = Broker().stream(b"hello")
        assert (await taken(stream, 2))[1].startswith(b":")

    asyncio.run(run())


def test_all_streams_close_with_the_server():
    """And new ones are refused."""

    async def run():
        broker = Broker()
        stream = broker.stream(b"hello")
        await anext(stream)
        broker.close()
        assert [message async for message in stream] == []
        assert broker.is_closed

    asyncio.run(run())


def test_the_number_of_streams_is_limited():
    """One more closes the oldest, so that the newest page always gets events."""

    async def run():
        broker = Broker()
        streams = [broker.stream(b"hello") for _ in range(MAX_STREAMS + 1)]
        for one in streams:
            await anext(one)
        broker.publish("grove", {"game": "grove"})
        assert [message async for message in streams[0]] == []
        assert [await anext(one) for one in streams[1:]] == [format_event({"game": "grove"})] * MAX_STREAMS

    asyncio.run(run())
