"""The theme in the studio in a real browser: a change is in the game's own files, and the contact sheet follows."""

from __future__ import annotations

import pytest
from patience import eventually
from tests.browser.conftest import new_picture, saved, wait_until

from punchboard.load.layouts.raw_layouts import theme_choices

pytestmark = pytest.mark.slow
pytest.importorskip("playwright.sync_api")

FRONT = "#theme-sheet .face[data-side=front] img"


@pytest.fixture
def desk(studio):
    """The tab with the theme, the path of the game's own theme.yaml, and that of game.yaml."""
    page, face = studio
    page.click("#open-close")
    page.click("#tab-theme")
    page.wait_for_selector(FRONT)
    page.wait_for_selector("#theme-warnings p")
    return page, face.parents[1] / "theme.yaml", face.parents[2] / "game.yaml"


def added(before, after):
    """Return the lines that only the newer text has."""
    return [line for line in after.splitlines() if line not in before.splitlines()]


def picture(page):
    """Return the address of the first picture of the contact sheet."""
    return page.get_attribute(f"{FRONT} >> nth=0", "src")


def test_another_theme_is_taken_from_a_contact_sheet_and_is_one_line_of_the_game(desk, axe):
    """The sheet has the game's card in every theme; the colours are those of the new one, undo gives the old bytes."""
    page, theme, game = desk
    before, was, own = game.read_text(), picture(page), theme.read_text()
    page.click("#theme-choose")
    frost = page.locator("button[data-theme='ember/frost']")
    wait_until(page, "() => document.querySelector(\"img[data-theme='ember/frost']\").naturalWidth > 0")
    assert page.locator("button[data-theme]").count() == len(theme_choices())
    assert page.locator("button[data-theme][aria-pressed=true]").count() == 1
    assert axe(page) == []
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    frost.press("Enter")
    saved(page, "Use theme ember/frost")
    new_picture(page, FRONT, was)
    (line,) = added(before, game.read_text())
    assert line.startswith("theme: ember/frost")
    assert theme.read_text() == own
    page.click("#studio-undo")
    saved(page, "Undone: Use theme")
    assert game.read_text() == before


def test_a_drag_of_a_colour_is_shown_live_and_is_one_step(desk):
    """Each value of the slider is written, the picture follows before it rests, and one undo takes all of it back."""
    page, theme, _ = desk
    before, was = theme.read_text(), picture(page)
    drag = "(input, value) => { input.value = value; input.dispatchEvent(new Event('input', {bubbles: true})); }"
    slider = page.locator("[aria-label='Colour accent']")
    for value in ("#306b3b", "#5a3a86"):
        slider.evaluate(drag, value)
        eventually(lambda value=value: f'accent: "{value}"' in theme.read_text(), theme.read_text)
    new_picture(page, FRONT, was)
    slider.evaluate("(input) => input.dispatchEvent(new Event('change', {bubbles: true}))")
    saved(page, "Set colour accent: saved in")
    page.wait_for_selector("[data-colour=accent] .own")
    assert added(before, theme.read_text()) == ["colours:", '  accent: "#5a3a86"']
    assert page.inner_text("[data-colour=accent]").count("changed, was #2f6b3a") == 1
    page.click("#studio-undo")
    saved(page, "Undone: Set colour accent")
    assert theme.read_text() == before


def test_a_warning_is_said_beside_the_colour_and_goes_with_it(desk):
    """Text with too little contrast is reported with its ratio and the required one."""
    page, theme, _ = desk
    before = theme.read_text()
    page.fill("[aria-label='Value of ink']", "#c9c4b0")
    page.keyboard.press("Tab")
    saved(page, "Set colour ink")
    warning = page.locator("[data-colour=ink] .warns li").first
    warning.wait_for()
    assert "of ink on" in warning.inner_text()
    assert "needs 4.5" in warning.inner_text()
    page.click("[aria-label='Reset colour ink']")
    saved(page, "Reset colour ink")
    page.wait_for_selector("[data-colour=ink] .warns li", state="detached")
    assert theme.read_text() == before


