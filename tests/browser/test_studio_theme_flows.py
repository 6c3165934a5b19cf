"""The theme as a person tries it out: pickers, warnings while a slider moves, and a file that changes elsewhere."""

from __future__ import annotations

import pytest
from patience import eventually
from tests.browser.conftest import saved
from tests.browser.hand import Picture

pytestmark = [
    pytest.mark.slow,
    pytest.mark.long,
]  # run before a release: the flows of the other modules are run for each change
pytest.importorskip("playwright.sync_api")

FRONT = "#theme-sheet .face[data-side=front] img"


@pytest.fixture
def desk(enter, game):
    """Opens the theme's tab, and returns the page and the game's own theme file."""

    def desk(**more):
        page = enter(**more)
        page.click("#tab-theme")
        page.wait_for_selector("#theme-warnings p")
        return page, game / "layouts" / "theme.yaml"

    return desk


def fold_out(page, name):
    """Open a part of the tab."""
    page.click(f"#theme-parts summary >> text='{name}'")


@pytest.mark.parametrize(
    ("part", "picker", "what", "line"),
    [
        ("Typefaces", "fonts", "typeface body", "fonts:"),
        ("Ornaments", "ornaments", "ornament frame", "ornaments:"),
    ],
)
def test_a_choice_among_pictures_is_a_value_of_the_theme(desk, part, picker, what, line):
    """The offers are pictures; the chosen one is in the file and on the cards, and Reset takes just it back."""
    page, file = desk()
    before = file.read_text()
    fold_out(page, part)
    summary = page.locator(f"#theme-parts .picker.{picker} > summary", has_text=what.split()[1]).first
    summary.scroll_into_view_if_needed()
    picture = Picture(page, FRONT)
    summary.click()
    offers = page.locator(f"#theme-parts [aria-label^='{what}:'][aria-pressed=false]")
    offers.first.wait_for()
    eventually(lambda: offers.first.locator("img").evaluate("img => img.complete && img.naturalWidth > 0"))
    chosen = offers.nth(1).get_attribute("aria-label")
    offers.nth(1).click()
    saved(page, f"Choose {what}")
    assert file.read_text().startswith(before)
    added = file.read_text()[len(before) :]
    assert added.startswith(line)
    picture.changes_within(-3, -3, 66.5, 91.9)
    page.wait_for_selector(f"[aria-label={chosen!r}][aria-pressed=true]")
    page.click(f"[aria-label='Reset {what}']")
    saved(page, f"Reset {what}")
    picture.is_back()
    assert file.read_text().rstrip() == before.rstrip()
    page.click("#studio-undo")
    saved(page, "Undone: Reset")
    assert file.read_text() == before + added


def slide(page, name, value, event="input"):
    """Move the slider of a colour; the browser has its own window for it."""
    page.evaluate(
        "([name, value, event]) => { const input = document.querySelector(`[aria-label='Colour ${name}']`);"
        " input.value = value; input.dispatchEvent(new Event(event, {bubbles: true})); }",
        [name, value, event],
    )


def test_a_warning_comes_and_goes_while_the_slider_moves(desk):
    """Contrast that is too low is said before the slider is let go; one step for undo remains."""
    page, file = desk()
    before = file.read_text()
    picture = Picture(page, FRONT)
    for value in ("#665f50", "#a49d8c", "#d0cab8"):
        was = page.get_attribute(FRONT, "src")
        slide(page, "ink", value)
        eventually(lambda was=was: page.get_attribute(FRONT, "src") != was)
    warning = page.locator("[data-colour=ink] .warns li").first
    warning.wait_for()
    assert "needs 4.5" in warning.inner_text()
    picture.changes_within(0, 0, 63.5, 88.9)
    slide(page, "ink", "#101010")
    page.wait_for_selector("[data-colour=ink] .warns li", state="detached")
    slide(page, "ink", "#101010", "change")
    page.wait_for_selector("[data-colour=ink] .own")
    assert file.read_text() == before + 'colours:\n  ink: "#101010"\n'
    page.click("#studio-undo")
    saved(page, "Undone: Set colour ink")
    assert file.read_text() == before
    picture.is_back()


def test_the_type_scale_is_slid_by_keys(desk):
    """Arrow keys on the slider change all sizes; the card follows, and one undo takes all presses back."""
    page, file = desk()
    before = file.read_text()
    picture = Picture(page, FRONT)
    slider = page.locator("[aria-label='Type scale in percent']")
    slider.focus()
    for _ in range(5):
        page.keyboard.press("ArrowLeft")
    saved(page, "Scale type to 95 %")
    eventually(lambda: "size:" in file.read_text())
    picture.changes_within(3, 3, 60.5, 85.9)
    page.wait_for_selector("[aria-label='Type scale in percent']:focus")
    for _ in range(5):
        if file.read_text() == before:
            break
        page.click("#studio-undo")
        saved(page, "Undone")
    assert file.read_text() == before
    picture.is_back()


def test_a_theme_that_is_changed_elsewhere_is_shown(desk):
    """Another editor saves a colour: the field, the cards and the next change have it, and nothing of it is lost."""
    page, file = desk()
    before = file.read_text()
    picture = Picture(page, FRONT)
    elsewhere = before + 'colours:\n  ink: "#7a1f5c" # of the new edition\n'
    file.write_text(elsewhere, encoding="utf-8")
    page.wait_for_function("() => document.querySelector(\"[aria-label='Value of ink']\").value === '#7a1f5c'")
    picture.changes_within(-3, -3, 66.5, 91.9)
    page.fill("[aria-label='Value of accent']", "#306b3b")
    page.keyboard.press("Tab")
    saved(page, "Set colour accent")
    assert file.read_text() == elsewhere + '  accent: "#306b3b"\n'
    page.click("#studio-undo")
    saved(page, "Undone")
    assert file.read_text() == elsewhere


def test_a_colour_is_changed_on_a_phone(desk):
    """The cards stay in view above the colours, and nothing is wider than the screen."""
    page, file = desk(width=390, height=844, has_touch=True, is_mobile=True, device_scale_factor=2)
    before = file.read_text()
    picture = Picture(page, FRONT)
    field = page.locator("[aria-label='Value of ink']")
    field.scroll_into_view_if_needed()
    field.tap()
    field.fill("#5a3a86")
    page.keyboard.press("Enter")
    saved(page, "Set colour ink")
    assert file.read_text() == before + 'colours:\n  ink: "#5a3a86"\n'
    picture.changes_within(-3, -3, 66.5, 91.9)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator(FRONT).first.evaluate("img => img.getBoundingClientRect().bottom > 0")
