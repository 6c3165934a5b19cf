"""The preview in a real browser: a page that follows the files of a game while it is open."""

from __future__ import annotations

import re
import sys
from contextlib import ExitStack
from itertools import count
from pathlib import Path

import pytest
from tests.browser.conftest import new_picture, serving, wait_until

pytestmark = pytest.mark.slow
sync_api = pytest.importorskip("playwright.sync_api")

ROOT = Path(__file__).resolve().parents[2]
PREVIEW = ("preview", "--no-open", "--port", "0", "--trusted", "--workspace")
FIRST = "#cards .face img"
PAGE = "#panel-sheets img"
SHOWN = "(selector) => document.querySelector(selector)?.naturalWidth > 0"
"""Whether a picture is loaded."""


@pytest.fixture(scope="module")
def deck(tmp_path_factory):
    """Writes a game of a number of different text cards, with the deck of the benchmarks."""
    sys.path.insert(0, str(ROOT / "benchmarks"))
    try:
        import run
    finally:
        sys.path.remove(str(ROOT / "benchmarks"))
    return lambda count: run.workspace(tmp_path_factory.mktemp("deck"), count)


@pytest.fixture
def preview(tmp_path):
    """Starts the preview of a workspace and returns its address; all are stopped as by Ctrl-C."""
    with ExitStack() as running:
        numbers = count()

        def preview(workspace):
            return running.enter_context(serving(tmp_path / f"server-{next(numbers)}.log", *PREVIEW, workspace))

        yield preview


@pytest.fixture(scope="module")
def sheets(deck, tmp_path_factory):
    """The address of the preview of a deck that no test changes."""
    log = tmp_path_factory.mktemp("server") / "log"
    with serving(log, *PREVIEW, deck(20)) as address:
        yield address


@pytest.fixture
def open_page(visit):
    """Opens an address and waits for the first picture; any complaint of the page fails the test."""

    def open_page(address):
        page = visit(address)
        wait_until(page, SHOWN, FIRST)
        return page

    return open_page


@pytest.fixture
def show(preview, open_page):
    """Starts the preview of a workspace and opens it."""
    return lambda workspace: open_page(preview(workspace))


