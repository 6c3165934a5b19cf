"""The texts of a game in the studio in a real browser: what is typed is in the file, and the pages follow."""

from __future__ import annotations

import difflib
import re

import pytest
from patience import eventually
from tests.browser.conftest import saved, use_theme

pytestmark = pytest.mark.slow
pytest.importorskip("playwright.sync_api")

CURSOR_LINE = ".cm-activeLine"
PICTURES = (
    "() => Promise.all([...document.querySelectorAll('.text-page img')].map((i) => fetch(i.src).then((r) => r.text())))"
)
SCROLLED = """() => {
  const text = document.getElementById("text-editor").shadowRoot.querySelector(".cm-scroller");
  const pages = document.getElementById("text-pages");
  return [text, pages].map((box) => box.scrollTop / (box.scrollHeight - box.clientHeight));
}"""


@pytest.fixture
def text(studio_page):
    """The tab with the rulebook and its pages, and the path of rulebook.md."""
    page, game = studio_page
    open_text(page)
    return page, game / "rulebook.md"


def open_text(page):
    """Open the tab, and wait for the first pages."""
    page.click("#tab-text")
    page.wait_for_selector(".cm-content")
    page.wait_for_selector(".text-page img")


def write(page, words, at="Control+End"):
    """Type words at a place in the text, at once: between keys a slow machine makes pauses, each of which is a step."""
    page.click(".cm-content")
    page.keyboard.press(at)
    page.keyboard.insert_text(words)


def added(before, file):
    """Return the lines that a file has gained and lost, each after its sign."""
    lines = difflib.ndiff(before.splitlines(), file.read_text().splitlines())
    return [line for line in lines if line[0] in "+-"]


def drawn(page):
    """Return the pictures of the pages that are shown, as SVG."""
    return set(page.evaluate(PICTURES))


def redrawn(page, before):
    """Wait until a page has a picture that no page had before, and return it."""
    eventually(lambda: drawn(page) - before)
    return drawn(page) - before


def choose(page, label):
    """Choose from the list of completions."""
    page.click(f".cm-tooltip-autocomplete li:has-text('{label}') >> nth=0")


def test_what_is_typed_is_the_smallest_change_and_is_on_the_page(text):
    """One more sentence is one changed line, and Ctrl-Z gives the bytes back."""
    page, file = text
    before, pictures = file.read_bytes(), drawn(page)
    page.click(".cm-line:has-text('Say what they are for.')")
    page.keyboard.press("End")
    page.keyboard.insert_text(" Zebras win.")
    eventually(lambda: b"Zebras win." in file.read_bytes())
    lost, gained = added(before.decode(), file)
    assert gained[2:] == f"{lost[2:]} Zebras win."
    redrawn(page, pictures)
    page.keyboard.press("Control+z")
    eventually(lambda: file.read_bytes() == before)
    page.wait_for_selector(".cm-line:has-text('Zebras')", state="detached")
    eventually(lambda: pictures <= drawn(page))


def test_a_field_is_completed_with_its_help(text):
    """The list explains each name; the chosen one is printed as its value."""
    page, file = text
    before, pictures = file.read_text(), drawn(page)
    write(page, "\n\nIt is called {{ ga")
    page.keyboard.type("me")
    page.wait_for_selector(".cm-completionInfo:has-text('game.title')")
    page.clock.install()  # the editor takes no key for a list that has only just opened
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)
    page.clock.resume()
    page.keyboard.press("Tab")
    page.keyboard.type(".title }}.")
    eventually(lambda: added(before, file)[-1:] == ["+ It is called {{ game.title }}."])
    redrawn(page, pictures)


def test_an_icon_is_completed_with_its_picture(text):
    """The beginning of a word finds icons of that meaning, each with its picture, and the icon is on the page."""
    page, file = text
    pictures = drawn(page)
    write(page, "\n\nTake :s")
    page.keyboard.type("wo")
    page.wait_for_selector(".cm-tooltip-autocomplete li svg path")
    choose(page, "sword")
    eventually(lambda: re.search(r"\n\nTake :[\w-]*sword:$", file.read_text()))
    redrawn(page, pictures)
    page.wait_for_selector("#text-problems li", state="detached")


def test_a_directive_and_a_component_are_completed(text):
    """A block of cards is written with two choices, and its card is printed."""
    page, file = text
    before, pictures = file.read_text(), drawn(page)
    page.click(".cm-content")
    page.keyboard.press("Control+End")
    page.click("button:text('Block')")
    choose(page, "cards")
    eventually(lambda: "```cards\nshow: [pathfinder, tinker]" in file.read_text())
    redrawn(page, pictures)
    pictures = drawn(page)
    page.click(".cm-line:has-text('show: [pathfinder')")
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    page.keyboard.type(", gat")
    choose(page, "gatekeeper")
    eventually(lambda: "+ show: [pathfinder, tinker, gatekeeper]" in added(before, file))
    redrawn(page, pictures)
    page.wait_for_selector("#text-problems li", state="detached")


