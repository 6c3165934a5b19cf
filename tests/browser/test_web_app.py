"""The program itself in a tab: a table dropped on a page of static files becomes a checked deck and its PDF."""

import subprocess
import sys
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from patience import eventually
from PIL import Image
from tests.browser.conftest import READY, new_picture, saved
from tests.browser.test_studio_cards import PICTURE, cell

pytestmark = pytest.mark.slow
sync_api = pytest.importorskip("playwright.sync_api")

TABLE = "Name,Text,Count\nFire,Burns :fire: one.,2\nIce,Freezes <b>one</b>.,3\nRain,Puts out a fire.,1\n"


def drop(page, text):
    """Give the page a table, as a file called My Spells.csv."""
    page.set_input_files("#file", {"name": "My Spells.csv", "mimeType": "text/csv", "buffer": text.encode()})


def downloaded(page, name):
    """Return the bytes of the file that a link saves."""
    with page.expect_download() as saved:
        page.get_by_role("link", name=name).click()
    return Path(saved.value.path()).read_bytes()


def test_a_dropped_table_becomes_the_pdf_that_the_native_program_makes(web_address, visit, axe, tmp_path):
    """After a table without rows, which gets a message; nothing is fetched from another host, and nothing can be."""
    page = visit(web_address, refusals=("Refused to connect", "Content Security Policy"))
    asked = []
    page.context.on("request", lambda request: asked.append(request.url))
    drop(page, "")
    sync_api.expect(page.locator("#title")).to_have_text("my-spells: not made")
    assert page.inner_text("#told").startswith("My Spells.csv:1: error TABLE001: the table is empty")
    drop(page, TABLE)
    sync_api.expect(page.locator("#title")).to_have_text("my-spells")

    (tmp_path / "My Spells.csv").write_text(TABLE, "utf-8")
    for words in (["new", "my-spells", "--from", "My Spells.csv"], ["build", "my-spells"]):
        subprocess.run([sys.executable, "-m", "punchboard", *words], cwd=tmp_path, check=True, capture_output=True)
    native = tmp_path / "output" / "my-spells"
    deck = "print-and-play/a4-duplex.pdf"
    assert downloaded(page, "A4: duplex") == (native / deck).read_bytes()
    with zipfile.ZipFile(BytesIO(downloaded(page, "Save the game"))) as archive:
        assert "catalog/my-spells/game.yaml" in archive.namelist()
        for path in native.rglob("*.pdf"):
            assert archive.read(path.relative_to(tmp_path).as_posix()) == path.read_bytes()
    assert axe(page) == []

    assert [url for url in asked if not url.startswith((web_address, "blob:", "data:"))] == []
    ask = "(other) => fetch(other, {mode: 'no-cors'}).then(() => 'answered', (error) => String(error))"
    other = web_address.replace("127.0.0.1", "localhost")
    assert {one.evaluate(ask, other) for one in (page, *page.workers)} == {"TypeError: Failed to fetch"}


@pytest.mark.long
def test_pictures_that_a_table_names_come_with_it(web_address, visit, tmp_path):
    """They are printed with the native bytes; without their table, or with two, the page says what to drop."""
    page, out = visit(web_address), BytesIO()
    Image.linear_gradient("L").convert("RGB").save(out, "JPEG")
    table = {"name": "beasts.csv", "mimeType": "text/csv", "buffer": b"Name,Picture\nFox,fox.jpg\nOwl,fox.jpg\n"}
    picture = {"name": "fox.jpg", "mimeType": "image/jpeg", "buffer": out.getvalue()}
    for wrong in ([picture], [table, table]):
        page.set_input_files("#file", wrong)
        sync_api.expect(page.locator("#said")).to_contain_text("Drop one spreadsheet with the pictures that it names")
    page.set_input_files("#file", [table, picture])
    page.wait_for_selector("#first:visible")  # before all others are made
    assert page.is_hidden("#result")
    sync_api.expect(page.locator("#said")).to_have_text("Ready to print.")
    assert page.is_hidden("#first")
    for one in (table, picture):
        (tmp_path / one["name"]).write_bytes(one["buffer"])
    for words in (["new", "beasts", "--from", "beasts.csv"], ["build", "beasts"]):
        subprocess.run([sys.executable, "-m", "punchboard", *words], cwd=tmp_path, check=True, capture_output=True)
    deck = "print-and-play/a4-duplex.pdf"
    assert downloaded(page, "A4: duplex") == (tmp_path / "output" / "beasts" / deck).read_bytes()


def studio_of(page):
    """Return the frame of the studio, when it is ready."""
    frame = page.wait_for_selector("#studio").content_frame()
    frame.wait_for_selector(READY)
    return frame


def rename(page, studio, row, old, new):
    """Change the name of a card in the table, and wait for its picture."""
    studio.click("#tab-table")
    studio.wait_for_selector(".line >> nth=2")
    cell(studio, row, "Name").click()
    studio.wait_for_selector(f"#deck-name:text-is('{old}')")
    before = studio.locator(PICTURE).first.get_attribute("src")
    page.keyboard.type(new)
    page.keyboard.press("Enter")
    saved(studio, f"Change Name of {old}")
    new_picture(studio, PICTURE, before)


def leave(page, *games):
    """Leave the studio for the list of games, which must have these."""
    page.click("#leave")
    sync_api.expect(page.locator("#games li")).to_have_text(list(games))


def test_a_game_goes_on_in_the_studio_after_a_reload_without_a_network(web_host, web_address, visit, axe):
    """A cell changes its picture; the change is there when the tab is loaded again, and in the saved archive.

    A sample is opened before. Then the host goes: all files of the app are kept, and the fonts that were used. So a
    table becomes a game again.
    """
    page, fonts = visit(web_address, refusals=("net::ERR",)), []
    eventually(lambda: "/tools/cards/packages/reportlab.zip" in web_host.asked, "what prints, before anything is asked")
    page.context.on("request", lambda request: "/packages/font" in request.url and fonts.append(request.url))
    sync_api.expect(page.get_by_text("this page opens without a network")).to_be_visible()
    page.click("#samples button >> nth=0")
    studio_of(page).wait_for_selector("#cards li img")
    leave(page, "lamplighters")
    drop(page, TABLE)
    page.click("#edit")
    studio = studio_of(page)
    rename(page, studio, 1, "Ice", "Snow")
    page.evaluate("performance.now = ((now) => () => now.call(performance) + 3_600_001)(performance.now)")
    for step, done in (("undo", "Undone"), ("redo", "Done again")):
        studio.click(f"#studio-{step}")
        saved(studio, done)
    assert page.is_visible("text=An hour of changes is in this browser only")
    assert axe(page) == []

    assert fonts
    are_kept = "(all) => Promise.all(all.map((one) => caches.match(one))).then((found) => found.every(Boolean))"
    eventually(lambda: page.evaluate(are_kept, fonts), fonts)
    web_host.shutdown()
    web_host.server_close()
    page.reload()
    studio_of(page).wait_for_selector("#cards li:has-text('Snow') img")
    assert page.evaluate("navigator.serviceWorker.controller !== null")
    with page.expect_download() as archive:
        page.click("#save")
    data = Path(archive.value.path()).read_bytes()
    with zipfile.ZipFile(BytesIO(data)) as packed:
        assert "Snow,Freezes" in packed.read("catalog/my-spells/My Spells.csv").decode()
    leave(page, "lamplighters", "my-spells")
    drop(page, TABLE)
    sync_api.expect(page.locator("#title")).to_have_text("my-spells-2")  # what was changed stays beside it
