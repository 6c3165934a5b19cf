"""`cards.html` in a browser: legible, searchable, and whole without its script."""

from itertools import pairwise
from pathlib import Path

import pytest
from tests.browser.tables import ROOT

from punchboard.load import load
from punchboard.products import PRODUCTS, ComposedGame

pytestmark = pytest.mark.slow

GAME = "alter-ego"


@pytest.fixture(scope="module")
def cards(tmp_path_factory):
    """The address of the page of a game with people, places, tokens, dice or not, and reference cards."""
    (product,) = PRODUCTS["cards"].make(ComposedGame(load(GAME, ROOT), ("a4",), ("cards",)))
    path = Path(tmp_path_factory.mktemp("cards"), product.path)
    path.write_bytes(product.data)
    return path.as_uri()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_is_legible(cards, visit, axe, scheme):
    """Contrast, headings, landmarks, names of fields: axe finds nothing serious; a phone scrolls only down."""
    page = visit(cards, width=320, policy=False, color_scheme=scheme)
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    levels = page.evaluate("[...document.querySelectorAll('h1, h2, h3, h4')].map((one) => Number(one.tagName[1]))")
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_search_and_filters_hide_what_does_not_match(cards, visit):
    """As it is typed, without accents and capitals; sections without a match are hidden, and the number is read."""
    page = visit(cards)
    expect = pytest.importorskip("playwright.sync_api").expect
    every = page.locator("article:visible").count()
    page.fill("#words", 'hench "one icon frees"')
    assert page.locator("#found").text_content() == f"1 of {every} shown"
    assert page.locator("main h2:visible").all_text_contents() == ["Quick reference"]
    assert page.locator("article:visible h3").all_text_contents() == ["Your Turn"]
    page.click("button[type=reset]")
    expect(page.locator("article:visible")).to_have_count(every)
    page.select_option("#kind", label="Hero cards")
    heroes = page.locator("article:visible").count()
    assert 0 < heroes < every
    page.select_option("#choice-1", index=1)
    assert 0 < page.locator("article:visible").count() < heroes
    page.click("button[type=reset]")  # the page shows all again after the form is reset, not within the click
    expect(page.locator("article:visible")).to_have_count(every)


def test_a_link_to_a_hidden_component_shows_it(cards, visit):
    """All are shown again."""
    page = visit(cards)
    page.fill("#words", "no such words")
    name = page.locator("article").first.get_attribute("id")
    page.evaluate(f"location.hash = '{name}'")
    page.locator(f"#{name}").wait_for()
    assert page.locator(f"#{name}").is_visible()


def test_without_script_everything_is_there(cards, new_page):
    """Only the search is not."""
    page = new_page(java_script_enabled=False)
    page.goto(cards)
    assert page.locator("article").count() == page.locator("article:visible").count() > 100
    assert not page.locator("#find").is_visible()
