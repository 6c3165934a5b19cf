"""The studio's panel in a real browser: what a person sets in it is in the game's own file, and can be undone."""

from __future__ import annotations

import pytest
import yaml
from patience import eventually
from tests.browser.conftest import new_picture, saved
from tests.browser.hand import Picture

pytestmark = [
    pytest.mark.slow,
    pytest.mark.long,
]  # run before a release: the flows of the other modules are run for each change
pytest.importorskip("playwright.sync_api")

TITLE = "#bench [data-box=title]"
FIRST = "#cards .face img"


def field(name):
    """Return the selector of a field of the title."""
    return f"[aria-label='{name} of title']"


def test_a_colour_and_a_style_are_chosen_from_pictures(studio):
    """The chosen names are in the file, the field shows that the game has its own value, and undo takes both back."""
    page, file = studio
    before = file.read_text()
    page.locator(TITLE).focus()
    page.click(".field:has([aria-label='fill of title']) .picker summary")
    page.click(".field:has([aria-label='fill of title']) .choice[title=accent]")
    saved(page, "Set fill of title")
    page.click(".field:has([aria-label='style of title']) .picker summary")
    page.wait_for_function("() => document.querySelector('.picker[data-picks=style] img')?.naturalWidth > 0")
    page.click(".picker[data-picks=style] .choice[title=card-type]")
    saved(page, "Set style of title")
    assert "fill: accent, style: card-type" in file.read_text()
    page.wait_for_selector(".field:has([aria-label='style of title']) .name.own")
    for label in ("Undone: Set style", "Undone: Set fill"):
        page.click("#studio-undo")
        saved(page, label)
    assert file.read_text() == before


def test_font_size_and_weight_come_first_and_are_kept_in_a_style_of_the_box(studio, axe):
    """The first change makes the style, beside that of the theme; both files are one step, and other texts stay."""
    page, file = studio
    theme = file.parents[1] / "theme.yaml"
    before, own = file.read_text(), theme.read_text()
    page.locator("#bench [data-box=cost]").focus()  # a slot
    page.wait_for_selector("[aria-label='What cost shows']")
    page.locator(TITLE).focus()
    groups = page.locator("#studio-panel > details.group > summary, #studio-panel > .part").all_inner_texts()
    assert [words.split()[0] for words in groups][-4:] == ["Content", "Look", "Position", "More"]
    size = page.locator(field("size"))
    size.fill("16")
    size.press("Tab")
    saved(page, "Set size of title")
    assert "style: own-card-title" in file.read_text()
    eventually(lambda: page.input_value(field("style")) == "own-card-title")
    page.click(field("italic"))
    page.wait_for_selector(f"{field('italic')}[aria-pressed=true]")
    page.click(".picker[data-picks=font] summary")
    page.click(".picker[data-picks=font] .choice[title=body]")
    saved(page, "Set font of title")
    style = "own-card-title: {extends: card-title, size: 16, italic: true, font: body}"
    assert style in theme.read_text()
    page.locator(field("size")).fill("0")
    page.locator(field("size")).press("Tab")
    page.wait_for_selector(".field[data-key=size] .wrong:not(:empty)")
    assert axe(page) == []
    assert style in theme.read_text()
    page.click("[aria-label='align of title'] [aria-label=right]")
    saved(page, "Set align of title")
    for label in ("align", "font", "italic", "size"):
        page.click("#studio-undo")
        saved(page, f"Undone: Set {label} of title")
    assert (file.read_text(), theme.read_text()) == (before, own)


