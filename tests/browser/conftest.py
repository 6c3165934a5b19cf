"""A real browser for the tests of pages: Debian's chromium, driven by Playwright, and axe-core for accessibility.

Its shell without windows, ``chromium-headless-shell``, opens a page for a quarter of the work. ``CHROMIUM`` names
another browser of its family, ``AXE_JS`` the file ``axe.min.js`` of the npm package ``axe-core``.
Where one is missing a test is skipped; in CI it fails. ``SLOW_PAGES=6`` runs the scripts of pages at a sixth of their
speed: a test that looks before the page has done its work then fails each time, not by chance.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from tempfile import NamedTemporaryFile, gettempdir
from typing import NamedTuple

import pytest
from patience import PATIENCE, eventually
from tests.browser.played import serving_files

HERE = Path(__file__).resolve().parent

PROGRAM = ("env", "--default-signal=INT", sys.executable, "-m", "punchboard")
"""The program, which an interrupt ends also where the tests were started with interrupts ignored."""

READY = "html[data-ready]"
"""What a page has when its script has laid it out."""

AXE = "node_modules/axe-core/axe.min.js"

RUN_AXE = """(every) => {
  const unasked = every ? [] : axe._audit.rules.filter(({ impact }) => ["minor", "moderate"].includes(impact));
  const rules = Object.fromEntries(unasked.map(({ id }) => [id, { enabled: false }]));
  return axe.run(document, { resultTypes: ["violations"], rules });
}"""
"""Leaves out the rules whose findings are not asked for: the impact of a rule is that of all its findings."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Mark every test in this folder.

    They run apart from others: Playwright leaves an event loop running, beside which no test can run its own.
    """
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.browser)


def missing(what):
    (pytest.fail if os.environ.get("CI") else pytest.skip)(what)


@pytest.fixture(scope="session", autouse=True)
def settings(tmp_path_factory):
    """The games that tests open are not added to the recent games of the user."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PUNCHBOARD_CONFIG", str(tmp_path_factory.mktemp("settings")))
        yield


@pytest.fixture(scope="session")
def chromium():
    """Debian's chromium, without a window."""
    sync_api = pytest.importorskip("playwright.sync_api")
    path = os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if path is None:
        missing("chromium is not installed: apt-get install chromium-headless-shell")
    sync_api.expect.set_options(timeout=PATIENCE * 1000)
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path,
            args=["--no-sandbox"],  # tests may run as root
            timeout=PATIENCE * 1000,
        )
        try:
            yield browser
        finally:
            browser.close()


@pytest.fixture
def new_page(chromium):
    """Open a page in a context of its own with the given options; all are closed after the test."""
    contexts = []

    def new_page(**options):
        context = chromium.new_context(**options)
        contexts.append(context)
        context.set_default_timeout(PATIENCE * 1000)
        page = context.new_page()
        if slower := os.environ.get("SLOW_PAGES"):
            context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": float(slower)})
        return page

    try:
        yield new_page
    finally:
        for context in contexts:
            context.close()


OUTDATED = r"status of 404 .*/g/[^/]+/(face|low|boxes|lifted|on-card|page)/"
"""The refusal of a part of a game that was deleted while the page asked for it: the page hears of that next."""


def told(message):
    """Return what a line of the console says, and of what."""
    return f"{message.text} {message.location['url']}"


def complains(message, refusals):
    """Return whether a line of the console is a complaint; the browser also notes each answer that is a refusal."""
    refused = any(re.search(f"status of {one}" if isinstance(one, int) else one, told(message)) for one in refusals)
    return message.type in {"error", "warning"} and not refused


@pytest.fixture
def web_host(web_app, tmp_path):
    """A static host with the app in a sub-path."""
    (tmp_path / "host" / "tools").mkdir(parents=True)
    (tmp_path / "host" / "tools" / "cards").symlink_to(web_app)
    with serving_files(tmp_path / "host") as host:
        yield host


@pytest.fixture
def web_address(web_host):
    """The address of the app."""
    return f"{web_host.address}tools/cards/"


@pytest.fixture
def visit(new_page):
    """Open an address in a window of its own; whatever the page complains of fails the test.

    ``policy=False`` sets the page's own policy aside, so that a test can add a script to it. ``refusals`` are the
    statuses with which the server may answer, patterns such as ``OUTDATED``, and ``net::ERR`` when it may not answer
    at all.
    """
    complaints = []

    def visit(address, *, width=1200, height=900, policy=True, refusals=(), **more):
        look = {"reduced_motion": "reduce", **more}
        page = new_page(viewport={"width": width, "height": height}, bypass_csp=not policy, **look)
        page.on("console", lambda message: complains(message, refusals) and complaints.append(told(message)))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(address)
        page.wait_for_selector(READY)
        return page

    yield visit
    assert complaints == []


@pytest.fixture(scope="session")
def axe():
    """Return a function that runs axe-core on a page and gives (rule, impact, where) of serious findings, or of all."""
    path = Path(os.environ.get("AXE_JS") or Path(gettempdir(), "punchboard-tools", AXE))
    if not path.is_file():
        missing(f"{path} is not there: npm install axe-core, and name its axe.min.js as AXE_JS")
    source = path.read_text(encoding="utf-8")

    def axe(page, *, every=False):
        if page.evaluate("typeof axe === 'undefined'"):
            page.evaluate(f"{source};0")
        found = page.evaluate(RUN_AXE, every)
        return [
            (one["id"], one["impact"], [node["target"] for node in one["nodes"]])
            for one in found["violations"]
            if every or one["impact"] in {"serious", "critical"}
        ]

    return axe


