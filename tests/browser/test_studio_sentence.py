"""What a box shows is a sentence: its fields are pills that are put in, passed over and deleted by keyboard."""

from __future__ import annotations

import pytest
from patience import eventually
from tests.browser.conftest import changed, saved
from tests.browser.hand import choose, open_layout

pytestmark = pytest.mark.slow
pytest.importorskip("playwright.sync_api")

FACE = """\
boxes:
  words: {at: [8, 40], size: [48, 12], text: "{{ name }} goes far", style: card-text}
"""
FIELD = "[aria-label='text of words']"


@pytest.fixture
def sentence(enter, game):
    """The page with the box chosen, and its file."""
    file = game / "layouts" / "faces" / "card.yaml"
    file.write_text(FACE, encoding="utf-8")
    page = enter()
    open_layout(page)
    choose(page, "words")
    page.wait_for_selector(f"{FIELD} .pill")
    return page, file


def template(page):
    return page.evaluate(f'document.querySelector("{FIELD}").value')


def test_fields_are_pills_that_the_keyboard_puts_in_and_deletes(sentence, axe):
    """One types between them; what is written is the template, and a filter is a pill that shows it."""
    page, file = sentence
    assert page.text_content(f"{FIELD} .pill") == "Name"
    assert axe(page) == []
    page.focus(FIELD)
    page.keyboard.press("Control+End")
    page.keyboard.type(" for ")
    page.keyboard.press("Tab")
    saved(page, "Set text of words")
    assert changed(FACE, file.read_text()) == [FACE.splitlines()[1].replace("far", "far for ")]
    page.focus("[aria-label='Put in Cost']")
    page.keyboard.press("Enter")
    page.keyboard.type(" coins")
    page.focus("[aria-label='align of words'] button")
    saved(page, "Set text of words")
    assert 'text: "{{ name }} goes far for {{ cost }} coins"' in file.read_text()
    eventually(lambda: page.evaluate(f'document.querySelector("{FIELD}").dataset.was').endswith("coins"))
    page.focus(FIELD)
    page.keyboard.press("Control+End")
    for _ in " coins":
        page.keyboard.press("Backspace")
    assert template(page) == "{{ name }} goes far for {{ cost }}"
    page.keyboard.press("Backspace")
    assert template(page) == "{{ name }} goes far for "
    page.keyboard.press("Tab")
    saved(page, "Set text of words")
    assert "cost" not in file.read_text()


def test_a_template_can_be_typed_and_shown_as_code(sentence):
    """What is typed as code becomes a pill; the button shows all of it as the file has it."""
    page, file = sentence
    page.click("[aria-label='Show text of words as code']")
    area = page.locator(f"textarea{FIELD}")
    assert area.input_value() == "{{ name }} goes far"
    area.fill("{{ name | upper }} stays")
    page.keyboard.press("Tab")
    saved(page, "Set text of words")
    page.click("[aria-label='Show text of words as code']")
    page.wait_for_selector(f"{FIELD} .pill.code")
    assert template(page) == "{{ name | upper }} stays"
    assert "{{ name | upper }} stays" in file.read_text()
    page.click("[aria-label='Show text of words as code']")
    area.fill("{{ name | as_written }} stays")
    page.keyboard.press("Tab")
    saved(page, "Set text of words")
    page.click("[aria-label='Show text of words as code']")
    page.wait_for_selector(f"{FIELD} .pill:not(.code)")
    assert page.text_content(f"{FIELD} .pill") == "Name"


def test_conditions_stay_code(enter, game):
    """A sentence with an if in it is shown as it is written."""
    (game / "layouts" / "faces" / "card.yaml").write_text(
        FACE.replace("goes far", "{% if cost > 1 %}x{% endif %}"), encoding="utf-8"
    )
    page = enter()
    open_layout(page)
    choose(page, "words")
    assert page.locator(f"textarea{FIELD}").count() == 1


def test_another_layout_is_chosen_from_pictures_of_the_own_card(enter, game, axe):
    """By keyboard: the file extends the chosen layout, the card is drawn so, and undo brings the first one back."""
    file = game / "layouts" / "faces" / "card.yaml"
    before = file.read_text()
    page = enter()
    open_layout(page)
    page.click("#studio-gallery")
    page.wait_for_selector(".gallery li img")
    assert axe(page) == []
    page.focus(".gallery button:has(strong:text-is('picture'))")
    page.keyboard.press("Enter")
    saved(page, "Use the layout picture: saved in")
    assert "extends: picture" in file.read_text()
    page.wait_for_selector("#bench [data-box=panel-line]")
    page.click("#studio-undo")
    saved(page, "Undone: Use the layout picture")
    assert file.read_text() == before