def edit(path, old, new):
    """Replace a text in a file, as an editor saves it."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def edit_until_seen(page, path, old, new):
    """Save a file, and wait for a new first picture in the browser."""
    before = page.get_attribute(FIRST, "src")
    edit(path, old, new)
    new_picture(page, FIRST, before)


def title_of_first_card(table):
    """Return the title in the first row of the table of cards."""
    return re.search(r"\n1,([^,]*),", table.read_text(encoding="utf-8"))[1]


def test_the_first_view_comes_and_a_saved_change_becomes_visible(deck, show):
    """The page has every card of the deck; a row that is saved, and a theme, change its first picture."""
    workspace = deck(60)
    page = show(workspace)
    assert page.locator("#cards .card").count() == 60
    table, theme = workspace / "catalog/deck/cards.csv", workspace / "catalog/deck/layouts/theme.yaml"
    edit_until_seen(page, table, f"\n1,{title_of_first_card(table)},", "\n1,Again,")
    assert page.locator("#cards .name").first.text_content() == "Again"
    edit_until_seen(page, theme, "title: {size: 11,", "title: {size: 12,")


def test_an_invalid_file_is_reported_over_the_last_valid_pictures(deck, show):
    """File, line and message appear while the cards stay; once fixed, they vanish and the newest picture appears."""
    workspace = deck(20)
    page = show(workspace)
    table = workspace / "catalog/deck/cards.csv"
    before = page.get_attribute(FIRST, "src")
    edit(table, "\n2,", "\ntwo,")
    banner = page.locator("#broken")
    sync_api.expect(banner).to_contain_text("catalog/deck/cards.csv:3")
    sync_api.expect(banner).to_contain_text("'two' is not a whole number")
    assert page.get_attribute(FIRST, "src") == before
    assert page.locator(FIRST).count() == 20
    banner.get_by_role("button", name="Close").click()
    sync_api.expect(banner).not_to_be_visible()
    edit(table, "\ntwo,", "\nthree,")  # another error
    sync_api.expect(banner).to_contain_text("'three' is not a whole number")
    edit(table, "\nthree,", "\n2,")
    sync_api.expect(banner).not_to_be_visible()
    edit_until_seen(page, table, f"\n1,{title_of_first_card(table)},", "\n1,Mended,")
    assert page.locator(FIRST).count() == 20


def test_a_text_that_does_not_fit_is_reported_beside_its_card(deck, show):
    """The picture comes first, then the problems."""
    workspace = deck(20)
    page = show(workspace)
    table = workspace / "catalog/deck/cards.csv"
    text = re.search(r"\n1,[^,]*,[^,]*,([^,]*),", table.read_text(encoding="utf-8"))[1]
    edit_until_seen(page, table, text, "very long words " * 200)
    wait_until(page, "!document.getElementById('problem-count').hidden")
    page.click("#tab-problems")
    sync_api.expect(page.locator("#panel-problems")).to_contain_text("FIT001")
    page.locator("#panel-problems .problem button").first.click()
    assert "FIT001" in page.locator("#open .problem").text_content()
    page.keyboard.press("Escape")
    page.click("#tab-cards")
    page.locator("#codes label", has_text="With problems").click()
    sync_api.expect(page.locator("#cards .card:visible")).to_have_count(1)


def test_sheets_are_shown_page_by_page(sheets, open_page):
    """They are composed after the cards, on the papers of a build; the chosen paper is remembered."""
    page = open_page(sheets)
    page.click("#tab-sheets")
    wait_until(page, SHOWN, PAGE)
    page.get_by_label("Paper", exact=True).select_option("Letter")
    wait_until(page, "(selector) => document.querySelector(selector).alt.startsWith('Letter')", PAGE)
    page.get_by_role("button", name="True size").click()
    wait_until(page, f"Math.abs(document.querySelector('{PAGE}').getBoundingClientRect().width - 8.5 * 96) < 1")
    page.get_by_role("button", name="Larger pages").click()
    assert page.get_by_role("button", name="True size").get_attribute("aria-pressed") == "false"
    whole = page.locator(PAGE).bounding_box()["width"]
    page.keyboard.press("+")
    assert page.locator(PAGE).bounding_box()["width"] == pytest.approx(1.15 * whole, rel=0.02)
    page.reload()
    wait_until(page, SHOWN, PAGE)
    assert page.locator(PAGE).get_attribute("alt").startswith("Letter")


@pytest.mark.parametrize("width", [1200, 360])
def test_sheets_are_accessible(sheets, visit, axe, width):
    """Their choices and buttons, and the pages themselves, on a desktop and on a phone."""
    page = visit(sheets, width=width, policy=False)
    page.click("#tab-sheets")
    wait_until(page, SHOWN, PAGE)
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_sheet_stays_visible_until_its_new_version_is_drawn(deck, show):
    """It neither goes blank nor moves while the workers compose it again."""
    workspace = deck(20)
    page = show(workspace)
    page.click("#tab-sheets")
    page.get_by_role("button", name="Next page").click()
    wait_until(page, "(selector) => document.querySelector(selector).alt.endsWith('page 2')", PAGE)
    page.evaluate(
        """(selector) => { window.blank = 0; const watch = () => {
        const image = document.querySelector(selector);
        if (!image?.complete || !image.naturalWidth) window.blank += 1;
        requestAnimationFrame(watch); }; watch(); }""",
        PAGE,
    )
    before = page.get_attribute(PAGE, "src")
    edit(workspace / "catalog/deck/layouts/theme.yaml", "title: {size: 11,", "title: {size: 10,")
    new_picture(page, PAGE, before)
    assert page.locator(PAGE).get_attribute("alt").endswith("page 2")
    assert page.evaluate("window.blank") == 0


def test_cards_out_of_sight_change_too(deck, show):
    """Those in the window first, then the others, a few at a time; the scroll position is kept."""
    workspace = deck(80)
    page = show(workspace)
    wait_until(page, "document.querySelector('html').dataset.ready === 'true'")
    page.evaluate("scrollTo(0, 2000)")
    sources = "[...document.querySelectorAll('#cards .face img')].map((image) => image.getAttribute('src'))"
    before = page.evaluate(sources)
    edit(workspace / "catalog/deck/layouts/theme.yaml", "title: {size: 11,", "title: {size: 10,")
    wait_until(page, f"(before) => {sources}.every((source) => !before.includes(source))", before)
    assert page.evaluate("scrollY") == 2000


def test_layouts_created_later_are_shown(deck, show):
    """Their folder did not exist when the preview started."""
    workspace = deck(20)
    page = show(workspace)
    theme = workspace / "layouts/deck/theme.yaml"
    theme.parent.mkdir(parents=True)
    (workspace / "catalog/deck/layouts/theme.yaml").rename(theme)
    wait_until(page, "() => !document.getElementById('broken').classList.contains('shown')")
    edit_until_seen(page, theme, "title: {size: 11,", "title: {size: 9,")


def test_a_deleted_game_folder_is_reported(deck, show):
    """The last valid pictures stay; when the folder is back, so is the page."""
    workspace = deck(20)
    page = show(workspace)
    game = workspace / "catalog/deck"
    game.rename(workspace / "away")
    banner = page.locator("#broken")
    sync_api.expect(banner).to_contain_text("last good pictures")
    assert page.locator(FIRST).count() == 20
    (workspace / "away").rename(game)
    sync_api.expect(banner).not_to_be_visible()


def test_the_last_of_many_saves_is_shown(deck, show):
    """A hundred saves without a pause, by an editor that writes a new file and replaces the old one."""
    workspace = deck(20)
    page = show(workspace)
    table = workspace / "catalog/deck/cards.csv"
    text, title = table.read_text(encoding="utf-8"), title_of_first_card(table)
    name = page.locator("#cards .name").first
    for turn in range(100):
        aside = table.with_name(".cards.csv.part")
        aside.write_text(text.replace(f"\n1,{title},", f"\n1,Turn {turn},"), encoding="utf-8")
        aside.replace(table)
        assert name.text_content()  # the page is asked between two saves, so that some of them are loaded
    sync_api.expect(name).to_have_text("Turn 99")
    sync_api.expect(page.locator("#broken")).not_to_be_visible()
