"""Hostile clients of the preview: malformed HTTP, floods of requests, and slow connections."""

from __future__ import annotations

import os
import random
import re
import signal
import socket
import sys
from contextlib import ExitStack, suppress

import pytest
from patience import eventually

from punchboard.server.events import MAX_STREAMS
from punchboard.server.http.server import MAX_CONNECTIONS, REQUEST_TIMEOUT, RESPONSE_TIMEOUT

pytestmark = pytest.mark.slow

METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "PROPFIND", "BREW")
HIDDEN = "GET /view.json HTTP/1.1\r\nHost: HERE\r\n\r\n"
FORMS = {
    "a body of two lengths": (400, "GET / HTTP/1.1\r\nHost: HERE\r\nContent-Length: 4\r\nContent-Length: 0\r\n\r\n"),
    "a length and pieces": (
        413,
        f"GET / HTTP/1.1\r\nHost: HERE\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n{HIDDEN}",
    ),
    "a length that hides a request": (
        413,
        f"GET / HTTP/1.1\r\nHost: HERE\r\nContent-Length: {len(HIDDEN)}\r\n\r\n{HIDDEN}",
    ),
    "pieces spelled otherwise": (400, "GET / HTTP/1.1\r\nHost: HERE\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n"),
    "pieces twice": (
        400,
        "GET / HTTP/1.1\r\nHost: HERE\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ),
    "a negative length": (400, "GET / HTTP/1.1\r\nHost: HERE\r\nContent-Length: -1\r\n\r\n"),
    "a length with a sign": (400, "GET / HTTP/1.1\r\nHost: HERE\r\nContent-Length: +0\r\n\r\n"),
    "a blank before the colon": (400, "GET / HTTP/1.1\r\nHost : evil\r\nHost: HERE\r\n\r\n"),
    "a folded name": (421, "GET / HTTP/1.1\r\nHost: evil.example\r\n HERE\r\n\r\n"),
    "two names": (400, "GET / HTTP/1.1\r\nHost: HERE\r\nHost: evil.example\r\n\r\n"),
    "no name": (400, "GET / HTTP/1.1\r\n\r\n"),
    "no name, as before 1.1": (421, "GET / HTTP/1.0\r\n\r\n"),
    "NUL in a header": (400, "GET / HTTP/1.1\r\nHost: HERE\r\nX: a\0b\r\n\r\n"),
    "a bare return in a header": (400, "GET / HTTP/1.1\r\nHost: HERE\r\nX: a\rHost: evil\r\n\r\n"),
    "a whole address": (400, "GET http://evil.example/ HTTP/1.1\r\nHost: HERE\r\n\r\n"),
    "another scheme": (400, "GET file:///etc/passwd HTTP/1.1\r\nHost: HERE\r\n\r\n"),
    "a star": (400, "GET * HTTP/1.1\r\nHost: HERE\r\n\r\n"),
    "HTTP/0.9": (400, "GET /\r\n\r\n"),
    "HTTP/2": (405, "PRI * HTTP/2.0\r\nHost: HERE\r\n\r\nSM\r\n\r\n"),
    "TLS": (400, "\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03\r\n\r\n"),
    "nothing but noise": (400, "\xff\xfe\0\x01\r\n\r\n"),
    "a proxy": (405, "CONNECT evil.example:443 HTTP/1.1\r\nHost: HERE\r\n\r\n"),
    "a WebSocket": (
        400,
        (
            "GET /events HTTP/1.1\r\nHost: HERE\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        ),
    ),
    "a head without an end": (400, "GET / HTTP/1.1\r\nHost: HERE\r\n" + "X: y\r\n" * 20_000),
    "an address without an end": (400, "GET /" + "a" * 300_000),
    "a body that waits": (405, "POST / HTTP/1.1\r\nHost: HERE\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n"),
}


PASSING = """
import asyncio, signal

of_the_system, passed = asyncio.BaseEventLoop.time, 0

def let_pass(*_):
    global passed
    passed += {seconds}

asyncio.BaseEventLoop.time = lambda loop: of_the_system(loop) + passed
signal.signal(signal.SIGUSR1, let_pass)

from punchboard.cli.main import main
main()
"""
"""The program with a clock that a signal moves on."""


@pytest.fixture
def started(preview):
    """A preview that has loaded its first game."""
    started = preview("--port", "0")
    started.view()
    return started


def test_malformed_http_is_refused(started):
    """Each gets one response, the refusal, and the connection is closed: nothing after it is read as a request."""
    here = f"127.0.0.1:{started.port}"
    found = {}
    for name, (_, raw) in FORMS.items():
        answer = started.send(raw.replace("HERE", here).encode("latin-1"))
        found[name] = [int(status) for status in re.findall(rb"^HTTP/1\.1 (\d+)", answer, re.MULTILINE)]
        assert b"Traceback" not in answer
        assert b"site-packages" not in answer
        assert b"/grove/" not in answer
    assert found == {name: [status] for name, (status, _) in FORMS.items()}
    assert started.end() == (0, "")


def test_pipelined_requests_are_separate_requests(started):
    """Two requests at once get two responses in order; anything else after a request closes the connection."""
    ask = f"GET /favicon.ico HTTP/1.1\r\nHost: 127.0.0.1:{started.port}\r\n\r\n".encode()
    last = ask.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
    assert re.findall(rb"HTTP/1\.1 (\d+)", started.send(ask + last)) == [b"204", b"204"]
    assert re.findall(rb"HTTP/1\.1 (\d+)", started.send(ask + b"\0\1\2\r\n\r\n")) == [b"204", b"400"]
    assert started.end() == (0, "")


def test_a_request_body_is_not_read(started):
    """A gigabyte is announced; the connection is closed long before."""
    head = f"POST / HTTP/1.1\r\nHost: 127.0.0.1:{started.port}\r\nContent-Length: 1000000000\r\n\r\n".encode()
    with started.visit(head) as own:
        sent = 0
        with suppress(ConnectionError):
            while sent < 1_000_000_000:
                sent += own.send(b"x" * 65536)
        assert sent < 50_000_000


PARTS = (
    "..",
    "%2e%2e",
    "%252e",
    "%00",
    "%5c",
    "\\",
    "/",
    "//",
    "catalog",
    "output",
    "grove",
    "game.yaml",
    "g",
    "face",
    "page",
    "low",
    "~",
    "etc/passwd",
    "C:",
    "NUL",
    "%c0%ae",
    "*",
    "?",
    "=",
    "&",
    ";",
    "🂡",
    "a" * 300,
    "-1",
    "0",
    ".svg",
)
"""Of addresses: names that are there, ways out of a folder, bytes that some systems read otherwise."""


def send_random_requests(started, count, seed):
    """Send requests with all methods to many addresses, with and without bodies; return the statuses."""
    chance = random.Random(seed)
    view = started.view()
    known = [
        "/",
        "/page.js",
        "/view.json",
        "/favicon.ico",
        "/g/grove/rulebook.html",
        f"/{view['components'][0]['front']['src']}",
    ]
    found = []
    for _ in range(count):
        made = "/" + "/".join(chance.choices(PARTS, k=chance.randint(1, 6)))
        path = chance.choice(known) if chance.random() < 0.3 else made
        path += chance.choice(["", "", "?game=grove", "?game=..%2f..", "?x=" + "y" * 500])
        body = chance.choice([b"", b"", b"x" * 100, b"title: gone\n"])
        lines = [f"{chance.choice(METHODS)} {path} HTTP/1.1", f"Host: 127.0.0.1:{started.port}", "Connection: close"]
        lines += [f"Content-Length: {len(body)}"] * bool(body)
        lines += chance.choice([[], ["Range: bytes=0-9"], ["X-HTTP-Method-Override: DELETE"], ["Destination: /x"]])
        answer = started.send("\r\n".join([*lines, "", ""]).encode() + body)
        assert b"Traceback" not in answer
        assert b"root:" not in answer
        found.append(int(re.match(rb"HTTP/1\.1 (\d+)", answer)[1]) if answer else 0)
    return found


def tree(folder):
    """Return the metadata of everything in a folder: each file, folder and link with size, times and permissions."""
    found = {}
    for path, folders, files in os.walk(folder):
        for name in [".", *folders, *files]:
            status = os.lstat(os.path.join(path, name))  # noqa: PTH118
            found[os.path.join(path, name)] = (  # noqa: PTH118
                (status.st_mode, status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino)
            )
    return found


def assert_requests_change_nothing(started, workspace, count):
    """Send random requests to a preview with an output beside it, and assert that no file was touched."""
    workspace.write("output/grove/manifest.json", "{}")
    started.view()
    before = tree(workspace.path)
    statuses = send_random_requests(started, count, 9)
    assert tree(workspace.path) == before
    assert set(statuses) <= {200, 204, 400, 404, 405, 413, 414}, set(statuses)
    assert {200, 404, 405, 413} <= set(statuses)
    assert started.end() == (0, "")


def test_random_requests_change_no_file(started, workspace):
    """All methods, paths out of the folder, bodies: afterwards every file even has the same times."""
    assert_requests_change_nothing(started, workspace, 150)


@pytest.mark.long
def test_many_random_requests_change_no_file(started, workspace):
    """The same with three thousand."""
    assert_requests_change_nothing(started, workspace, 3000)


def ask(started, path):
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{started.port}\r\n\r\n".encode()


def test_a_page_gets_events_when_all_streams_are_in_use(started, workspace):
    """There are more unread streams than allowed: the newest page still gets its events."""
    with ExitStack() as visitors:
        for _ in range(MAX_STREAMS + 5):
            visitors.enter_context(started.visit(ask(started, "/events")))
        stream = started.events()
        next(stream)
        workspace.edit("catalog/grove/cards.csv", "Root", "Rootstock")
        assert next(one for one in stream if one["changed"])["changed"] == ["card-1"]


def dribble(visitors, letter):
    """Send one more byte to each connection that is still open."""
    for one in visitors:
        with suppress(OSError):
            one.sendall(letter)


@pytest.fixture
def many_sockets():
    """This process may open as many files as the system allows it, up to twice what these tests open."""
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(8192, hard), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.usefixtures("many_sockets")
def test_a_thousand_slow_clients_do_not_block_it(preview):
    """Heads that dribble, silence, streams and answers that nobody takes, half-closed ones: pages are still served.

    When the time of these clients is over, only streams are still connected.
    """
    seconds = max(REQUEST_TIMEOUT, RESPONSE_TIMEOUT)
    started = preview("--port", "0", program=("-c", PASSING.format(seconds=seconds)))
    started.view()
    with ExitStack() as open_ones:
        heads = [
            b"GET / HTTP/1.1\r\nHost: 127",
            b"",
            ask(started, "/events"),
            ask(started, "/page.js") * 20,
            b"GET /",
        ]
        visitors = [open_ones.enter_context(started.visit(heads[number % 5])) for number in range(1000)]
        for one in visitors[4::5]:
            one.shutdown(socket.SHUT_WR)

        for _ in range(10):
            assert started.view()["components"]
            dribble(visitors[0::5], b"x")

        def left_alone():
            started.process.send_signal(signal.SIGUSR1)
            assert started.view()["components"]
            dribble(visitors[0::5], b"x")
            return started.connections() <= MAX_STREAMS

        eventually(left_alone, started.connections)
    eventually(lambda: started.connections() == 0, started.connections)
    assert started.end() == (0, "")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.usefixtures("many_sockets")
def test_too_many_connections_do_not_block_it(started):
    """Three thousand silent connections, where two thousand are allowed: the next client gets a response."""
    with ExitStack() as open_ones:
        for _ in range(3000):
            open_ones.enter_context(started.visit())
        for _ in range(10):
            assert started.view()["components"]
        eventually(lambda: started.connections() <= MAX_CONNECTIONS, started.connections)
    eventually(lambda: started.connections() == 0, started.connections)
    assert started.end() == (0, "")