@contextmanager
def serving(log, *words, cwd=None):
    """Run a command that serves pages, and give its address. It is interrupted as by Ctrl-C, and must end without news.

    Args:
        log: the file for its output, which does not exist yet.
        words: the command and its options.
        cwd: the folder in which it runs.
    """
    with log.open("wb") as out:
        server = subprocess.Popen((*PROGRAM, *words), cwd=cwd, stdout=out, stderr=out)

    def address():
        assert server.poll() is None, log.read_text()
        return re.search(r"http://\S+(?= .*\n)", log.read_text())

    try:
        yield eventually(address, log.read_text)[0]
        server.send_signal(signal.SIGINT)
        assert (server.wait(PATIENCE), log.read_text().count("\n")) == (0, 1), log.read_text()
    finally:
        if server.poll() is None:
            server.kill()
            server.wait()


@pytest.fixture(scope="session")
def tables(made_once):
    """The folder in which the tables of the games are built, each once."""
    return made_once("tables", lambda folder: None)[0]


def started(*words, cwd=None, program=("-m", "punchboard")):
    """Start a command that serves pages, and return its process and the address that it says.

    ``program`` is what Python runs instead of the installed one.
    """
    command = ["env", "--default-signal=INT", sys.executable, *map(str, program), *words]
    with NamedTemporaryFile() as log:
        process = subprocess.Popen(command, cwd=cwd, stdout=log, stderr=log, start_new_session=True)

        def address():
            said = Path(log.name).read_text(encoding="utf-8")
            assert process.poll() is None, said
            return re.search(r"http://\S+(?=.*\n)", said)

        try:
            return process, eventually(address, Path(log.name).read_text)[0]
        except BaseException:
            ended(process)
            raise


def ended(process):
    """Interrupt a command that serves pages; what it leaves behind is killed."""
    try:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
        process.wait(PATIENCE)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


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
        ended(self.process)


def started_studio(workspace, port=0, program=("-m", "punchboard")):
    """Start the studio of a workspace."""
    return Studio(workspace, *started("edit", "--no-open", "--port", f"{port}", cwd=workspace, program=program))


@pytest.fixture(scope="session")
def moon(made_once):
    """The folder of a new game as the command makes it, to be copied."""
    run = [sys.executable, "-m", "punchboard", "new", "moon", "--no-build"]

    def fill(workspace):
        subprocess.run(run, cwd=workspace, check=True, capture_output=True)

    return made_once("moon", fill)[0] / "catalog" / "moon"


@contextmanager
def studio_of(game, workspace):
    """Run the studio of a folder with a copy of a game."""
    shutil.copytree(game, workspace / "catalog" / game.name)
    studio = started_studio(workspace)
    try:
        yield studio
    finally:
        studio.end()


@pytest.fixture(scope="session")
def shared_studio(moon, tmp_path_factory):
    """A studio for all tests; each edits a game of its own, and nothing outside of it."""
    with studio_of(moon, tmp_path_factory.mktemp("studio")) as studio:
        yield studio


@pytest.fixture(scope="module")
def studio_with_git(moon, tmp_path_factory):
    """A studio for the tests of a module that make its folder a repository."""
    with studio_of(moon, tmp_path_factory.mktemp("studio")) as studio:
        yield studio


@pytest.fixture
def lone_studio(visit):
    """Returns a function that opens the studio of a workspace with one game, as its designer sees it."""
    studios, pages = [], []

    def lone_studio(workspace, **more):
        studios.append(started_studio(workspace))
        pages.append(visit(studios[-1].address, refusals=(OUTDATED,), **more))
        return pages[-1]

    try:
        yield lone_studio
        for page in pages:
            page.goto("about:blank")  # a page that is left open would complain that its server is gone
    finally:
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
    return lambda refusals=(409, 422, OUTDATED), **more: visit(shared_studio.of(game), refusals=refusals, **more)


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


def use_theme(page, name):
    """Take a theme from the contact sheet, and wait until it is written."""
    page.click("#theme-choose")
    page.click(f"button[data-theme='{name}']")
    saved(page, f"Use theme {name}")


HEARD = """(what) => {
  const line = document.querySelector("#studio-status");
  const isNew = line.firstChild && !line.firstChild.heard && line.textContent.startsWith(what);
  if (isNew) line.firstChild.heard = true; // each report is a new text
  return isNew;
}"""


def saved(page, what):
    """Wait until the page says what was done, in words that no test has waited for: not those of a step before."""
    eventually(
        lambda: page.evaluate(HEARD, what),
        lambda: f"the page says {page.text_content('#studio-status')!r}, not {what!r}, or has said it before",
    )


def new_picture(page, selector, before):
    """Wait until a picture has another address than before and is loaded; return its address."""
    script = """([selector, before]) => {
      const image = document.querySelector(selector);
      const now = image?.getAttribute("src");
      return now && now !== before && image.complete && image.naturalWidth > 0 ? now : null;
    }"""
    return wait_until(page, script, [selector, before])


def wait_until(page, script, arg=None):
    """Return what a script returns as soon as it is true.

    Playwright's own waiting evaluates text in the page, which the policy of the preview and of built pages forbids.
    """
    return eventually(lambda: page.evaluate(script, arg), script)


def changed(before, after):
    """Return the lines that differ."""
    return [line for was, line in zip(before.splitlines(), after.splitlines(), strict=True) if was != line]
