"""The page of the app beside an interpreter that is only played, on a host that says what it was asked for."""

from __future__ import annotations

import hashlib
import json
from base64 import b64encode
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from shutil import copy, copytree
from threading import Thread

STATIC = Path(__file__).resolve().parents[2] / "release" / "browser"
TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
}
LATER = "packages/font-a.zip"
"""What is kept only once it was used."""


class Host(ThreadingHTTPServer):
    """A host of static files, with what it was asked for, and what it does not give."""

    def __init__(self, folder):
        """Serve a folder of this machine."""
        super().__init__(("127.0.0.1", 0), partial(StaticFiles, directory=str(folder)))
        self.asked, self.gone = [], set()
        self.address = f"http://127.0.0.1:{self.server_port}/"


class StaticFiles(SimpleHTTPRequestHandler):
    """Gives files with the types that browsers ask for."""

    extensions_map = TYPES

    def log_message(self, *_):
        """Say nothing of what was asked."""

    def do_GET(self):
        """Give a file."""
        self.server.asked.append(self.path)
        if self.path in self.server.gone:
            self.send_error(404)
        else:
            super().do_GET()


def integrity(path):
    """Return the integrity of a file, as a browser checks it."""
    return f"sha512-{b64encode(hashlib.sha512(path.read_bytes()).digest()).decode()}"


@contextmanager
def serving_files(folder):
    """Serve the files of a folder."""
    host = Host(folder)
    thread = Thread(target=host.serve_forever)
    thread.start()
    try:
        yield host
    finally:
        host.shutdown()
        thread.join()
        host.server_close()


@contextmanager
def playing(app, first=""):
    """Serve the app with the played interpreter; ``first`` is run in its worker before it begins."""
    copytree(STATIC, app)
    copy(Path(__file__).with_name("played.mjs"), app / "start.mjs")
    for name, text in {
        "interpreter/pyodide.mjs": "export const loadPyodide = null;",
        "first.mjs": first,
        "tab.py": "",
        "page.css": "[hidden] { display: none !important; }",
        "start.css": "",
        "samples.json": json.dumps([{"name": "harbour", "title": "The Harbour"}]),
        "samples/harbour.zip": "a sample",
        LATER: "a font",
    }.items():
        (app / name).parent.mkdir(exist_ok=True)
        (app / name).write_text(text, "utf-8")
    names = [path.relative_to(app).as_posix() for path in app.rglob("*") if path.is_file()]
    files = [(name, integrity(app / name), name == LATER) for name in names if name != "offline.js"]
    worker = f'const VERSION = "1", FILES = {json.dumps(files)};\n{(STATIC / "offline.js").read_text("utf-8")}'
    (app / "offline.js").write_text(worker, "utf-8")
    with serving_files(app) as host:
        yield host


def game(name, text):
    """Return a file as an archive, which the played program opens as a game."""
    return {"name": f"{name}.zip", "mimeType": "application/zip", "buffer": text.encode()}


SEND = """([target, files, waits]) => {
  const answer = fetch(location.pathname + target, {method: "POST", body: JSON.stringify(files)});
  return waits ? answer.then((one) => one.text()) : 0; // an answer that has ended is kept
}"""


def in_studio(page):
    """Return the page of the studio, when it is there."""
    studio = page.wait_for_selector("#studio").content_frame()
    studio.wait_for_selector("text=the studio")
    return studio


def send(page, files, target="edit", *, waits=True):
    """Let the studio's page send files, which the played program writes."""
    in_studio(page).evaluate(SEND, [target, files, waits])
