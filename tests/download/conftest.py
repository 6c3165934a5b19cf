"""A server on this machine that answers each path as a test says."""

import gzip
import ssl
import subprocess
import threading
from collections.abc import Mapping
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import MappingProxyType
from typing import NamedTuple

import pytest
from patience import PATIENCE

from punchboard.download.connection import Limits, Permissions
from punchboard.problem import Place

CARDS = b"Name,Cost\nOwl,1\nFox,2\n"
PLACE = Place("catalog/grove/game.yaml", 12, 14)
LOCAL = Permissions(http=True, private=True)
SMALL = Limits(connect=PATIENCE, read=PATIENCE, total=PATIENCE, size=100_000, redirects=3)
"""Limits that only the size of an answer and the number of redirects can reach."""


class Answer(NamedTuple):
    """What the server sends for a path."""

    body: bytes = CARDS
    headers: Mapping = MappingProxyType({})
    status: int = 200
    pause: float = 0.0
    """Seconds before each byte of the body, on the server's own clock; nothing follows the last one."""
    header_pause: float = 0.0
    """Seconds before each of many header lines, on the server's own clock; no body follows."""
    silent: bool = False
    """Whether nothing is sent until the client has left."""
    length: int | None = None
    """A false Content-Length."""


class Server(NamedTuple):
    """The server: its address, the answers by path, the requests that it got, and the seconds that it has paused."""

    address: str
    answers: dict
    requests: list
    pauses: list


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        self.server.requests.append((self.path, dict(self.headers)))
        answer = self.server.answers.get(self.path, Answer(b"gone", status=404))
        with suppress(OSError):  # the client has had enough
            self._send(answer)

    def _send(self, answer):
        if answer.silent:
            self.rfile.read()  # until the client has left
            return
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(answer.body) if answer.length is None else answer.length))
        if answer.header_pause:
            self.flush_headers()
            self._send_slowly([b"X-Slow: 1\r\n"] * 90, answer.header_pause)
            return
        self.end_headers()
        if answer.pause:
            self._send_slowly([bytes([byte]) for byte in answer.body], answer.pause)
        else:
            self.wfile.write(answer.body)

    def _send_slowly(self, pieces, pause):
        for piece in pieces:
            self.server.pauses.append(pause)
            self.wfile.write(piece)
        self.rfile.read()  # until the client has left

    def log_message(self, *_):
        """Print nothing."""


def _serve(certificate=None):
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    server.daemon_threads = True
    server.answers, server.requests, server.pauses = {}, [], []
    if certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True)
        server.handle_error = lambda *_: None
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    host = "https://localhost" if certificate else "http://127.0.0.1"
    return server, Server(f"{host}:{server.server_address[1]}", server.answers, server.requests, server.pauses)


@pytest.fixture
def server():
    """Return a running server without answers."""
    running, described = _serve()
    try:
        yield described
    finally:
        running.shutdown()
        running.server_close()


@pytest.fixture(scope="session")
def certificate(need, tmp_path_factory):
    """Return the path of a self-signed certificate of localhost with its key, made for this run."""
    path = tmp_path_factory.mktemp("tls") / "localhost.pem"
    wanted = ("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2")
    about = ("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost")
    command = (need("openssl"), *wanted, *about, "-keyout", path, "-out", path.with_suffix(".crt"))
    subprocess.run(command, check=True, capture_output=True)
    path.write_bytes(path.read_bytes() + path.with_suffix(".crt").read_bytes())
    return path


@pytest.fixture
def tls_server(certificate):
    """Return a running server with a certificate that nobody has signed."""
    running, described = _serve(certificate)
    try:
        yield described
    finally:
        running.shutdown()
        running.server_close()


def bomb(size):
    """Return gzip data that unpack to many zeros."""
    return gzip.compress(b"0" * size)
