"""What changed, in a real browser: a moved box is seen before and after, and committed alone."""

from __future__ import annotations

import shutil

import pytest
from patience import eventually
from tests.browser.conftest import saved
from tests.git_repository import new_repository

pytestmark = pytest.mark.slow
sync_api = pytest.importorskip("playwright.sync_api")


@pytest.fixture(scope="module")
def shared_studio(studio_with_git):
    """The studio of this module: its folder becomes a repository."""
    return studio_with_git


@pytest.fixture
def git(shared_studio, monkeypatch):
    """Runs git in the folder of the studio, a new repository."""
    shutil.rmtree(shared_studio.workspace / ".git", ignore_errors=True)
    return new_repository(shared_studio.workspace, monkeypatch)


def committed(page, message):
    """Commit with a message, and wait until the page says so."""
    page.fill("#commit-message", message)
    page.click("#changes button[type=submit]")
    page.wait_for_function("() => document.getElementById('changes-status').textContent.startsWith('Committed as')")


def test_a_moved_box_is_seen_before_and_after_and_committed(git, studio, axe):
    """The commit has one file; afterwards nothing has changed."""
    page, file = studio
    git("add", "catalog")
    git("commit", "-qm", "one")
    page.locator("#bench [data-box=title]").focus()
    page.keyboard.press("Shift+ArrowDown")
    saved(page, "Move")
    (file.parents[4] / "other.txt").write_text("not of the game", encoding="utf-8")
    page.click("#studio-changes")
    page.wait_for_function("() => [...document.querySelectorAll('#changes img')].some((one) => one.naturalWidth > 0)")
    assert {"Before", "After"} <= set(page.locator("#changes figcaption").all_inner_texts())
    assert page.locator("#changes figure:has-text('After') .changed-area").count() > 0
    assert axe(page) == []
    file.write_text(file.read_text() + "# a note\n")  # the dialog shows an older state now
    page.fill("#commit-message", "Lower the title")
    page.click("#changes button[type=submit]")
    page.wait_for_selector("#changes-status.wrong >> text=have changed since")
    page.click("#changes >> text=Look again")
    page.wait_for_selector("#changes-status:not(.wrong):empty")
    committed(page, "Lower the title")
    page.wait_for_selector("text=Nothing has changed since the last commit.")
    assert git("show", "--format=%s", "--name-only").split("\n") == [
        "Lower the title",
        "",
        str(file.relative_to(file.parents[4])),
        "",
    ]


def test_a_first_commit_and_a_refusal_are_told(git, studio):
    """Before any commit everything is new; a hook of the repository is named and not run."""
    page, file = studio
    hook = file.parents[4] / ".git/hooks/pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\necho not today >&2\nexit 1\n", encoding="utf-8")
    hook.chmod(0o755)
    page.click("#studio-changes")
    page.wait_for_selector("text=Everything is new")
    page.fill("#commit-message", "Begin")
    page.click("#changes button[type=submit]")
    page.wait_for_selector("#changes-status.wrong")
    assert "the hook 'pre-commit'" in page.inner_text("#changes-status")
    hook.unlink()
    committed(page, "Begin")
    assert all(name.startswith(f"catalog/{file.parents[2].name}/") for name in git("ls-files").split())


def test_the_history_lists_the_steps_and_leads_to_each(studio, axe):
    """Steps in words, the newest first; choosing one undoes or does again what lies between, and the file shows it."""
    page, file = studio
    page.locator("#bench [data-box=title]").focus()
    states = [file.read_bytes()]
    for key, what in (("Shift+ArrowDown", "Move"), ("Delete", "Delete")):
        page.keyboard.press(key)
        saved(page, what)
        states.append(file.read_bytes())
    page.click("#studio-history")
    steps = page.locator("#history .steps button")
    sync_api.expect(steps).to_have_count(3)
    assert steps.nth(2).inner_text() == "As it was when you opened it"
    assert axe(page) == []
    for chosen, state in ((2, 0), (0, 2), (1, 1)):
        steps.nth(chosen).click()
        sync_api.expect(steps.nth(chosen)).to_have_attribute("aria-current", "step")
        assert file.read_bytes() == states[state]
    assert steps.nth(0).inner_text().endswith("undone")
    page.keyboard.press("Escape")
    sync_api.expect(page.locator("#history")).to_have_count(0)


def test_a_step_right_after_another_is_made_also_while_the_boxes_are_read_again(studio):
    """Boxes that were asked for before the first step, and come while it is written, are older than it."""
    page, file = studio
    held = {"boxes": [], "edit": []}
    page.route("**/boxes/**", lambda route: held["boxes"].append(route))  # noqa: PLW0108 - a method of a list cannot be a handler
    page.route("**/edit", lambda route: held["edit"].append(route))  # noqa: PLW0108 - a method of a list cannot be a handler
    table = file.parents[2] / "cards.csv"
    table.write_text(table.read_text().replace("Tinker,", "Tinkerer,"))  # the page reads all again
    eventually(lambda: page.evaluate("true") and held["boxes"])
    old = [(route, route.fetch()) for route in held["boxes"]]
    page.unroute("**/boxes/**")
    page.locator("#bench [data-box=title]").focus()
    page.keyboard.press("Shift+ArrowDown")
    eventually(lambda: page.evaluate("true") and held["edit"])
    for route, answer in old:
        with page.expect_event("requestfinished", lambda one, route=route: one.url == route.request.url):
            route.fulfill(response=answer)
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    page.route("**/boxes/**", lambda route: None)  # what is read after the step does not come yet
    page.unroute("**/edit")
    held["edit"][0].continue_()
    saved(page, "Move title")
    page.keyboard.press("Delete")
    saved(page, "Delete title")
    assert "title: null" in file.read_text()


def test_undo_shows_at_once_that_it_works(studio):
    """Its words are there before the program has answered, and as many steps are undone as were asked for."""
    page, file = studio
    before = file.read_bytes()
    page.locator("#bench [data-box=title]").focus()
    page.keyboard.press("Shift+ArrowDown")
    saved(page, "Move")
    page.route("**/undo", lambda route: None)  # no answer
    page.click("#studio-undo")
    sync_api.expect(page.locator("#studio-status")).to_contain_text("Undoing: Move")
    assert file.read_bytes() != before  # before the request goes on, as it may without the route
    page.unroute("**/undo")
