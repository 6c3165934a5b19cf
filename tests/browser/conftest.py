"""A real browser for the tests of pages: Debian's chromium, driven by Playwright, and axe-core for accessibility.

``CHROMIUM`` names another browser of its family, ``AXE_JS`` the file ``axe.min.js`` of the npm package ``axe-core``.
Where one is missing a test is skipped; in CI it fails.
"""

from __future__ import annotations

import os
import shutil
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


@pytest.fixture
def visit(chromium):
    """Open an address in a window of its own; whatever the page complains of fails the test.

    ``policy=False`` sets the page's own policy aside, so that a test can add a script to it.
    """
    pages = []

    def visit(address, *, width=1200, height=900, policy=True, **more):
        context = chromium.new_context(
            viewport={"width": width, "height": height}, bypass_csp=not policy, reduced_motion="reduce", **more
        )
        page, complaints = context.new_page(), []
        page.on("console", lambda message: message.type in {"error", "warning"} and complaints.append(message.text))
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
