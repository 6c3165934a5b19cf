"""The studio in other ways than with a mouse at a desk: keyboard alone, a finger on a phone, forced colours, dark."""

from __future__ import annotations

import re

import pytest
from patience import eventually
from tests.browser.conftest import changed, saved
from tests.browser.hand import Finger, Picture, box, drag, open_layout, press_at_once, rectangle

pytestmark = [
    pytest.mark.slow,
    pytest.mark.long,
]  # run before a release: the flows of the other modules are run for each change
pytest.importorskip("playwright.sync_api")

PLAIN = """\
boxes:
  red: {at: [8, 10], size: [16, 8], fill: "#b03030"}
  blue: {at: [30, 30], size: [20, 12], fill: "#3030b0"}
"""
PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


@pytest.fixture
def face(game):
    """The layout of the cards, with two plain boxes."""
    file = game / "layouts" / "faces" / "card.yaml"
    file.write_text(PLAIN, encoding="utf-8")
    return file


def focus(page):
    """Return what the element with the focus is called."""
    return page.evaluate("(({id, dataset, ariaLabel}) => id || dataset.box || ariaLabel || '')(document.activeElement)")


def tab_to(page, what, most=40):
    """Press Tab until an element has the focus, and fail when it is out of reach."""
    seen = []
    for _ in range(most):
        if seen[-1:] == [what]:
            return
        page.keyboard.press("Tab")
        seen.append(focus(page))
    raise AssertionError(f"{what} is not among {seen}")


def test_a_box_is_moved_without_a_mouse(enter, face):
    """From the opened page to the moved box on disk, undone and done again, with keys only."""
    page = enter()
    for _ in range(60):  # to the first card: the cards are one stop
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('#cards li') !== null"):
            break
    page.keyboard.press("Enter")
    page.wait_for_selector("#open[open]")
    picture = Picture(page)
    page.keyboard.press("e")
    page.wait_for_selector(box("blue"))
    tab_to(page, "blue")
    press_at_once(page, "Shift+ArrowDown", "Shift+ArrowDown", "ArrowRight")
    saved(page, "Move blue")
    after = PLAIN.replace("at: [30, 30]", "at: [30.1, 32]")
    assert face.read_text() == after
    picture.changes(30, 30, 50.1, 44)
    assert focus(page) == "blue"
    page.keyboard.press("Control+z")
    saved(page, "Undone: Move blue")
    assert face.read_text() == PLAIN
    picture.is_back()
    page.keyboard.press("Control+Shift+z")
    saved(page, "Done again: Move blue")
    assert face.read_text() == after
    page.keyboard.press("Delete")
    saved(page, "Delete blue")
    assert "blue" not in face.read_text()
    page.keyboard.press("Escape")
    eventually(lambda: page.evaluate("document.activeElement.closest('#cards li') !== null"))
    assert page.is_hidden("#open")


def test_a_style_is_changed_without_a_mouse(enter, face):
    """Enter goes from a box to its values, so that Tab need not pass the other boxes, which would choose them."""
    page = enter()
    open_layout(page)
    picture = Picture(page)
    page.locator(box("red")).focus()
    page.keyboard.press("Enter")
    tab_to(page, "Height of red in mm", most=40)
    page.keyboard.press("Control+a")
    page.keyboard.type("14")
    page.keyboard.press("Enter")
    saved(page, "Resize red")
    assert changed(PLAIN, face.read_text()) == ['  red: {at: [8, 10], size: [16, 14], fill: "#b03030"}']
    picture.changes(8, 18, 24, 24)
    eventually(lambda: focus(page) == "Height of red in mm")


@pytest.fixture
def phone(enter, face):
    """A phone with the layout of the first card open, and a finger."""
    page = enter(**PHONE)
    page.locator("#cards li button").first.tap()
    page.locator("#studio-edit").tap()
    page.wait_for_selector(box("blue"))
    return page, face, Finger(page)


def test_a_box_is_dragged_with_a_finger(phone):
    """The box follows the finger, the page does not scroll away under it, and the file has the place on release."""
    page, file, finger = phone
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    picture = Picture(page)
    scrolled = page.evaluate("[scrollY, document.querySelector('#open').scrollTop]")
    finger.pull("blue", 4, 9.2)
    saved(page, "Move blue")
    (line,) = changed(PLAIN, file.read_text())
    x, y = map(float, re.search(r"blue: \{at: \[([\d.]+), ([\d.]+)\]", line).groups())
    assert abs(x - 34) < 1.3  # a finger is not exact, and boxes snap
    assert abs(y - 39.2) < 1.3
    picture.changes(30, 30, x + 20, y + 12)
    assert page.evaluate("[scrollY, document.querySelector('#open').scrollTop]") == scrolled
    page.locator("#studio-undo").tap()
    saved(page, "Undone: Move blue")
    assert file.read_text() == PLAIN
    picture.is_back()


