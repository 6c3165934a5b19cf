"""Whoever speaks to the preview by other means than a browser: forms of HTTP that hide something, crowds, storms."""

from __future__ import annotations

import os
import random
import re
import signal
import socket
import time
from contextlib import ExitStack, suppress

import pytest

from punchboard.server.connection import REQUEST_TIMEOUT, RESPONSE_TIMEOUT
from punchboard.server.events import MAX_STREAMS

METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "PROPFIND", "BREW")
IN_TIME = 2.0
"""Seconds of its processor that the server works until a request is answered, whoever else is there."""

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


@pytest.fixture
def started(preview):
    """A preview that has read its first game."""
    started = preview("--port", "0")
    started.view()
    return started


def test_forms_of_http_that_hide_something_are_refused(started):
    """Each gets one answer, the refusal, and the connection is closed: nothing after it is taken for a request."""
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


def test_what_is_hidden_behind_a_request_is_a_request_of_its_own(started):
    """Two requests in one piece get two answers in their order; what is no request after one ends the connection."""
    ask = f"GET /favicon.ico HTTP/1.1\r\nHost: 127.0.0.1:{started.port}\r\n\r\n".encode()
    assert re.findall(rb"HTTP/1\.1 (\d+)", started.send(ask + ask, 1.0)) == [b"204", b"204"]
    assert re.findall(rb"HTTP/1\.1 (\d+)", started.send(ask + b"\0\1\2\r\n\r\n", 1.0)) == [b"204", b"400"]
    assert started.end() == (0, "")


def test_a_body_is_not_read_to_its_end(started):
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


def storm(started, count, seed):
    """Send requests of all methods to all sorts of addresses, with and without bodies; return the statuses."""
    chance = random.Random(seed)
    view = started.view()
    known = [
        "/",
        "/page.js",
        "/view.json",
        "/favicon.ico",
        "/g/grove/rulebook.html",
        view["components"][0]["front"]["src"],
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
    """Return all that the disk says of a folder: every file, folder and link with its size, times and rights."""
    found = {}
    for path, folders, files in os.walk(folder):
        for name in [".", *folders, *files]:
            told = os.lstat(os.path.join(path, name))
            found[os.path.join(path, name)] = (
                told.st_mode,
                told.st_size,
                told.st_mtime_ns,
                told.st_ctime_ns,
                told.st_ino,
            )
    return found


def stormed(started, workspace, count):
    """Let a storm pass over a preview with an output beside it, and make sure that nothing was touched."""
    workspace.write("output/grove/manifest.json", "{}")
    time.sleep(0.5)
    started.view()
    before = tree(workspace.path)
    statuses = storm(started, count, 9)
    assert tree(workspace.path) == before
    assert set(statuses) <= {200, 204, 400, 404, 405, 413, 414}, set(statuses)
    assert {200, 404, 405, 413} <= set(statuses)
    assert started.end() == (0, "")


def test_a_storm_of_requests_changes_nothing_on_the_disk(started, workspace):
    """All methods, addresses that lead out, bodies: afterwards not even a time of a file is another."""
    stormed(started, workspace, 150)


@pytest.mark.slow
def test_a_long_storm_of_requests_changes_nothing_on_the_disk(started, workspace):
    """The same with three thousand."""
    stormed(started, workspace, 3000)


def ask(started, path):
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{started.port}\r\n\r\n".encode()


def test_a_page_is_told_of_changes_though_all_streams_are_taken(started, workspace):
    """More never-read streams than there may be: the last page to come is told all the same."""
    with ExitStack() as visitors:
        for _ in range(MAX_STREAMS + 5):
            visitors.enter_context(started.visit(ask(started, "/events")))
        stream = started.events()
        next(stream)
        workspace.edit("catalog/grove/cards.csv", "Root", "Rootstock")
        assert next(one for one in stream if one["changed"])["changed"] == ["card-1"]


def dribble(visitors, letter):
    """Send one more letter to each connection that is still there; return how many are."""
    left = 0
    for one in visitors:
        try:
            one.sendall(letter)
            left += 1
        except OSError:
            pass
    return left


def fewer(started, most):
    """Wait until the server has fewer open files, and tell whether it has; a busy machine sees to it late."""
    end = time.monotonic() + 30
    while started.used()[1] >= most and time.monotonic() < end:
        time.sleep(0.2)
    return started.used()[1] < most


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs as many open files as POSIX systems allow")
def test_a_thousand_slow_visitors_do_not_stop_it(started, record_testsuite_property):
    """Heads that dribble, silence, streams and answers that nobody takes, half-closed ones: a page is served in time.

    They cost less than 100 MB in all, and are gone when their time is over.
    """
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, hard), hard))
    memory, files = started.used()
    taken, most = [], memory
    try:
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
            began = time.monotonic()
            while time.monotonic() - began < max(REQUEST_TIMEOUT, RESPONSE_TIMEOUT) + 5:
                worked = started.worked()
                assert started.view()["components"]
                taken.append(started.worked() - worked)
                most = max(most, started.used()[0])
                dribble(visitors[0::5], b"x")
                time.sleep(0.5)
            assert fewer(started, files + MAX_STREAMS + 20)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    record_testsuite_property("most seconds of the processor until an answer", round(max(taken), 3))
    record_testsuite_property("more memory in MB", round(most - memory, 1))
    assert max(taken) < IN_TIME
    assert most - memory < 100
    assert fewer(started, files + 20)  # its helpers have begun meanwhile
    assert started.end() == (0, "")


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs as many open files as POSIX systems allow")
def test_more_visitors_than_there_is_room_for_do_not_stop_it(started):
    """Three thousand silent connections where two thousand have room: whoever comes next is answered at once."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(8192, hard), hard))
    try:
        with ExitStack() as open_ones:
            for _ in range(3000):
                open_ones.enter_context(started.visit())
            for _ in range(10):
                worked = started.worked()
                assert started.view()["components"]
                assert started.worked() - worked < IN_TIME
            assert started.used()[1] < 2600
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert started.end() == (0, "")
