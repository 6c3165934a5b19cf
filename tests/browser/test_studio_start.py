"""The start without a terminal, in a real browser: a spreadsheet becomes a game, or another game is opened."""

from __future__ import annotations

import pytest
from patience import eventually
from tests.browser.conftest import ended, started
from tests.browser.test_studio_drop import drop, painting

pytestmark = pytest.mark.slow
pytest.importorskip("playwright.sync_api")

CARDS = """\
Name,Type,Cost,Text,Notes,Copies
Lamplighter,Crew,1,Light one lantern next to this card.,too strong?,3
Pilot,Crew,2,Move one ship past a dark lantern.,,3
Fog,Weather,0,Put out all lanterns in one bay.,as before,3
"""


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    """A folder without games, in which the program runs, and its address."""
    folder = tmp_path_factory.mktemp("desk")
    process, address = started("edit", "--no-open", "--port", "0", cwd=folder)
    try:
        yield folder, address
    finally:
        ended(process)


@pytest.fixture
def page(desk, visit):
    """The page that begins, at a desk's and at a phone's width."""
    return lambda **more: visit(f"{desk[1].replace('/?', '/start?')}", refusals=(422,), **more)


def said(page, words):
    eventually(lambda: words in page.text_content("main"), lambda: page.text_content("main"))


def test_a_spreadsheet_is_dropped_its_guesses_are_changed_and_the_studio_goes_on(desk, page, tmp_path, axe):
    """The file, a column that is kept off, the name of the cards; then the cards are there, and undo works."""
    cards = tmp_path / "Lantern Bay.csv"
    cards.write_text(CARDS)
    start = page(width=1300)
    assert axe(start) == []
    drop(start, "#spot", cards)
    said(start, "Lantern Bay.csv: 3 different, 9 to print")
    assert not (desk[0] / "catalog").exists()
    assert axe(start) == []
    start.select_option("select[aria-label='Cost is']", "private")
    said(start, "Not printed")
    start.fill("#kinds input", "Lanterns")
    start.fill("[name=title]", "Lantern Night")
    start.keyboard.press("Enter")
    start.wait_for_url("**/?game=lantern-night")
    start.wait_for_selector("#cards li")
    assert start.text_content("#cards h2").startswith("Lanterns")
    game = desk[0] / "catalog" / "lantern-night"
    assert 'ignore: ["Cost", "Notes"]' in (game / "game.yaml").read_text()
    assert (game / cards.name).read_text() == CARDS
    start.click("#tab-table")
    start.wait_for_selector(".line [role=gridcell]")


def test_a_table_is_dropped_with_its_pictures(desk, page, tmp_path):
    """Those that the table names are copied into the game and printed; the page says what becomes of the others."""
    cards = tmp_path / "Owl Post.csv"
    cards.write_text("Name,Text,Picture\nOwl,Fly to the tower.,owl.png\nMouse,Hide.,mouse.png\n")
    for name in ("owl", "spare"):
        painting(tmp_path / f"{name}.png", size=(800, 800))
    start = page(width=1300)
    drop(start, "#spot", cards, tmp_path / "owl.png", tmp_path / "spare.png")
    said(start, "1 of the 2 pictures that the table names was dropped with it")
    said(start, "One dropped picture is named by no row, and not copied.")
    start.focus("#make")
    start.keyboard.press("Enter")
    start.wait_for_url("**/?game=owl-post")
    start.wait_for_selector("#cards li")
    game = desk[0] / "catalog" / "owl-post"
    assert [path.name for path in game.rglob("*.png")] == ["owl.png"]
    assert next(game.rglob("owl.png")).read_bytes() == (tmp_path / "owl.png").read_bytes()


def test_what_is_no_table_is_refused_and_one_can_go_on(page, tmp_path):
    """A picture, a folder, two files and one of 200 MB: each is answered in words, and the page stays."""
    start = page(width=390, height=844)
    (tmp_path / "owl.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    drop(start, "#spot", tmp_path / "owl.png")
    eventually(lambda: "owl.png" in start.text_content("#said") and "Reading" not in start.text_content("#said"))
    drop(start, "#spot", tmp_path / "owl.png", tmp_path / "owl.png")
    said(start, "2 files were dropped, and none is a table")
    with (tmp_path / "large.csv").open("wb") as large:
        large.truncate(200_000_000)
    drop(start, "#spot", tmp_path / "large.csv")
    said(start, "large.csv has 200 MB")
    (tmp_path / "folder").mkdir()
    drop(start, "#spot", tmp_path / "folder")
    said(start, "folder cannot be read")
    assert start.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_sample_opens_and_is_among_the_recent_games(desk, page):
    """By keyboard alone; the second time it is there already."""
    start = page()
    start.focus("#sample")
    start.keyboard.press("Enter")
    start.wait_for_selector("#cards li")
    assert (desk[0] / "catalog" / "lamplighters" / "game.yaml").is_file()
    start = page()
    start.focus("#recent button")
    start.keyboard.press("Enter")
    start.wait_for_selector("#cards li")
    assert "Lamplighters" in start.text_content("#title")
