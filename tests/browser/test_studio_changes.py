"""What changed, in a real browser: a moved box is seen before and after, and committed alone."""

from __future__ import annotations

import shutil

import pytest
from tests.browser.conftest import saved
from tests.git_repository import new_repository

pytestmark = pytest.mark.slow
pytest.importorskip("playwright.sync_api")


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