def test_a_component_that_is_dragged_into_the_text_becomes_a_figure(text):
    """It stands after the passage on which it was dropped."""
    page, file = text
    before, pictures = file.read_text(), drawn(page)
    page.drag_and_drop(".figure >> nth=1", ".cm-line:has-text('Tell in two or three')")
    saved(page, "Saved in")
    figure = "\n```cards\nshow: [tinker]\n```\n"
    assert file.read_text() == before.replace("somebody wins.\n", f"somebody wins.\n{figure}")
    redrawn(page, pictures)
    page.click("#studio-undo")
    eventually(lambda: file.read_text() == before)


def test_the_text_and_its_pages_scroll_together(text):
    """In both directions; at the end of one is the end of the other."""
    page, _ = text
    page.wait_for_selector(".text-page >> nth=2")
    page.hover(".cm-content")
    page.mouse.wheel(0, 5000)
    eventually(lambda: min(page.evaluate(SCROLLED)) > 0.97)
    page.hover("#text-pages")
    page.mouse.wheel(0, -9000)
    eventually(lambda: max(page.evaluate(SCROLLED)) < 0.03)


def test_a_click_on_a_page_goes_to_its_line(text):
    """The cursor is on the line of the passage, and the page is marked where it stands."""
    page, _ = text
    heading = page.locator(".text-page").nth(1)
    heading.locator("img").wait_for()
    box = heading.bounding_box()
    heading.click(position={"x": box["width"] * 0.3, "y": box["height"] * 0.14})
    page.wait_for_selector(f"{CURSOR_LINE}:has-text('What it is about'), {CURSOR_LINE}:has-text('Tell in two')")
    page.wait_for_selector(".text-page[data-here][aria-label^='Page 2']")


def test_what_does_not_fit_is_marked_in_the_text_and_on_its_page(text):
    """A number wider than its column is marked in the gutter and on its page, and a button goes there."""
    page, file = text
    before = file.read_text()
    page.click(".cm-content")
    page.keyboard.press("Control+End")
    page.keyboard.insert_text("\n\n" + "1234567890" * 15)
    page.wait_for_selector(".cm-lint-marker")
    page.wait_for_selector(".text-page .text-mark")
    problem = page.locator("#text-problems li", has_text="FIT001")
    assert "wider than its column" in problem.inner_text()
    assert "page 3" in problem.inner_text()
    problem.locator("button").click()
    page.wait_for_selector(f"{CURSOR_LINE}:has-text('12345678901234')")
    page.keyboard.press("Control+z")
    page.wait_for_selector(".text-mark", state="detached")
    page.wait_for_selector(".cm-lint-marker", state="detached")
    assert file.read_text() == before


def test_a_half_typed_field_keeps_the_pages_and_says_where_it_is(text):
    """The file is saved as it is; the last good pages stay, with the problem at its line."""
    page, file = text
    write(page, "\n\nIt costs {{ nothing.here }}.")
    eventually(lambda: file.read_text().endswith("{{ nothing.here }}."))
    page.wait_for_selector(".cm-lint-marker-error")
    row = page.locator("#text-problems li").first.inner_text()
    assert f"Line {len(file.read_text().splitlines())}" in row
    assert page.locator(".text-page img").count() > 0
    page.keyboard.press("Control+Home")
    page.keyboard.press("F8")
    page.wait_for_selector(f"{CURSOR_LINE}:has-text('It costs')")


def test_undo_is_one_history_with_the_rest_of_the_studio(text):
    """After a change of the theme, Ctrl-Z in the text takes back that change first, then what was typed."""
    page, file = text
    own, before = file.parent / "game.yaml", file.read_text()
    settings = own.read_text()
    write(page, "\n\nZebras.")
    eventually(lambda: "Zebras" in file.read_text())
    page.click("#tab-theme")
    use_theme(page, "ember/frost")
    page.click("#tab-text")
    page.click(".cm-content")
    page.keyboard.press("Control+z")
    eventually(lambda: own.read_text() == settings)
    assert "Zebras" in file.read_text()
    page.keyboard.press("Control+z")
    eventually(lambda: file.read_text() == before)
    page.keyboard.press("Control+Shift+Z")
    eventually(lambda: "Zebras" in file.read_text())
    page.wait_for_selector(".cm-line:has-text('Zebras')")


def test_undo_by_its_button_first_saves_what_was_just_typed(text):
    """Nothing that was typed comes back or is lost when Undo is pressed at once."""
    page, file = text
    before = file.read_text()
    write(page, "\n\nZebras.")
    page.click("#studio-undo")
    saved(page, "Undone: Type in rulebook.md")
    eventually(lambda: file.read_text() == before)
    page.wait_for_selector(".cm-line:has-text('Zebras')", state="detached")


def edited_elsewhere(page, file):
    """Type while another program writes the file, before the page has paused to save, and wait for the question."""
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") + 60_000)
    write(page, "\n\nMine.")
    file.write_text(text := file.read_text().replace("# What it is about", "# Elsewhere"), encoding="utf-8")
    page.clock.resume()
    page.wait_for_selector("dialog.conflict .mine:has-text('Mine.')")
    assert page.locator("dialog.conflict .disk").first.inner_text().startswith("-")
    assert file.read_text() == text
    return text


