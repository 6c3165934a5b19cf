"""Printing from the page: what is chosen becomes a PDF, errors lead to the Problems tab, and the page is accessible."""

from __future__ import annotations

import re

import pytest
from patience import eventually
from tests.browser.conftest import wait_until

pytestmark = pytest.mark.slow
sync_api = pytest.importorskip("playwright.sync_api")

MADE = "#print-result a"


@pytest.fixture
def printing(enter, game):
    """The tab Print of this test's game, and the game's folder."""
    page = enter(policy=False)
    page.click("#tab-sheets")
    page.wait_for_selector("#print-form")
    return page, game


def planned(page, what):
    """Wait until the page says how many sheets of paper are needed."""
    sync_api.expect(page.locator("#print-plan")).to_contain_text(what)


def opened(page, link):
    """Return the bytes behind a link."""
    return page.request.get(page.evaluate("(link) => document.querySelector(link).href", link)).body()


def test_the_cards_are_printed_with_the_keyboard(printing, axe):
    """Sides and paper are chosen, the sheets are counted, and Enter makes the PDF, which can be opened and saved."""
    page, _ = printing
    planned(page, "both sides: flip on the long edge")
    page.locator("[name=print-sides][value=duplex]").focus()
    page.keyboard.press("ArrowDown")
    planned(page, "Fronts only")
    page.get_by_label("Paper", exact=True).focus()
    page.keyboard.press("L")
    assert axe(page) == []
    page.keyboard.press("Enter")
    page.locator("#print-form [type=submit]").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(MADE)
    assert page.evaluate("document.activeElement.textContent") == "Open the PDF"
    assert opened(page, MADE).startswith(b"%PDF-")
    assert page.locator("#print-result [download]").get_attribute("download").endswith("-letter-fronts.pdf")
    assert axe(page) == []
    page.click("text=Cut lines, ink, only some cards")
    page.click("text=Ticks at each corner")  # what was made is not what is asked for now
    sync_api.expect(page.locator(MADE)).to_have_count(0)


def test_some_cards_and_the_booklet_are_saved_together(printing):
    """A range of cards and the rulebook: two files to open, or one archive."""
    page, _ = printing
    page.check("[value=booklet]")
    page.click("text=Cut lines, ink, only some cards")
    page.get_by_label("Last card").select_option(index=0)
    assert page.locator("[value=range]").is_checked()
    planned(page, "Rulebook booklet")
    page.click("#print-form [type=submit]")
    page.wait_for_selector(MADE)
    names = page.locator("#print-result li strong").all_inner_texts()
    assert names == ["Fronts and backs", "Rulebook booklet"]
    assert "short edge" in page.locator("#print-result li").nth(1).inner_text()
    assert page.locator("#print-result > a").inner_text() == "Save 2 files as ZIP"


def test_a_shop_gets_an_archive(printing):
    """Below the form each shop and virtual table has a button of its own."""
    page, _ = printing
    row = page.locator("#print-away li", has_text="MakePlayingCards")
    row.get_by_role("button").click()
    sync_api.expect(row.get_by_role("link")).to_have_text(re.compile(r"Save \d+ files as ZIP"))
    assert page.request.get(row.get_by_role("link").evaluate("one => one.href")).body().startswith(b"PK")


def test_errors_lead_to_the_problems(printing):
    """A game with an error is not printed: the page says so, and where the error is."""
    page, game = printing
    planned(page, "sheet")
    table = next(game.glob("*.csv"))
    table.write_text(table.read_text(encoding="utf-8").replace(",finder,1,", ",finder,one,"), encoding="utf-8")
    sync_api.expect(page.locator("#broken")).to_be_visible()
    page.click("#print-form [type=submit]")
    told = page.locator("#print-result .print-refused")
    sync_api.expect(told).to_contain_text("nothing is printed until")
    assert table.name in told.inner_text()
    told.get_by_role("button").click()
    assert page.locator("#panel-problems").is_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_tab_works_on_a_phone(enter, axe, scheme):
    """Nothing is wider than the window, and axe finds nothing serious."""
    page = enter(width=390, policy=False, color_scheme=scheme)
    page.click("#tab-sheets")
    page.wait_for_selector("#print-form")
    wait_until(page, "document.querySelector('#pages-sheets img')?.naturalWidth > 0")
    page.click("text=Cut lines, ink, only some cards")
    assert axe(page) == []
    eventually(lambda: page.evaluate("document.documentElement.scrollWidth") <= 390, "the width")
