"""A real browser for the tests of pages: Debian's chromium, driven by Playwright, and axe-core for accessibility.

``CHROMIUM`` names another browser of its family, ``AXE_JS`` the file ``axe.min.js`` of the npm package ``axe-core``.
Where one is missing a test is skipped; in CI it fails.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import signal
import subprocess
import sys
from itertools import count
from pathlib import Path
from tempfile import gettempdir
from typing import NamedTuple

import pytest
from PIL import Image

PATIENCE = 20
"""Seconds that a slow machine may take for anything."""

READY = "html[data-ready]"
"""What a page has when its script has laid it out."""

PICTURES = Path(__file__).resolve().parents[2] / "docs" / "pictures"

MOST = 60
"""How much a picture may differ: another machine has other fonts for the page's own words; a missing card is more."""

AXE = "node_modules/axe-core/axe.min.js"


def missing(what):
    (pytest.fail if os.environ.get("CI") else pytest.skip)(what)


@pytest.fixture(scope="session")
def chromium():
    """Debian's chromium, without a window."""
    sync_api = pytest.importorskip("playwright.sync_api")
    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if path is None:
        missing("chromium is not installed: apt-get install chromium")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])  # tests may run as root
        yield browser
        browser.close()


def complains(message, refusals):
    """Return whether a line of the console is a complaint; the browser also notes each answer that is a refusal."""
    refused = any((f"status of {one}" if isinstance(one, int) else one) in message.text for one in refusals)
    return message.type in {"error", "warning"} and not refused


@pytest.fixture
def visit(chromium):
    """Open an address in a window of its own; whatever the page complains of fails the test.

    ``policy=False`` sets the page's own policy aside, so that a test can add a script to it. ``refusals`` are the
    statuses with which the server may answer, and ``net::ERR`` when it may not answer at all.
    """
    pages = []

    def visit(address, *, width=1200, height=900, policy=True, refusals=(), **more):
        look = {"reduced_motion": "reduce", **more}
        context = chromium.new_context(viewport={"width": width, "height": height}, bypass_csp=not policy, **look)
        page, complaints = context.new_page(), []
        page.on("console", lambda message: complains(message, refusals) and complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.set_default_timeout(PATIENCE * 1000)
        pages.append((context, complaints))
        page.goto(address)
        page.wait_for_selector(READY)
        return page

    yield visit
    for context, complaints in pages:
        context.close()
        assert complaints == []


@pytest.fixture
def is_current(differs):
    """Return a function that compares a picture of the docs with a page, or writes it."""

    def is_current(name, page):
        data = page.screenshot(animations="disabled")
        image = Image.open(io.BytesIO(data)).convert("RGB").quantize(128, dither=Image.Dither.NONE)
        out = io.BytesIO()
        image.save(out, "png", optimize=True)
        if os.environ.get("PUNCHBOARD_PICTURES") == "write":
            (PICTURES / name).write_bytes(out.getvalue())
        return not differs((PICTURES / name).read_bytes(), out.getvalue(), MOST)

    return is_current


@pytest.fixture(scope="session")
def axe():
    """Return a function that runs axe-core on a page and gives (rule, impact, where) of all serious findings."""
    path = Path(os.environ.get("AXE_JS") or Path(gettempdir(), "punchboard-tools", AXE))
    if not path.is_file():
        missing(f"{path} is not there: npm install axe-core, and name its axe.min.js as AXE_JS")
    source = path.read_text(encoding="utf-8")

    def axe(page):
        page.evaluate(f"{source};0")
        found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        return [
            (one["id"], one["impact"], [node["target"] for node in one["nodes"]])
            for one in found["violations"]
            if one["impact"] in {"serious", "critical"}
        ]

    return axe


@pytest.fixture(scope="session")
def tables(tmp_path_factory):
    """The folder in which the tables of the games are built, each once."""
    return tmp_path_factory.mktemp("tables")


class Studio(NamedTuple):
    """A running studio of all games of a workspace."""

    workspace: Path
    process: subprocess.Popen
    address: str

    def of(self, game):
        """Return the address of a game, with the token."""
        return f"{self.address}&game={game.name}"

    def end(self):
        """Stop it."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        self.process.communicate(timeout=PATIENCE)


def started_studio(workspace, port=0, program=("-m", "punchboard")):
    """Start the studio of a workspace. ``program`` is what Python runs instead of the installed one."""
    command = [sys.executable, *map(str, program), "edit", "--no-open", "--port", f"{port}"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    process = subprocess.Popen(command, cwd=workspace, **pipes)
    return Studio(workspace, process, re.search(r"http://\S+", process.stdout.readline())[0])


@pytest.fixture(scope="session")
def moon(tmp_path_factory):
    """The folder of a new game as the command makes it, to be copied."""
    workspace = tmp_path_factory.mktemp("moon")
    run = [sys.executable, "-m", "punchboard", "new", "moon", "--no-build"]
    subprocess.run(run, cwd=workspace, check=True, capture_output=True)
    return workspace / "catalog" / "moon"


@pytest.fixture(scope="module")
def shared_studio(moon, tmp_path_factory):
    """A studio for all tests of a module; each edits a game of its own."""
    workspace = tmp_path_factory.mktemp("studio")
    shutil.copytree(moon, workspace / "catalog" / "moon")
    studio = started_studio(workspace)
    yield studio
    studio.end()


@pytest.fixture
def lone_studio(visit):
    """Returns a function that opens the studio of a workspace with one game, as its designer sees it."""
    studios = []

    def lone_studio(workspace, **more):
        studios.append(started_studio(workspace))
        return visit(studios[-1].address, **more)

    yield lone_studio
    for studio in studios:
        studio.end()


NUMBERS = count(1)


@pytest.fixture
def game(shared_studio, moon):
    """The folder of a game that only this test edits."""
    return shutil.copytree(moon, shared_studio.workspace / "catalog" / f"moon-{next(NUMBERS)}")


@pytest.fixture
def enter(visit, shared_studio, game):
    """Returns a function that opens the page of this test's game."""
    return lambda refusals=(409, 422), **more: visit(shared_studio.of(game), refusals=refusals, **more)


@pytest.fixture
def studio_page(enter, game):
    """The page of the studio for a new game, and the game's folder."""
    return enter(), game


@pytest.fixture
def studio(studio_page):
    """The studio with the layout of the first card open, and the path of its face file."""
    page, game = studio_page
    page.click("#cards li button")
    page.click("#studio-edit")
    page.wait_for_selector("#bench [data-box=title]")
    return page, game / "layouts" / "faces" / "card.yaml"


def saved(page, what):
    """Wait until the page says what was done."""
    found = []

    def holds():
        found[:] = [page.text_content("#studio-status")]
        return found[0].startswith(what)

    eventually(page, holds, lambda: f"the page says {found[0]!r}, not {what!r}")


def eventually(page, holds, why=lambda: "it never held"):
    """Wait until something holds, such as what a file has; ``why`` says what was there instead."""
    for _ in range(PATIENCE * 20):
        if holds():
            return
        page.wait_for_timeout(50)
    raise AssertionError(why())


def changed(before, after):
    """Return the lines that differ."""
    return [line for was, line in zip(before.splitlines(), after.splitlines(), strict=True) if was != line]