def test_a_chosen_box_is_resized_with_a_finger(phone):
    """A tap chooses it; its handles are large enough to be hit beside their middle."""
    page, file, finger = phone
    page.locator(box("blue")).tap()
    page.wait_for_selector(f"{box('blue')} [data-handle=se]")
    x, y, width, height = rectangle(page, f"{box('blue')} [data-handle=se]")
    assert (
        page.evaluate(
            "([x, y]) => document.elementFromPoint(x, y).dataset.handle", [x + width / 2 + 10, y + height / 2 + 10]
        )
        == "se"
    )
    picture = Picture(page)
    finger.pull("blue", 3.4, 20, "se")
    saved(page, "Resize blue")
    (line,) = changed(PLAIN, file.read_text())
    wide, high = map(float, re.search(r"size: \[([\d.]+), ([\d.]+)\]", line).groups())
    assert "at: [30, 30]" in line
    assert abs(wide - 23.4) < 1.3
    assert abs(high - 32) < 1.3
    picture.changes_within(29.8, 30, 30.2 + wide, 30.2 + high)


def test_a_drag_with_a_finger_ends_when_a_call_comes_in(phone):
    """The system takes the touch away: the box is where it was, and nothing is written."""
    page, file, finger = phone
    before = rectangle(page, box("blue"))
    middle = (before[0] + 20, before[1] + 20)
    finger.press(middle, (middle[0] + 30, middle[1] + 40))
    eventually(lambda: rectangle(page, box("blue"))[1] > before[1] + 20)
    finger.lose()
    eventually(lambda: rectangle(page, box("blue")) == before)
    page.locator(box("red")).focus()
    page.keyboard.press("Shift+ArrowDown")
    saved(page, "Move red")
    assert file.read_text() == PLAIN.replace("at: [8, 10]", "at: [8, 11]")  # and nothing else was written


def test_a_cell_is_changed_on_a_phone(enter, game):
    """The table is in a box of its own that scrolls; a tap chooses a cell, another one edits it."""
    table = game / "cards.csv"
    before = table.read_text()
    page = enter(**PHONE)
    page.locator("#tab-table").tap()
    cell = page.locator(".line[aria-rowindex='2'] [role=gridcell]").first
    cell.tap()
    picture = Picture(page, ".deck-side .card-picture .face img")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    cell.tap()
    page.locator(".line .editing textarea").fill("Wayfinder")
    page.keyboard.press("Enter")
    saved(page, "Change name of Pathfinder")
    assert table.read_text() == before.replace("Pathfinder,", "Wayfinder,")
    picture.changes_within(5, 5, 58.5, 82)  # its art is made from the name


SIGHTS = {
    "dark": {"color_scheme": "dark"},
    "forced colours": {"forced_colors": "active"},
    "more contrast, large text": {"contrast": "more", "width": 600, "height": 800},
    "motion": {"reduced_motion": "no-preference"},
}


@pytest.mark.parametrize("sight", SIGHTS)
def test_boxes_are_seen_and_dragged_with_other_sights(enter, face, axe, sight):
    """Chosen boxes have other lines than the rest; the card itself is drawn as it is printed."""
    page = enter(**SIGHTS[sight])
    open_layout(page)
    picture = Picture(page)
    drag(page, "red", 3, 20)
    saved(page, "Move red")
    assert changed(PLAIN, face.read_text()) == ['  red: {at: [11, 30], size: [16, 8], fill: "#b03030"}']
    picture.changes(8, 10, 27, 38)
    lines = """name => {
      const it = getComputedStyle(document.querySelector(name));
      return [it.borderTopStyle, it.borderTopWidth, it.borderTopColor];
    }"""
    chosen, other = (page.evaluate(lines, box(name)) for name in ("red", "blue"))
    assert chosen[:2] == ["solid", "2px"]
    assert other[:2] == ["dashed", "1px"]
    assert chosen[2] != "rgba(0, 0, 0, 0)"
    assert axe(page) == []
