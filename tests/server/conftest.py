"""Two small games in a workspace, as a designer has them, to be previewed and changed."""

from __future__ import annotations

import asyncio
import http.client
import json
import re
import shutil
import signal
import socket
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import pytest
from starlette.testclient import TestClient

from punchboard.server.http.app import preview_app
from punchboard.server.http.server import HOST
from punchboard.server.preview_games import PreviewGames

PATIENCE = 60
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
      realm: {{one_of: realm, default: ember}}
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


class Preview:
    """A running preview."""

    def __init__(self, workspace, *options):
        command = [sys.executable, "-m", "punchboard", "preview", "--no-open", "--workspace", str(workspace), *options]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        self.process = subprocess.Popen(
            command, cwd=workspace, **pipes
        )  # in another folder the game would be untrusted
        self.line = self.process.stdout.readline()
        self.streams = []
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", self.line)
        if found is None:
            self.process.kill()
            pytest.fail(self.line + self.process.communicate()[1])
        self.port = int(found[1])

    def get(self, path, **headers):
        """Return status and body of a response."""
        connection = http.client.HTTPConnection(HOST, self.port, timeout=PATIENCE)
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        found = answer.status, answer.read()
        connection.close()
        return found

    def send(self, raw, patience=3.0):
        """Return the response to raw bytes, read until the server closes the connection or falls silent."""
        with socket.create_connection((HOST, self.port), timeout=patience) as own:
            found = b""
            try:
                own.sendall(raw)
                while data := own.recv(65536):
                    found += data
            except (TimeoutError, ConnectionError):
                pass
            return found

    def visit(self, raw=b""):
        """Return a connection that has sent some bytes and reads nothing."""
        own = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        own.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)  # so that the server's response soon blocks
        own.settimeout(PATIENCE)
        own.connect((HOST, self.port))
        own.sendall(raw)
        return own

    def resources(self):
        """Return how much memory the process uses, in MB, and how many files it has open."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024, len(
            [*Path(f"/proc/{self.process.pid}/fd").iterdir()]
        )

    def cpu_seconds(self):
        """Return how many seconds of CPU time the process has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / 100

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
        if self.process.poll() is None:
            self.process.send_signal(how)
        _, err = self.process.communicate(timeout=PATIENCE)
        for one in self.streams:
            one.close()
        return self.process.returncode, err


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


@pytest.fixture
def preview(workspace):
    """Starts previews of the workspace, and stops them."""
    with ExitStack() as running:

        def preview(*options, folder=workspace.path):
            started = Preview(folder, *options)
            running.callback(started.end, signal.SIGKILL)
            return started

        yield preview