def test_a_wrong_value_is_reported_beside_its_field_and_kept_there(studio):
    """The file stays as it was; what was typed stays in the field until it is fixed."""
    page, file = studio
    before = file.read_text()
    page.locator(TITLE).focus()
    page.fill(field("style"), "no-style")
    page.keyboard.press("Tab")
    page.wait_for_selector(".field:has([aria-label='style of title']) .wrong:not(:empty)")
    assert "No style 'no-style'" in page.inner_text(".field:has([aria-label='style of title']) .wrong")
    picture = page.get_attribute(FIRST, "src")
    table = file.parents[2] / "cards.csv"
    table.write_text(table.read_text().replace("Look at the top two", "Look at the top three", 1))
    new_picture(page, FIRST, picture)  # the page has heard of this change, and so of the file that was put back before
    assert page.input_value(field("style")) == "no-style"
    assert file.read_text() == before
    page.fill(field("style"), "card-text")
    page.keyboard.press("Tab")
    saved(page, "Set style of title")
    page.wait_for_selector(".field .wrong:not(:empty)", state="detached")


def test_a_box_shows_an_icon_instead_of_text(studio):
    """The content is changed in one step, and the icon found by words."""
    page, file = studio
    page.locator(TITLE).focus()
    page.select_option("[aria-label='What title shows']", "icon")
    saved(page, "Show icon in title")
    page.click(".picker[data-picks=icon] summary")
    page.fill(".picker[data-picks=icon] input", "sword")
    page.click(".picker[data-picks=icon] .choice >> nth=0")
    saved(page, "Set icon of title")
    assert "icon: " in file.read_text()
    page.click("#studio-undo")
    saved(page, "Undone: Set icon")
    page.click("#studio-undo")
    saved(page, "Undone: Show icon")
    assert "icon: star" not in file.read_text()


def test_a_value_of_its_own_is_reset_to_the_inherited_one(studio):
    """The key goes, and with it nothing else."""
    page, file = studio
    before = file.read_text()
    page.locator("#bench [data-box=type]").focus()
    page.click(".group > summary >> text='More'")
    page.click(".group > summary >> text='Text'")
    page.fill("[aria-label='inset of type']", "1.5")
    page.keyboard.press("Tab")
    saved(page, "Set inset of type")
    assert "inset: 1.5" in file.read_text()
    page.click("[aria-label='Reset inset of type']")
    saved(page, "Reset inset of type")
    assert file.read_text() == before


