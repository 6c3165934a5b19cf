"""A real browser for the tests of pages: Debian's chromium, driven by Playwright, and axe-core for accessibility.

``CHROMIUM`` names another browser of its family, ``AXE_JS`` the file ``axe.min.js`` of the npm package ``axe-core``.
Where one is missing a test is skipped; in CI it fails.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from tempfile import gettempdir

import pytest

PATIENCE = 20
"""Seconds that a slow machine may take for anything."""

READY = "html[data-ready]"
"""What a page has when its script has laid it out."""

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
    refused = any(f"status of {status}" in message.text for status in refusals)
    return message.type in {"error", "warning"} and not refused


@pytest.fixture
def visit(chromium):
    """Open an address in a window of its own; whatever the page complains of fails the test.

    ``policy=False`` sets the page's own policy aside, so that a test can add a script to it. ``refusals`` are the
    statuses with which the server may answer.
    """
    pages = []

    def visit(address, *, width=1200, height=900, policy=True, refusals=(), **more):
        context = chromium.new_context(
            viewport={"width": width, "height": height}, bypass_csp=not policy, reduced_motion="reduce", **more
        )
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


@pytest.fixture
def studio_page(tmp_path, visit):
    """The page of the studio for a new game, and the game's folder."""
    run = [sys.executable, "-m", "punchboard"]
    subprocess.run([*run, "new", "moon", "--no-build"], cwd=tmp_path, check=True, capture_output=True)
    server = subprocess.Popen(
        [*run, "edit", "moon", "--no-open", "--port", "0"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    page = visit(re.search(r"http://\S+", server.stdout.readline())[0], refusals=(409, 422))
    yield page, tmp_path / "catalog" / "moon"
    page.goto("about:blank")  # a page that is left open would complain that its server is gone
    server.send_signal(signal.SIGINT)
    server.communicate(timeout=20)


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
    page.wait_for_function("what => document.getElementById('studio-status').textContent.startsWith(what)", arg=what)


def eventually(page, holds):
    """Wait until something holds, such as what a file has."""
    for _ in range(PATIENCE * 10):
        if holds():
            return
        page.wait_for_timeout(100)
    raise AssertionError("it never held")


def changed(before, after):
    """Return the lines that differ."""
    return [line for was, line in zip(before.splitlines(), after.splitlines(), strict=True) if was != line]
