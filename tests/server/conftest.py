"""Two small games in a workspace, as a designer has them, to be previewed and changed."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import NamedTuple

import pytest
from patience import PATIENCE, eventually
from starlette.testclient import TestClient

from punchboard.server.http.app import preview_app
from punchboard.server.http.server import HOST
from punchboard.server.preview_games import PreviewGames

LISTENS = "0A"
"""The state of a socket that accepts connections, in Linux's table of sockets."""

PORT = 8713
HERE = f"http://127.0.0.1:{PORT}"

GAME = """\
title: The {name}
version: 0.1.0
players: {{range: 2-4, prototype: for a test}}
lists:
  realm:
    prototype: for a test
    entries: {{ember: {{name: Ember, colour: "#a3282f"}}, tide: {{name: Tide, colour: "#9fd4f0"}}}}
kinds:
  card:
    name: Card
    shape: poker
    face: card
    back: back
    id: "card-{{{{ nr }}}}"
    prototype: for a test
    fields:
      nr: {{type: integer, min: 1}}
      title: {{type: text}}
      realm: {{one of: realm, default: ember}}
      text: {{type: text}}
    rows: cards.csv
decks:
  deck: {{name: the deck, contains: "kind == 'card'"}}
"""
CARDS = """\
nr,copies,title,realm,text
1,1,Root,ember,Draw two cards.
2,3,Branch,tide,Discard a card.
3,1,Crown,tide,Win the trick.
"""
FACE = """\
boxes:
  title: {at: [6, 6], size: [40, 8], text: "{{ title }}", style: title}
  mark: {at: [6, 20], size: [10, 10], shape: circle, fill: "{{ realm.colour }}"}
  text: {at: [7, 36], size: [49.5, 40], text: "{{ text }}", style: rules}
"""
BACK = """\
boxes:
  ground: {area: bleed, fill: "#345678"}
"""


def processes(session):
    """Return the running processes of a session, which has the number of its first process."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended meanwhile
            fields = (process / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
            if int(fields[3]) == session and fields[0] not in {"Z", "X"}:
                found.append(int(process.name))
    return found


class Preview:
    """A running preview, or another command that serves pages; its output goes to files in a folder."""

    def __init__(self, workspace, output, *options, command="preview", program=("-m", "punchboard")):
        words = [sys.executable, *program, command, "--no-open", "--workspace", str(workspace), *options]
        self.out, self.err, self.streams = output / "stdout", output / "stderr", []
        with self.out.open("w") as out, self.err.open("w") as err:
            # in another folder the game would be untrusted
            self.process = subprocess.Popen(
                words, cwd=workspace, stdout=out, stderr=err, text=True, start_new_session=True
            )
        try:
            eventually(lambda: "\n" in self.out.read_text() or self.process.poll() is not None, "its address")
            self.line = self.out.read_text()
            found = re.search(r"http://127\.0\.0\.1:(\d+)/(?:\?token=(\S+))?", self.line)
            assert found is not None, self.line + self.err.read_text()
        except BaseException:
            self.end(signal.SIGKILL)
            raise
        self.port, self.token = int(found[1]), found[2]

    def get(self, path, **headers):
        """Return status and body of a response."""
        connection = http.client.HTTPConnection(HOST, self.port, timeout=PATIENCE)
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        found = answer.status, answer.read()
        connection.close()
        return found

    def send(self, raw):
        """Return the response to raw bytes, read until the server closes the connection."""
        with socket.create_connection((HOST, self.port), timeout=PATIENCE) as own:
            found = b""
            with suppress(ConnectionError):  # a server that refuses a request need not read all of it
                own.sendall(raw)
            with suppress(ConnectionError):
                while data := own.recv(65536):
                    found += data
            return found

    def visit(self, raw=b""):
        """Return a connection that has sent some bytes and reads nothing."""
        own = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        own.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)  # so that the server's response soon blocks
        own.settimeout(PATIENCE)
        own.connect((HOST, self.port))
        own.sendall(raw)
        return own

    def connections(self):
        """Return how many connections the process has open, by the files that it has open."""
        own = set()
        for file in Path(f"/proc/{self.process.pid}/fd").iterdir():
            with suppress(FileNotFoundError):  # closed meanwhile
                own.add(os.readlink(file))  # noqa: PTH115 - not a path but as socket:[4711]
        table = Path(f"/proc/{self.process.pid}/net/tcp").read_text(encoding="utf-8").splitlines()[1:]
        sockets = [line.split() for line in table]
        return sum(f"socket:[{fields[9]}]" in own for fields in sockets if fields[3] != LISTENS)

    def processes(self):
        """Return the processes that it started and itself, as far as they run."""
        return processes(self.process.pid)

    def view(self, game=""):
        """Return the view of a game."""
        return json.loads(self.get(f"/view.json{f'?game={game}' if game else ''}")[1])

    def events(self):
        """Yield the data of events as they arrive, the greeting's first."""
        connection = http.client.HTTPConnection(HOST, self.port, timeout=PATIENCE)
        connection.request("GET", "/events")
        stream = connection.getresponse()
        self.streams += [stream, connection]
        while line := stream.readline():
            if line.startswith(b"data: "):
                yield json.loads(line[6:])

    def end(self, how=signal.SIGINT):
        """Stop it; return its status and its standard error."""
        try:
            if self.process.poll() is None:
                self.process.send_signal(how)
            self.process.wait(PATIENCE)
        finally:
            self.process.kill()
            self.process.wait()
            for one in self.streams:
                one.close()
        return self.process.returncode, self.err.read_text()