def test_the_panel_is_accessible(studio, axe):
    """With every group open, at the width of a phone too."""
    page, _ = studio
    page.locator(TITLE).focus()
    page.evaluate("() => document.querySelectorAll('.studio-panel details').forEach((one) => (one.open = true))")
    page.wait_for_selector(".picker[data-picks=colour] .choice")
    assert axe(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert axe(page) == []


def test_a_problem_leads_to_its_box_and_is_fixed_by_a_button(studio):
    """A misspelt word in the table is written right from the list of problems, and undone there."""
    page, file = studio
    table = file.parents[2] / "cards.csv"
    before = table.read_text()
    page.click("#open-close")
    page.click("#tab-problems")
    table.write_text(before.replace(",maker,", ",makr,", 1))
    page.click("button.fix")
    saved(page, "Write 'maker'")
    assert table.read_text() == before
    page.wait_for_selector("button.fix", state="detached")
    page.click("#studio-undo")
    saved(page, "Undone: Write 'maker'")
    page.click("button.fix")
    saved(page, "Write 'maker'")
    table.write_text(before.replace("Tinker", "Tinker" + " of the old moon" * 5, 1))
    page.click("text=Show box title")
    page.wait_for_selector(f"{TITLE}[aria-pressed=true]")


def test_a_gradient_an_outline_and_a_shadow_are_chosen_by_their_looks(studio):
    """Each is one key of the file and is seen on the card; its measures appear with it, and undo takes all back."""
    page, file = studio
    before = file.read_text()
    page.locator(TITLE).focus()
    picture = Picture(page)
    page.click(".field:has([aria-label='fill of title']) .picker summary")
    page.select_option("[aria-label='From (gradient)']", "accent")
    page.select_option("[aria-label='To (gradient)']", "paper")
    saved(page, "Set fill of title")
    page.select_option("[aria-label='Direction (gradient)']", "left to right")
    eventually(lambda: "fill: accent to paper at 0" in file.read_text())
    assert page.locator(field("text shadow opacity")).count() == 0
    page.click(".group > summary >> text='More'")
    page.click(".group > summary >> text='Text'")
    page.click(f"{field('text outline')} .choice:has-text('Wide')")
    page.wait_for_selector(f"{field('text outline')} .choice[aria-pressed=true]:has-text('Wide')")
    page.click(f"{field('text shadow')} .choice:has-text('Soft')")
    saved(page, "Set text shadow of title")
    page.wait_for_selector(f"{field('text shadow')} .choice[aria-pressed=true]:has-text('Soft')")
    assert page.input_value(field("text shadow opacity")) == "0.4"
    assert "text outline: {width: 0.6}, text shadow: {at: [0.3, 0.3], opacity: 0.4}" in file.read_text()
    assert isinstance(picture.change(), list)
    page.click(f"{field('text shadow')} .choice:has-text('None')")
    eventually(lambda: "text shadow" not in file.read_text())
    for label in ("text shadow", "text shadow", "text outline", "fill", "fill"):
        page.click("#studio-undo")
        saved(page, f"Undone: Set {label}")
    assert file.read_text() == before
    picture.is_back()


def test_a_value_that_another_program_has_changed_meanwhile_is_not_overwritten(studio):
    """Both versions are said at the field, what was typed stays, and Enter writes it over the other one."""
    page, file = studio
    page.locator(TITLE).focus()
    page.fill(field("fit"), "shrink to 8pt")
    file.write_text("extends: framed\nboxes:\n  title: {fit: shrink to 9pt}\n")
    page.keyboard.press("Enter")
    wrong = ".field:has([aria-label='fit of title']) .wrong"
    page.wait_for_selector(f"{wrong}:not(:empty)")
    assert "is 'shrink to 9pt' in the file now; nothing is written" in page.inner_text(wrong)
    assert "9pt" in file.read_text()
    assert page.input_value(field("fit")) == "shrink to 8pt"
    page.press(field("fit"), "Enter")
    saved(page, "Set fit of title")
    assert "title: {fit: shrink to 8pt}" in file.read_text()


def test_values_that_follow_each_other_fast_are_all_written(studio):
    """Each knows what the one before has left, also before the panel has been laid again."""
    page, file = studio
    page.locator(TITLE).focus()
    page.evaluate(
        """name => {
          const press = (side) => document.querySelector(`${name} [aria-label='${side}']`).click();
          for (const side of ["right", "centre", "left", "right"]) press(side);
        }""",
        field("align"),
    )
    eventually(lambda: "align: right" in file.read_text(), file.read_text)
    for _ in range(4):
        page.click("#studio-undo")
        saved(page, "Undone: Set align of title")
    assert "align" not in file.read_text()


def test_the_outline_of_a_style_is_taken_away_and_comes_back(studio):
    """None means none, though the style of the theme has one."""
    page, file = studio
    theme = file.parents[1] / "theme.yaml"
    text = theme.read_text()
    style = yaml.safe_load(file.read_text() or "{}").get("boxes", {}).get("title", {}).get("style", "card-title")
    page.locator(TITLE).focus()
    plain = Picture(page)
    theme.write_text(f"{text}styles: {{{style}: {{text outline: {{width: 0.6, colour: accent}}}}}}\n")
    eventually(lambda: isinstance(plain.change(), list), "the outline")
    effects = ".field:has([aria-label='text outline of title']) .effects"
    page.click(".group > summary >> text='More'")
    page.click(".group > summary >> text='Text'")
    page.wait_for_selector(f"{effects} .choice[aria-pressed=true]:text-is('As in the style')")
    picture = Picture(page)
    page.click(f"{effects} .choice:has-text('None')")
    saved(page, "Set text outline of title")
    page.wait_for_selector(f"{effects} .choice[aria-pressed=true]:has-text('None')")
    assert "text outline: {width: 0}" in file.read_text()
    assert isinstance(picture.change(), list)
    page.click(f"{effects} .choice:has-text('As in the style')")
    eventually(lambda: "text outline" not in file.read_text(), file.read_text)
    picture.is_back()