def test_a_text_that_was_changed_elsewhere_can_be_written_over(text):
    """Both versions are shown, and undo brings the other one back."""
    page, file = text
    theirs = edited_elsewhere(page, file)
    page.click("text=Write mine over it")
    eventually(lambda: file.read_text().endswith("Mine."))
    page.click("#studio-undo")
    eventually(lambda: file.read_text() == theirs)
    page.wait_for_selector(".cm-line:has-text('Elsewhere')")


def test_a_text_that_was_changed_elsewhere_can_be_kept(text):
    """The editor shows the version on disk; typing goes on in it."""
    page, file = text
    pictures = drawn(page)
    theirs = edited_elsewhere(page, file)
    page.click("text=Keep what is on disk")
    page.wait_for_selector(".cm-line:has-text('Elsewhere')")
    write(page, "More.")
    eventually(lambda: file.read_text() == f"{theirs}More.")
    redrawn(page, pictures)


def test_a_change_elsewhere_is_shown_while_the_cursor_stays(text):
    """Nothing is asked when nothing is typed."""
    page, file = text
    page.click(".cm-line:has-text('Write down the questions')")
    file.write_text(file.read_text().replace("# What it is about", "# What it is all about"), encoding="utf-8")
    page.wait_for_selector(".cm-line:has-text('all about')")
    page.wait_for_selector(f"{CURSOR_LINE}:has-text('Write down the questions')")
    assert page.locator("dialog.conflict").count() == 0


def test_a_text_is_begun_in_the_studio(enter, game):
    """A game without a quick reference offers it; its file is made by typing, and undo removes it."""
    page = enter(refusals=(404, 409, 422))  # a page may be asked for while its text is already gone
    file = game / "reference.md"
    file.unlink()
    open_text(page)
    page.select_option("#text-which", label="reference.md (new)")
    page.wait_for_selector(".cm-line:has-text('What it is about')", state="detached")
    page.click(".cm-content")
    page.keyboard.type("# Turn\n\n1. Draw.\nPlay.")
    eventually(lambda: file.is_file() and file.read_text() == "# Turn\n\n1. Draw.\n2. Play.")
    page.wait_for_selector(".text-page img")
    for _ in "# Turn\n\n1. Draw.\nPlay.":  # one step if it was typed without a pause
        page.keyboard.press("Control+z")
    eventually(lambda: not file.exists())


def test_everything_is_done_with_the_keyboard_alone(studio_page):
    """The tab, the text, bold, a figure and the pages are reached by keys, and Tab leaves the text."""
    page, game = studio_page
    file = game / "rulebook.md"
    before = file.read_text()
    page.focus("#tab-cards")
    while page.get_attribute("#tab-text", "aria-selected") != "true":
        page.keyboard.press("ArrowRight")
    page.wait_for_selector(".cm-content")
    page.wait_for_selector(".text-page img")
    focused = "() => document.activeElement.id || document.activeElement.className"
    while page.evaluate(focused) != "text-editor":
        page.keyboard.press("Tab")
    page.keyboard.press("Control+End")
    page.keyboard.type("\n\nZebras")
    page.keyboard.press("Control+Shift+ArrowLeft")
    page.keyboard.press("Control+b")
    eventually(lambda: added(before, file)[-1:] == ["+ **Zebras**"])
    reached = []
    while "text-page" not in reached:
        page.keyboard.press("Tab")
        reached.append(page.evaluate(focused))
        if reached[-1] == "figure" and reached.count("figure") == 1:
            page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("() => document.activeElement.getAttribute('aria-label')").startswith("Page 2")
    page.keyboard.press("Enter")
    assert page.evaluate(focused) == "text-editor"
    eventually(lambda: "+ show: [pathfinder]" in added(before, file))


def test_the_tab_has_no_barrier(text, axe):
    """axe-core finds nothing serious, also with a problem, in the dark and at the width of a phone."""
    page, file = text
    file.write_text(f"{file.read_text()}\n\nTake :no-such-icon:.\n", encoding="utf-8")
    page.wait_for_selector("#text-problems li")
    page.wait_for_selector(".text-mark")
    for scheme in ("light", "dark"):
        for width in (1200, 390):
            page.emulate_media(color_scheme=scheme)
            page.set_viewport_size({"width": width, "height": 844})
            assert axe(page) == []
            assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_the_editor_is_loaded_when_its_tab_is_opened(studio_page):
    """Until then the page has less than 1 MB without pictures."""
    page, _ = studio_page
    sizes = (
        "() => performance.getEntriesByType('resource').map((one) => [one.name.split('/').pop(), one.decodedBodySize])"
    )
    page.reload()
    page.wait_for_selector("html[data-ready]")
    loaded = dict(page.evaluate(sizes))
    assert "codemirror.js" not in loaded
    assert sum(size for name, size in loaded.items() if name.endswith((".js", ".css", ".json"))) < 1_000_000
    open_text(page)
    assert "codemirror.js" in dict(page.evaluate(sizes))
