"""The studio in a real browser: boxes are moved as a person does it, and the game's own file has the change."""

from __future__ import annotations

import pytest
import yaml
from patience import eventually
from tests.browser.conftest import changed, saved
from tests.browser.hand import drag, press_at_once, rectangle, scale, take

pytestmark = pytest.mark.slow
pytest.importorskip("playwright.sync_api")

TITLE = "#bench [data-box=title]"
PLATED = ("title", "title-plate")


def test_a_box_is_dragged_and_undone(studio):
    """The drag changes the text and its plate, undo gives the original bytes, and the token is not in the address."""
    page, file = studio
    before = file.read_text()
    assert "token" not in page.url
    box = page.locator(TITLE).bounding_box()
    page.mouse.move(box["x"] + 40, box["y"] + 8)
    page.mouse.down()
    page.mouse.move(box["x"] + 70, box["y"] + 60, steps=4)
    page.mouse.up()
    saved(page, "Move title, title-plate")
    sides = {name: box["sides"] for name, box in yaml.safe_load(file.read_text())["boxes"].items() if name in PLATED}
    assert sides["title"]["top"] == sides["title-plate"]["top"] > 6
    page.click("#studio-undo")
    saved(page, "Undone")
    assert file.read_text() == before


def test_a_box_is_moved_by_keys_and_by_numbers(studio):
    """Arrow keys are one step when they pause; a number typed in the panel is another."""
    page, file = studio
    before = file.read_text()
    page.locator(TITLE).focus()
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") + 60_000)
    page.keyboard.press("ArrowDown")
    page.clock.run_for(400)
    page.keyboard.press("Shift+ArrowDown")
    page.clock.run_for(400)
    assert file.read_text() == before
    page.clock.resume()
    saved(page, "Move title")
    assert "top: 6.7" in file.read_text()
    page.wait_for_function("() => document.querySelector('#studio-panel input[aria-label^=Top]').value === '6.7'")
    page.fill("#studio-panel input[aria-label^='Top']", "9")
    page.keyboard.press("Tab")
    page.wait_for_function(
        "() => document.querySelector('#bench [data-box=title]').ariaLabel.includes('9 mm from the top')"
    )
    assert "top: 9" in file.read_text()


def test_both_versions_are_shown_when_a_file_was_changed_elsewhere(studio, axe):
    """The user reads the lines that differ, and writes the own version or keeps the other one."""
    page, file = studio
    before = file.read_text()
    page.locator(TITLE).focus()
    page.keyboard.press("ArrowDown")
    saved(page, "Move title")
    elsewhere = file.read_text().replace("top: 5.7", "top: 8")
    file.write_text(elsewhere)
    page.click("#studio-undo")
    page.wait_for_selector(".conflict .disk")
    assert "top: 8" in page.inner_text(".conflict .disk")
    assert axe(page) == []
    elsewhere += "# newer\n"
    file.write_text(elsewhere)  # changed once more, so the user is asked again
    page.click("text=Write mine over it")
    page.wait_for_selector(".conflict .disk >> text=# newer")
    page.click("text=Write mine over it")
    saved(page, "Written: ")
    assert file.read_text() == before
    page.click("#studio-undo")
    saved(page, "Undone: ")
    assert file.read_text() == elsewhere


def test_the_studio_is_accessible(studio, axe):
    """No serious finding with a box chosen."""
    page, _ = studio
    page.locator(TITLE).focus()
    assert axe(page) == []


def test_an_inherited_box_is_brought_forward(studio):
    """It is drawn over the next one: one key in the game's own file, and the list of boxes has the new order."""
    page, file = studio
    before = file.read_text()
    page.locator("#bench [data-box=type-plate]").focus()
    page.click("#studio-panel >> text=Forward")
    saved(page, "Bring type-plate forward")
    (line,) = changed(before, file.read_text())
    assert "over: " in line
    page.click("#studio-panel >> text=Backward")
    saved(page, "Send type-plate backward")
    page.click("#studio-undo")
    saved(page, "Undone: Send")
    page.click("#studio-undo")
    saved(page, "Undone: Bring")
    assert file.read_text() == before


def test_a_box_is_turned_by_its_handle(studio):
    """A quarter turn is one key in one line; resized then, the box grows along its own side."""
    page, file = studio
    before = file.read_text()
    page.locator(TITLE).focus()
    (_, top, _, height), (_, knob, _, knob_height) = rectangle(page, TITLE), rectangle(page, "#bench .handle.turn")
    reach = (top + height / 2 - knob - knob_height / 2) / scale(page)
    drag(page, "title", reach, reach, "turn", snaps=True)
    saved(page, "Turn title")
    (line,) = changed(before, file.read_text())
    assert "turn: 90" in line
    page.wait_for_selector(f"{TITLE}[aria-label*='turned by 90°']")
    drag(page, "title", 0, -8, "e")  # the end of the text points down now
    saved(page, "Resize title")
    page.wait_for_function("() => Number(document.querySelector('#studio-panel input[aria-label^=Width]').value) < 35")
    assert page.input_value("#studio-panel input[aria-label^=Height]") == "8.36"


