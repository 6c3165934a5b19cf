"""What belongs together moves together, and what a move covers is shown: by hand, and read from the file on disk."""

from __future__ import annotations

import pytest
from tests.browser.conftest import saved
from tests.browser.hand import choose, drag, open_layout

pytestmark = pytest.mark.slow
pytest.importorskip("playwright.sync_api")

PLATED = """\
boxes:
  plate: {at: [8, 10], size: [30, 8], fill: "#e0d0b0"}
  title: {at: [9, 11], size: [28, 6], text: "{{ name }}"}
  panel: {at: [8, 40], size: [40, 24], fill: "#e0d0b0"}
  first: {at: [10, 47], size: [30, 6], text: "One"}
  second: {sides: {left: 10, top: 3, below: first + 2, width: 30, height: 6}, text: "Two"}
"""


@pytest.fixture
def plates(enter, game):
    """Opens the layout of the first card, which has plates with texts, and returns the page and the layout's file."""
    file = game / "layouts" / "faces" / "card.yaml"
    file.write_text(PLATED, encoding="utf-8")
    page = enter()
    open_layout(page)
    return page, file


def shifted(*pairs):
    """Return the file with texts replaced."""
    text = PLATED
    for before, after in pairs:
        assert text.count(before) == 1
        text = text.replace(before, after)
    return text


@pytest.mark.parametrize("taken", ["plate", "title"])
def test_a_plate_and_its_text_move_together(plates, taken):
    """Whichever is dragged; undo takes both back."""
    page, file = plates
    choose(page, taken)
    drag(page, taken, 4, 5)
    saved(page, "Move ")
    assert file.read_text() == shifted(("[8, 10]", "[12, 15]"), ("[9, 11]", "[13, 16]"))
    page.click("#studio-undo")
    saved(page, "Undone: ")
    assert file.read_text() == PLATED


def test_a_text_is_dragged_without_its_plate_with_control(plates):
    """The plate stays."""
    page, file = plates
    choose(page, "title")
    page.keyboard.down("Control")
    drag(page, "title", 4, 5)
    page.keyboard.up("Control")
    saved(page, "Move title")
    assert file.read_text() == shifted(("[9, 11]", "[13, 16]"))


def test_a_panel_takes_its_texts_with_it_and_their_gaps_stay(plates):
    """The second text hangs below the first, which moves, too; a text of a panel with several moves alone."""
    page, file = plates
    choose(page, "panel")
    drag(page, "panel", 4, 5)
    saved(page, "Move ")
    moved = shifted(("[8, 40]", "[12, 45]"), ("[10, 47]", "[14, 52]"), ("left: 10", "left: 14"))
    assert file.read_text() == moved
    page.wait_for_selector("#bench [data-box=first][aria-label*='52 mm from the top']")
    page.locator("#bench [data-box=first]").focus()
    drag(page, "first", -2, 0)
    saved(page, "Move first")
    assert file.read_text() == moved.replace("[14, 52]", "[12, 52]")


def test_what_a_move_covers_is_listed_with_every_card_that_shows_it(plates):
    """The covered text has a red edge, and each card is one click away; undo clears it."""
    page, _ = plates
    choose(page, "panel")
    page.keyboard.down("Control")
    drag(page, "panel", 0, -30)
    page.keyboard.up("Control")
    saved(page, "Move panel")
    page.wait_for_selector("#bench [data-box=title].faulty")
    item = page.locator("#studio-panel .faults li", has_text="is covered by box 'panel'")
    names = item.locator("button").all_inner_texts()
    assert f"box 'title' of face 'card' is covered by box 'panel': {len(names)} cards" in item.inner_text()
    assert len(names) > 2
    item.locator("button", has_text=names[2]).click()
    page.wait_for_selector(f"#open-name:has-text('{names[2]}')")
    page.wait_for_selector("#bench [data-box=title].faulty")
    page.click("#studio-undo")
    page.wait_for_selector(".faults", state="detached")
    assert page.locator("#bench .faulty").count() == 0