class Workspace(NamedTuple):
    """A folder with games, and methods to change it."""

    path: Path

    def write(self, file, text):
        """Write a file by its path in the workspace; return its full path."""
        path = self.path / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def edit(self, file, old, new):
        """Replace a text that the file contains; return the file's full path."""
        text = (self.path / file).read_text(encoding="utf-8")
        assert old in text
        return self.write(file, text.replace(old, new))

    def tree(self):
        """Return all files with their bytes."""
        return {path: path.read_bytes() for path in sorted(self.path.rglob("*")) if path.is_file()}


def game(workspace, name):
    """Write a game of three cards."""
    workspace.write(f"catalog/{name}/game.yaml", GAME.format(name=name.title()))
    workspace.write(f"catalog/{name}/cards.csv", CARDS)
    workspace.write(f"catalog/{name}/layouts/faces/card.yaml", FACE)
    workspace.write(f"catalog/{name}/layouts/faces/back.yaml", BACK)


@pytest.fixture
def workspace(tmp_path):
    """A workspace with the games grove and shore."""
    found = Workspace(tmp_path.resolve())
    game(found, "grove")
    game(found, "shore")
    return found


@pytest.fixture
def new_game(workspace):
    """Writes another game of three cards into the workspace."""
    return lambda name: game(workspace, name)


@pytest.fixture
def done_with():
    """Runs a test with previewed games, and closes them."""

    async def done(preview_games, work):
        try:
            return await asyncio.wait_for(work(preview_games), PATIENCE)
        finally:
            await preview_games.close()

    return lambda preview_games, work: asyncio.run(done(preview_games, work))


@pytest.fixture
def preview_games(workspace):
    """The previewed games of the workspace, with a fixed salt."""
    return PreviewGames(workspace.path, salt="salt")


async def nothing(stop):
    """Watch, and report nothing."""
    await stop.wait()
    return
    yield


@pytest.fixture
def client(preview_games):
    """A client of the workspace's preview, like its page; files are not watched."""
    with TestClient(preview_app(preview_games, PORT, nothing), base_url=HERE, raise_server_exceptions=True) as client:
        yield client


@pytest.fixture
def alone(workspace):
    """The folder of a workspace with a single game."""
    shutil.move(workspace.path / "catalog" / "grove", workspace.path / "grove")
    return Workspace(workspace.path / "grove")


@pytest.fixture(autouse=True)
def interrupts():
    """What a test starts can be interrupted, also where the tests themselves cannot, as in a shell's background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def preview(workspace, tmp_path_factory):
    """Starts previews of the workspace, and stops them."""
    with ExitStack() as running:

        def preview(*options, folder=workspace.path, **how):
            started = Preview(folder, tmp_path_factory.mktemp("output"), *options, **how)
            running.callback(started.end, signal.SIGKILL)
            return started

        yield preview