def test_escape_gives_up_a_drag(studio):
    """The box goes back, nothing is written, and the card stays open."""
    page, file = studio
    before, place = file.read_text(), rectangle(page, TITLE)
    take(page, "title", 6, 10)
    assert rectangle(page, TITLE) != place
    page.keyboard.press("Escape")
    page.mouse.up()
    assert rectangle(page, TITLE) == place
    assert page.locator("#open").get_attribute("open") is not None
    assert file.read_text() == before


CARRIED = """() => {
  const {a, d, e, f} = new DOMMatrix(getComputedStyle(document.querySelector("#stage .lifted .layer.held")).transform);
  return [a, d, e, f];
}"""


def test_the_contents_of_a_box_go_with_its_frame(studio):
    """By mouse and by keys. When the hand rests, the true picture is shown; Escape shows the old one, a drop a new."""
    page, file = studio
    before = file.read_text()
    page.locator(TITLE).focus()
    page.keyboard.down("Alt")  # without snapping
    take(page, "title", 6, 10)
    page.wait_for_selector("#stage .lifted .layer.held", state="attached")
    assert page.evaluate(CARRIED) == pytest.approx([1, 1, 6 * scale(page), 10 * scale(page)], abs=0.5)
    page.wait_for_selector("#stage .resting .layer.whole")
    page.keyboard.press("Escape")
    page.mouse.up()
    page.wait_for_selector("#stage .layer", state="detached")
    width = rectangle(page, TITLE)[2] / scale(page)
    take(page, "title", -4, 0, "e")
    page.wait_for_selector("#stage .lifted .layer.held", state="attached")
    assert page.evaluate(CARRIED)[:2] == pytest.approx([(width - 4) / width, 1], abs=0.01)
    page.keyboard.press("Escape")
    page.mouse.up()
    page.keyboard.up("Alt")
    assert file.read_text() == before
    page.locator(TITLE).press("Shift+ArrowDown")
    page.wait_for_selector("#stage .lifted .layer.held", state="attached")
    saved(page, "Move title")
    page.wait_for_selector("#stage .layer", state="detached")


def test_a_box_is_pulled_to_the_bleed(studio):
    """Its edge meets the edge of the paper's bleed, and the measure says so."""
    page, file = studio
    up = (rectangle(page, "#bench")[1] - rectangle(page, TITLE)[1]) / scale(page) - 3.1
    take(page, "title", 0, up)
    assert "bleed" in page.inner_text("#bench .measure")
    page.mouse.up()
    saved(page, "Move title")
    assert "top: -3" in file.read_text()


def test_what_a_drag_spoils_is_shown_before_the_mouse_is_let_go(studio):
    """A red edge, a count beside the mouse and a list of the cards; Escape clears them, and no file is touched."""
    page, file = studio
    before = file.read_text()
    page.locator("#bench [data-box=text]").focus()
    page.keyboard.down("Alt")  # without snapping
    take(page, "text", -6, 0)
    page.wait_for_selector("#bench [data-box=text].faulty")
    eventually(lambda: "problem" in page.inner_text("#bench .measure"))
    item = page.locator("#studio-panel .faults li", has_text="box 'text'").first
    eventually(lambda: "closer than 3.5 mm to the trim: 3 cards" in item.inner_text(), item.inner_text)
    page.keyboard.press("Escape")
    page.mouse.up()
    page.keyboard.up("Alt")
    page.wait_for_selector(".faults", state="detached")
    page.wait_for_selector("#bench .faulty", state="detached")
    assert file.read_text() == before


def test_what_a_move_spoils_is_shown_at_once(studio):
    """The box gets a red edge, and the panel lists what is wrong with each card, one click away; undo clears it."""
    page, _ = studio
    page.locator("#bench [data-box=text]").focus()
    press_at_once(page, *["Shift+ArrowLeft"] * 6)
    saved(page, "Move text")
    page.wait_for_selector("#bench [data-box=text].faulty")
    item = page.locator("#studio-panel .faults li", has_text="box 'text'").first
    eventually(lambda: "closer than 3.5 mm to the trim: 3 cards" in item.inner_text(), item.inner_text)
    item.locator("text=Gatekeeper").click()
    page.wait_for_selector("#open-name:has-text('Gatekeeper')")
    page.wait_for_selector("#bench [data-box=text].faulty")
    page.click("#studio-undo")
    page.wait_for_selector(".faults", state="detached")
    page.wait_for_selector("#bench .faulty", state="detached")
