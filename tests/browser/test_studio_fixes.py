"""Buttons that fix a problem, while another program works on the same table."""

from __future__ import annotations

import pytest
from patience import eventually
from tests.browser.conftest import saved

pytestmark = pytest.mark.slow
pytest.importorskip("playwright.sync_api")


def test_a_fix_follows_its_row_and_a_problem_leads_to_its_own_card(enter, game):
    """A spreadsheet program moves the rows under the list of problems; each button still means the same card."""
    page, file = enter(), game / "cards.csv"
    lines = file.read_text().splitlines(keepends=True)
    wrong = [lines[0], lines[1].replace(",finder,", ",findr,"), *lines[2:]]
    assert wrong != lines
    file.write_text("".join(wrong))
    page.click("#tab-problems")
    page.wait_for_selector("#panel-problems .problem .fix")
    moved = [wrong[0], *wrong[2:], wrong[1]]
    file.write_text("".join(moved))
    page.wait_for_function(
        "line => document.querySelector('#panel-problems .problem .place')?.textContent.includes(line)",
        arg=f"cards.csv:{len(moved)}",
    )
    card = page.locator("#panel-problems .problem .acts button").first
    eventually(lambda: card.inner_text().strip() == lines[1].split(",")[0], card.inner_text)
    again = [moved[0], moved[-1], *moved[1:-1]]
    file.write_text("".join(again))
    page.locator("#panel-problems .problem .fix").first.click()
    saved(page, "Write 'finder'")
    assert file.read_text() == "".join(lines)


def test_a_problem_is_ignored_with_a_reason(enter, game):
    """The button asks why, the reason is in game.yaml, the problem is gone; undo brings it back."""
    page, file = enter(), game / "game.yaml"
    before = file.read_text()
    cards = game / "cards.csv"
    cards.write_text(cards.read_text().replace("Tinker,", f"Tinker{' of all the old trees' * 12},"))
    page.click("#tab-problems")
    problem = page.locator("#panel-problems .problem", has_text="FIT001")
    problem.locator(".ignore").first.click()
    page.wait_for_selector("dialog.conflict[open]")
    page.keyboard.press("Tab")
    page.fill("#ignore-reason", "it is a joke")
    page.click("dialog.conflict button[type=submit]")
    saved(page, "Ignore FIT001: saved")
    page.wait_for_selector("dialog.conflict", state="detached")
    assert file.read_text() == before.replace(
        "  PROSE005: {warning: the rulebook is being written}\n",
        "  PROSE005: {warning: the rulebook is being written}\n  FIT001: {off: it is a joke}\n",
    )
    eventually(lambda: problem.count() == 0, lambda: page.inner_text("#panel-problems"))
    page.click("#studio-undo")
    saved(page, "Undone: Ignore FIT001")
    assert file.read_text() == before
    problem.first.wait_for()
