"""The page of `diff --pictures`, opened from the disk in a real browser."""

from __future__ import annotations

import shutil
import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow

CHANGES = {
    "game.yaml": (("theme: meadow", "theme: tide"), ("colour: blue", 'colour: "#7a2f8f"')),
    "cards.csv": (("Look at the top two", "Look at the top three"), ("Tinker,", "Smith,")),
}


@pytest.fixture(scope="module")
def changes(made_once, moon):
    """The page of a new game in which a text and the colours changed, and a card has another name."""

    def fill(workspace):
        shutil.copytree(moon.parents[1], workspace, dirs_exist_ok=True)
        shutil.copytree(moon.parents[1], workspace / "old")
        for name, edits in CHANGES.items():
            file = workspace / "catalog" / "moon" / name
            text = file.read_text("utf-8")
            for old, new in edits:
                assert old in text
                text = text.replace(old, new)
            file.write_text(text, "utf-8")
        command = [sys.executable, "-m", "punchboard", "diff", "old", "--pictures"]
        subprocess.run(command, cwd=workspace, check=True, capture_output=True)

    return (made_once("changes-page", fill)[0] / "output" / "changes.html").as_uri()


@pytest.fixture
def look(new_page):
    """Open an address; whatever the page complains of fails the test."""
    complaints = []

    def look(address, *, width=1280, **more):
        page = new_page(viewport={"width": width, "height": 900}, **more)
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(address)
        return page

    yield look
    assert complaints == []


def test_the_page_needs_no_script_and_keeps_its_own_policy(changes, look):
    """Every picture is drawn, each with a text; nothing is fetched, and nothing is refused."""
    page = look(changes, java_script_enabled=False)
    requests = []
    page.on("request", lambda request: requests.append(request.url))
    page.reload()
    assert [url for url in requests if not url.startswith(("file:", "data:"))] == []
    assert page.locator(".counts").inner_text().split() == ["3", "changed", "1", "new", "1", "gone"]
    assert page.get_by_role("img", name="Before: front of Pathfinder").count() == 1
    assert page.get_by_role("img", name="After: front of Pathfinder").count() == 1
    assert page.locator("del mark").first.inner_text() == "two"


def test_blink_and_difference_lay_the_pictures_over_each_other(changes, look):
    """With the keyboard: an arrow key chooses the next way to compare."""
    page = look(changes, java_script_enabled=False)

    def places():
        before, after = page.locator(".both").first.locator("figure").all()
        return before.bounding_box()["x"], after.bounding_box()["x"]

    beside = places()
    assert beside[0] < beside[1]
    page.locator("#view-pair").focus()
    page.keyboard.press("ArrowRight")
    assert page.locator("#view-blink").is_checked()
    assert places() == (beside[0], beside[0])
    page.keyboard.press("ArrowRight")
    assert page.locator("#view-difference").is_checked()
    assert places() == (beside[0], beside[0])


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_the_page_fits_and_can_be_used_by_everyone(changes, look, axe, scheme, width):
    """On a phone and on a desktop nothing is wider than the window; axe has no serious finding in any view."""
    page = look(changes, width=width, color_scheme=scheme, bypass_csp=True)
    for view in ("pair", "blink", "difference"):
        page.locator(f"#view-{view}").check(force=True)
        assert page.evaluate("document.documentElement.scrollWidth") == width
        assert axe(page) == []
