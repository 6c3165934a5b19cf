"""Texts edited on the card itself, in a real browser: a double click or Enter, and the row has the change."""

from __future__ import annotations

import pytest
from patience import eventually
from tests.browser.conftest import saved, wait_until
from tests.browser.test_studio_drop import centre

pytestmark = [
    pytest.mark.slow,
    pytest.mark.long,
]  # run before a release: the flows of the other modules are run for each change
pytest.importorskip("playwright.sync_api")


def changed(before, after):
    """Return the lines that differ, by number."""
    pairs = enumerate(zip(before.splitlines(), after.splitlines(), strict=True))
    return {number: new for number, (old, new) in pairs if old != new}


def opened(page, box):
    """Edit a box with a double click, and return its first field."""
    page.mouse.dblclick(*centre(page, f"#bench [data-box={box}]"))
    return page.locator(".in-place :is(textarea, input, select)").first


def drawn(page):
    return page.locator("#stage .face img").get_attribute("src")


def drawn_again(page, before):
    eventually(lambda: drawn(page) != before)
    return drawn(page)


LETTERS = """() => {
  const style = getComputedStyle(document.querySelector(".in-place.bare > :is(input, textarea)"));
  const family = style.fontFamily.split(",")[0].replaceAll('"', "");
  const isThere = [...document.fonts].some((one) => one.family === family && one.status === "loaded");
  const weight = style.fontVariationSettings;
  return isThere && { family, weight, align: style.textAlign, colour: style.color, size: parseFloat(style.fontSize) };
}"""
LOOK = ('"wght" 700', "left", "rgb(30, 58, 32)", True)
"""The letters of the title, once its font has come."""


@pytest.fixture
def card(studio):
    """The bench of the first card, the path of the table, and its text."""
    page, face = studio
    table = face.parents[2] / "cards.csv"
    return page, table, table.read_text()


def test_a_name_is_typed_over_the_card(card, axe):
    """The field lies over the title, Enter writes the cell, the card shows it, and Undo brings the name back."""
    page, table, before = card
    picture, field = drawn(page), opened(page, "title")
    assert field.input_value() == "Pathfinder"
    area, box = page.locator(".in-place").bounding_box(), page.locator("#bench [data-box=title]").bounding_box()
    assert abs(area["y"] - box["y"]) < 4
    look = wait_until(page, LETTERS)
    assert (look["weight"], look["align"], look["colour"], look["family"].startswith("card-")) == LOOK
    assert look["size"] / box["height"] == pytest.approx(0.57, abs=0.03)  # 13.6 pt in a box of 8.36 mm
    assert axe(page) == []
    page.keyboard.type("Way finder, the")
    tried = drawn_again(page, picture)
    assert table.read_text() == before
    page.keyboard.press("Enter")
    saved(page, "Change name of Pathfinder")
    assert list(changed(before, table.read_text())) == [1]
    assert table.read_text().splitlines()[1].startswith('"Way finder, the",finder,1,Look at')
    drawn_again(page, tried)
    page.wait_for_selector("#bench [data-box=title]:focus")
    page.keyboard.press("Control+z")
    saved(page, "Undone: Change name")
    page.wait_for_function("() => location.hash.includes('card=pathfinder&')")
    assert page.locator("#open[open]").count() == 1
    assert table.read_text() == before


def test_a_text_gets_bold_words_and_an_icon_on_the_card(card):
    """The toolbar of the table works here; Ctrl and Enter write."""
    page, table, before = card
    opened(page, "text")
    field = page.locator(".in-place textarea")
    field.evaluate("it => it.setSelectionRange(0, 4)")
    page.click(".in-place button[aria-label^='Bold']")
    page.click(".in-place summary[aria-label^='Icon']")
    page.fill(".in-place .marks input", "crown")
    field.evaluate("it => it.setSelectionRange(it.value.length, it.value.length)")
    page.locator(".in-place .marks .choice").first.click()
    field.press("Control+Enter")
    saved(page, "Change text of Pathfinder")
    page.wait_for_selector(".in-place", state="detached")
    after = table.read_text().splitlines()
    assert after[1].startswith("Pathfinder,finder,1,**Look** at the top two")
    assert ":crown" in after[1]
    assert list(changed(before, table.read_text())) == [1]


def test_escape_leaves_the_text_as_it_was_and_a_click_elsewhere_writes(card):
    """Escape closes only the field; leaving it by a click writes."""
    page, table, before = card
    opened(page, "flavour").fill("Lost.")
    page.keyboard.press("Escape")
    page.wait_for_selector(".in-place", state="detached")
    assert page.locator("#open[open]").count() == 1
    assert table.read_text() == before
    opened(page, "flavour").fill("Once was enough.")
    page.click("#open-name")
    saved(page, "Change flavour of Pathfinder")
    assert table.read_text().splitlines()[1].endswith(',"Once was enough.",6')
    page.wait_for_selector(".in-place", state="detached")