def test_the_size_of_a_style_and_the_type_scale_change_the_cards(desk):
    """A size that is typed, then all sizes of the game by one slider, each as its own step."""
    page, theme, _ = desk
    before, was = theme.read_text(), picture(page)
    page.click("[data-style=card-title] > summary")
    page.fill("[aria-label='size of card-title']", "11")
    page.keyboard.press("Tab")
    saved(page, "Set size of card-title")
    new_picture(page, FRONT, was)
    assert added(before, theme.read_text()) == ["styles:", "  card-title: {size: 11}"]
    page.wait_for_selector("[aria-label='Reset size of card-title']")
    page.select_option("[aria-label='Sizes that the type scale changes']", "own")
    was = picture(page)
    page.locator("[aria-label='Type scale in percent']").fill("80")
    saved(page, "Scale type to 80 %")
    new_picture(page, FRONT, was)
    assert "size: 8.8" in theme.read_text()
    for label in ("Undone: Scale", "Undone: Set size"):
        page.click("#studio-undo")
        saved(page, label)
    assert theme.read_text() == before


@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.long)])
def test_the_theme_is_accessible_and_reached_by_keys(desk, axe, every):
    """With all groups and a picker of each kind open, also on a phone, where nothing is wider than the page.

    Pickers of a kind have the same offers, which take a while: before a release, every one is open.
    """
    page, theme, _ = desk
    page.click("#tab-cards")
    for _ in range(5):
        if page.get_attribute("#tab-theme", "aria-selected") == "true":
            break
        page.keyboard.press("ArrowRight")
    assert page.evaluate("() => document.activeElement.id") == "tab-theme"
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.closest('#panel-theme, .studio-bar, .corner') !== null")
    page.focus("[aria-label='Value of accent']")
    page.keyboard.press("Control+A")
    page.keyboard.type("#5a3a86")
    page.keyboard.press("Tab")
    eventually(lambda: '"#5a3a86"' in theme.read_text(), theme.read_text)  # a part of the value may be a colour, too
    page.evaluate(
        """(every) => {
          const firsts = ["fonts", "ornaments"].map((kind) => document.querySelector(`#theme-parts .picker.${kind}`));
          for (const one of document.querySelectorAll("#theme-parts details")) {
            one.open = every || !one.matches(".picker") || firsts.includes(one);
          }
        }""",
        every,
    )
    page.wait_for_selector(".picker.fonts .choice")
    page.wait_for_selector(".picker.ornaments .choice")
    assert axe(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_a_colour_that_another_program_has_changed_meanwhile_is_not_overwritten(desk):
    """Both versions are said; another value that it changed is kept beside the next edit."""
    page, theme, _ = desk
    page.fill("[aria-label='Value of ink']", "#222222")
    text = theme.read_text()
    theme.write_text(f'{text}colours: {{ink: "#333333", paper: "#fffffe"}}\n')
    page.keyboard.press("Tab")
    page.wait_for_selector("#studio-status.wrong")
    assert "is '#333333' in the file now; nothing is written" in page.inner_text("#studio-status")
    eventually(lambda: page.input_value("[aria-label='Value of ink']") == "#333333")
    page.click("#tab-cards")
    eventually(lambda: page.inner_text("#studio-status") == "", "the refusal gone with its tab")
    page.click("#tab-theme")
    page.fill("[aria-label='Value of ink']", "#222222")
    page.keyboard.press("Tab")
    saved(page, "Set colour ink")
    assert theme.read_text() == f'{text}colours: {{ink: "#222222", paper: "#fffffe"}}\n'


def test_two_colours_that_follow_each_other_fast_are_both_written(desk):
    """Neither is left out for the other."""
    page, theme, _ = desk
    page.evaluate(
        """() => { for (const [name, value] of [["ink", "#222222"], ["paper", "#fffffe"], ["ink", "#242424"]]) {
          const input = document.querySelector(`[aria-label='Value of ${name}']`);
          input.value = value;
          input.dispatchEvent(new Event("change"));
        } }"""
    )
    eventually(lambda: "#242424" in theme.read_text() and "#fffffe" in theme.read_text(), theme.read_text)
    for name in ("ink", "paper", "ink"):
        page.click("#studio-undo")
        saved(page, f"Undone: Set colour {name}")


def test_a_colour_is_set_at_once_after_another_theme(desk):
    """The controls still show the colours of the theme before; the page knows that it has changed them itself."""
    page, theme, game = desk
    page.click("#theme-choose")
    page.wait_for_selector("button[data-theme='ember/frost']")
    page.evaluate(
        """() => {
          document.querySelector("button[data-theme='ember/frost']").click();
          const value = document.querySelector("[aria-label='Value of accent']");
          value.value = "#5a3a86";
          value.dispatchEvent(new Event("change", { bubbles: true }));
        }"""
    )
    saved(page, "Set colour accent")
    assert "theme: ember/frost" in game.read_text()
    assert 'accent: "#5a3a86"' in theme.read_text()
