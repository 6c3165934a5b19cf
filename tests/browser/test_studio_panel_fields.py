"""The fields of the panel one by one: what is typed or chosen is one key of one line, and is seen on the card."""

from __future__ import annotations

import pytest
from tests.browser.conftest import changed, saved
from tests.browser.hand import Picture, box, choose, open_layout

pytestmark = [
    pytest.mark.slow,
    pytest.mark.long,
]  # run before a release: the flows of the other modules are run for each change
pytest.importorskip("playwright.sync_api")

PLAIN = """\
boxes:
  plate: {at: [8, 10], size: [48, 20], shape: rounded, fill: "#e0d0b0"}
  words: {at: [8, 40], size: [48, 12], text: "{{ name }} goes far", style: card-text}
"""
FIELDS = {
    "a number": ("plate", "radius", "4", "radius: 4", "Look", (7.9, 9.9, 56.1, 30.1)),
    "a choice": ("plate", "shape", "circle", "shape: circle", "Look", (7.9, 9.9, 56.1, 30.1)),
    "a colour": ("plate", "fill", "#204060", 'fill: "#204060"', "Look", (7.9, 9.9, 56.1, 30.1)),
    "a part of a key": ("plate", "stroke width", "1.2", "stroke: {width: 1.2}", "Look", (7, 9, 57, 31)),
    "an alignment": ("words", "align", "right", "align: right", "Look", (7, 39, 57, 53)),
    "a style": ("words", "style", "card-title", "style: card-title", "Look", (7, 39, 57, 53)),
    "a text": (
        "words",
        "text",
        "{{ name }} of the moon",
        'text: "{{ name }} of the moon"',
        "Content",
        (7, 39, 57, 53),
    ),
    "a condition": ("plate", "when", "cost > 1", "when: cost > 1", "Conditions", (7.9, 9.9, 56.1, 30.1)),
    "an angle": ("plate", "turn", "90", "turn: 90", "Place", (7, -5, 57, 45)),
}


@pytest.mark.parametrize("kind", FIELDS)
def test_a_field_is_one_key_of_its_box(enter, game, kind):
    """With its help beside it; undo gives the first bytes and the first picture."""
    name, field, value, line, group, area = FIELDS[kind]
    file = game / "layouts" / "faces" / "card.yaml"
    file.write_text(PLAIN, encoding="utf-8")
    page = enter()
    open_layout(page)
    choose(page, name)
    picture = Picture(page)
    label = f"[aria-label='{field} of {name}']"
    if not page.locator(label).is_visible():
        page.click(".group > summary >> text='More'")
        page.click(f".group > summary >> text='{group}'")
    control = page.locator(label)
    assert control.evaluate(
        "it => document.getElementById(it.getAttribute('aria-describedby').split(' ')[0]).textContent"
    )
    kind = control.evaluate("it => it.tagName")
    if kind == "SELECT":
        control.select_option(value)
    elif control.get_attribute("role") == "group":
        control.locator(f"[aria-label={value}]").click()
    else:
        control.fill(value)
        page.keyboard.press("Tab")
    saved(page, f"Set {field} of {name}")
    (new,) = changed(PLAIN, file.read_text())
    assert line in new
    picture.changes_within(*area)
    page.click("#studio-undo")
    saved(page, f"Undone: Set {field}")
    assert file.read_text() == PLAIN
    picture.is_back()


def test_a_condition_that_cannot_be_read_stays_with_its_reason(enter, game):
    """The card is drawn as before, the file is not touched, and the corrected condition is written."""
    file = game / "layouts" / "faces" / "card.yaml"
    file.write_text(PLAIN, encoding="utf-8")
    page = enter()
    open_layout(page)
    choose(page, "plate")
    picture = Picture(page)
    page.click(".group > summary >> text='More'")
    page.click(".group > summary >> text='Conditions'")
    field = page.locator("[aria-label='when of plate']")
    field.fill("cost >")
    page.keyboard.press("Tab")
    page.wait_for_selector(".field:has([aria-label='when of plate']) .wrong:not(:empty)")
    assert file.read_text() == PLAIN
    assert picture.change() is None
    page.locator("[aria-label='when of plate']").fill("cost > 5")
    page.keyboard.press("Tab")
    saved(page, "Set when of plate")
    assert changed(PLAIN, file.read_text()) == [
        '  plate: {at: [8, 10], size: [48, 20], shape: rounded, fill: "#e0d0b0", when: cost > 5}'
    ]
    picture.changes(8, 10, 56, 30)
    page.wait_for_selector(box("plate"), state="detached")
    page.click("#studio-panel .layers summary")
    assert "not on this card" in page.inner_text("#studio-panel .layers")