def test_a_refused_value_stays_on_the_card_with_its_reason(card, axe):
    """The field stays open with the words of the check; nothing is written until the value is right."""
    page, table, before = card
    opened(page, "cost").fill("many")
    page.keyboard.press("Enter")
    page.wait_for_selector(".in-place .wrong:not(:empty)")
    assert "is not a whole number" in page.inner_text(".in-place .wrong")
    assert axe(page) == []
    assert table.read_text() == before
    page.locator(".in-place input").fill("4")
    page.keyboard.press("Enter")
    saved(page, "Change cost of Pathfinder")
    assert table.read_text().splitlines()[1].startswith("Pathfinder,finder,4,")


def test_a_choice_is_made_on_the_card_with_the_keyboard_alone(card):
    """Tab reaches the box, Enter opens the choice, an arrow key changes it."""
    page, table, _ = card
    page.locator("#bench [data-box=type]").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".in-place select:focus")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    saved(page, "Change role of Pathfinder")
    assert table.read_text().splitlines()[1].startswith("Pathfinder,maker,")


def test_a_box_with_two_fields_offers_both_in_one_step(card):
    """A title of name and cost has a field for each, one under another."""
    page, table, before = card
    picture = drawn(page)
    face = table.parent / "layouts" / "faces" / "card.yaml"
    face.write_text(face.read_text().replace("{{ name }}", "{{ name }} ({{ cost }})"))
    drawn_again(page, picture)

    def field_beside_another():
        field = opened(page, "title")
        if page.locator(".in-place .name").all_inner_texts() == ["name", "cost"]:
            return field
        return page.keyboard.press("Escape")  # the bench does not know the new layout yet

    eventually(field_beside_another).fill("Scout")
    page.keyboard.press("Tab")
    page.keyboard.type("7")
    page.keyboard.press("Enter")
    saved(page, "Change name and cost of Pathfinder")
    assert list(changed(before, table.read_text())) == [1]
    assert table.read_text().splitlines()[1].startswith("Scout,finder,7,Look")
    page.wait_for_selector(".in-place", state="detached")
    page.keyboard.press("Control+z")
    saved(page, "Undone")
    assert table.read_text() == before


def test_a_text_of_the_layout_is_edited_in_the_panel(card):
    """A box that is the same on every card leads to its field in the panel, and the layout changes, not the row."""
    page, table, before = card
    face = table.parent / "layouts" / "faces" / "card.yaml"
    picture = drawn(page)
    face.write_text(face.read_text().replace("{{ name }}", "Moon card"))
    drawn_again(page, picture)
    field = page.locator("#studio-panel [aria-label='text of title']")

    def has_focus():
        page.mouse.dblclick(*centre(page, "#bench [data-box=title]"))
        if page.locator(".in-place").count():
            return page.keyboard.press("Escape")  # the bench does not know the new layout yet
        return field.count() and field.evaluate("it => it === document.activeElement")

    eventually(has_focus)
    field.fill("Sun card")
    page.keyboard.press("Tab")
    saved(page, "Set text of title")
    assert 'title: {text: "Sun card"}' in face.read_text()
    assert table.read_text() == before


def test_on_a_phone_the_text_is_edited_from_the_panel(card, visit):
    """At 390 pixels with touch, the button in the panel opens the field, which fits the screen."""
    wide, table, _ = card
    token = wide.evaluate("sessionStorage.getItem('punchboard-token')")
    page = visit(wide.url.split("#")[0], width=390, height=844, refusals=(409, 422), has_touch=True)
    page.evaluate("token => sessionStorage.setItem('punchboard-token', token)", token)
    page.reload()
    page.wait_for_selector("html[data-ready]")
    page.locator("#cards li button").first.tap()
    page.locator("#studio-edit").tap()
    page.wait_for_selector("#bench [data-box=title]")
    page.touchscreen.tap(*centre(page, "#bench [data-box=title]"))
    page.get_by_role("button", name="Edit on the card").tap()
    area = page.locator(".in-place").bounding_box()
    assert area["x"] >= 0
    assert area["x"] + area["width"] <= 390
    page.locator(".in-place textarea").fill("Scout")
    page.locator("#open-name").tap()
    saved(page, "Change name of Pathfinder")
    assert table.read_text().splitlines()[1].startswith("Scout,")
    page.goto("about:blank")
