"""The program itself in a tab, at its edges: a game by steps, a new version of a table, a phone, a stranger's HTML."""

from __future__ import annotations

import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from tests.browser.conftest import saved
from tests.browser.test_studio_cards import cell
from tests.browser.test_web_app import TABLE, drop, leave, rename, studio_of

pytestmark = [pytest.mark.slow, pytest.mark.long]
sync_api = pytest.importorskip("playwright.sync_api")


def test_a_new_game_is_made_by_steps_and_its_table_is_replaced(web_address, visit, tmp_path):
    """A spreadsheet is dropped on the studio's own first page; the same one again shows what has changed."""
    page = visit(web_address, policy=False, refusals=(422,))
    sync_api.expect(page.locator("#offline")).to_be_visible()
    page.click("#begin")
    studio = studio_of(page)
    table = tmp_path / "My Spells.csv"
    table.write_text(TABLE, encoding="utf-8")
    studio.set_input_files("#spot input", table)
    studio.wait_for_selector("select[aria-label='Text is']")
    studio.fill("[name=title]", "Spells of Rain")
    studio.click("#make")
    page.wait_for_selector("#save:visible")
    studio = studio_of(page)
    studio.wait_for_selector("#cards li img")
    assert page.url.endswith("#open=spells-of-rain")
    table.write_text(TABLE.replace("Rain,Puts out a fire.,1", "Hail,Breaks a window.,2"), encoding="utf-8")
    studio.click("#tab-table")
    studio.set_input_files("#new-table-file", table)
    studio.wait_for_selector("#new-table")
    page.keyboard.press("Enter")
    saved(studio, "Update My Spells.csv")
    studio.click("#tab-cards")
    studio.wait_for_selector("#cards li:has-text('Hail') img")
    leave(page, "spells-of-rain")


def test_texts_that_are_html_run_no_script_in_the_app(web_address, visit):
    """In no part of the studio: texts of a stranger stay texts, also in a page that is opened beside it."""
    page = visit(web_address, refusals=(422,))
    asked = []
    page.context.on("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    page.on("dialog", lambda dialog: asked.append(dialog.message))
    out = BytesIO()
    attacks = Path(__file__).resolve().parents[1] / "attacks"
    with zipfile.ZipFile(out, "w") as archive:
        for folder in (attacks / "games" / "html-in-titles", attacks / "base"):
            for file in sorted(one for one in folder.rglob("*") if one.is_file()):
                name = f"hostile/{file.relative_to(folder).as_posix()}"
                if name not in archive.namelist():
                    archive.write(file, name)
    page.set_input_files("#file", {"name": "hostile.zip", "mimeType": "application/zip", "buffer": out.getvalue()})
    studio = studio_of(page)
    studio.wait_for_selector("#cards li img")
    tabs = studio.locator("[role=tab]")
    for at in range(tabs.count()):
        tabs.nth(at).click()
        sync_api.expect(tabs.nth(at)).to_have_attribute("aria-selected", "true")
        assert studio.evaluate("document.querySelectorAll('img[src=x], [onerror]').length") == 0
    assert asked == []
    assert studio.evaluate("document.title").startswith("<script>")


def test_a_table_that_keeps_the_program_busy_is_stopped(web_address, visit):
    """A table of 150,000 rows; after it was stopped, a small one is made."""
    page = visit(web_address)
    rows = "Name,Text\n" + "".join(f"Card {number},Draw one.\n" for number in range(150_000))
    drop(page, rows)
    page.wait_for_selector("#busy:visible")
    page.click("#stop")
    sync_api.expect(page.locator("#said")).to_contain_text("was stopped while it was busy with My Spells.csv")
    drop(page, TABLE)
    sync_api.expect(page.locator("#title")).to_have_text("my-spells")


def test_a_card_is_changed_on_a_phone(web_address, visit, axe):
    """By touch, at a phone's width: nothing is wider than the window, and the change is kept."""
    page = visit(web_address, width=390, height=844, has_touch=True, is_mobile=True)
    drop(page, TABLE)
    page.tap("#edit")
    studio = studio_of(page)
    studio.wait_for_selector("#cards li img")
    is_wider = "document.documentElement.scrollWidth > innerWidth"
    for tab in ("#tab-table", "#tab-theme", "#tab-sheets", "#tab-cards"):
        studio.tap(tab)
        assert not studio.evaluate(is_wider), tab
    assert axe(page) == []
    studio.tap("#tab-table")
    studio.wait_for_selector(".line >> nth=2")
    cell(studio, 1, "Name").tap()
    page.keyboard.type("Snow")
    page.keyboard.press("Enter")
    saved(studio, "Change Name of Ice")
    page.reload()
    studio_of(page).wait_for_selector("#cards li:has-text('Snow') img", state="attached")


GAME = (
    "navigator.storage.getDirectory().then((top) => top.getDirectoryHandle('%2Ftools%2Fcards%2F'))"
    ".then((kept) => kept.getDirectoryHandle('catalog')).then((games) => games.getDirectoryHandle('my-spells'))"
)
"""The folder of a kept game, in place of one of the disk: a script can choose none there."""


def test_archives_and_folders_are_opened_and_changed(web_address, visit, axe):
    """The same game is no other one, a damaged archive is refused, and the very files of a folder are written."""
    page = visit(web_address)
    sync_api.expect(page.locator("#offline")).to_be_visible()
    drop(page, TABLE)
    page.click("#edit")
    rename(page, studio_of(page), 1, "Ice", "Snow")
    with page.expect_download() as archive:
        page.click("#save")
    data = Path(archive.value.path()).read_bytes()
    leave(page, "my-spells")
    page.set_input_files("#file", {"name": "a.zip", "mimeType": "application/zip", "buffer": data})
    studio_of(page).wait_for_selector("#cards li:has-text('Snow')")
    leave(page, "my-spells")
    page.set_input_files("#file", {"name": "b.zip", "mimeType": "application/zip", "buffer": data[:500]})
    sync_api.expect(page.locator("#said")).to_contain_text("b.zip was not opened: it is damaged")
    drop(page, TABLE)
    sync_api.expect(page.locator("#title")).to_have_text("my-spells-2")  # what was changed stays beside it
    assert axe(page) == []
    page.evaluate(f"window.showDirectoryPicker = () => {GAME}")
    page.click("#folder")
    rename(page, studio_of(page), 2, "Rain", "Hail")
    table = f"{GAME}.then((game) => game.getFileHandle('My Spells.csv')).then((one) => one.getFile())"
    assert "Hail,Puts out" in page.evaluate(f"{table}.then((file) => file.text())")
