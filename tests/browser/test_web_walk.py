"""The walk of docs/browser.md: a designer at a borrowed laptop, from a spreadsheet to printed cards in a tab alone.

`PUNCHBOARD_PICTURES=write pytest -m slow tests/browser/test_web_walk.py` makes the pictures of the page again.
"""

from __future__ import annotations

import csv
import subprocess
import sys
import zipfile
from io import BytesIO
from pathlib import Path

import pypdfium2
import pytest
from patience import eventually
from tests.browser.conftest import saved
from tests.browser.kept_pages import compare_with_picture
from tests.browser.test_studio_walk import CARDS, Walk, painting
from tests.browser.test_web_app import rename, studio_of

pytestmark = [pytest.mark.slow, pytest.mark.long]
sync_api = pytest.importorskip("playwright.sync_api")

LIMIT = 5 * 60
"""Seconds of a practised person from the spreadsheet to the PDF, reading included."""


class InFrame:
    """The studio in its frame, with the keyboard of the page around it."""

    def __init__(self, page):
        self.frame, self.keyboard = studio_of(page), page.keyboard

    def __getattr__(self, name):
        """Return what the frame has."""
        return getattr(self.frame, name)


def downloaded(page, walk, what):
    """Return the bytes of the file that a link or a button saves."""
    with page.expect_download() as saved_file:
        walk.click(what)
    return Path(saved_file.value.path()).read_bytes()


def test_from_a_spreadsheet_to_printed_cards_on_a_borrowed_laptop(web_address, visit, tmp_path):
    """With a picture, another theme and one changed word; what is saved is a game for the installed program."""
    page = visit(web_address, width=1280, height=800, policy=False)
    outer = Walk(page)
    outer.reads()
    sync_api.expect(page.locator("#offline")).to_be_visible()
    compare_with_picture("browser-start", page)
    picture = painting(tmp_path / "lamplighter.png")
    table = {"name": "Lantern Bay.csv", "mimeType": "text/csv", "buffer": CARDS.encode()}
    painted = {"name": picture.name, "mimeType": "image/png", "buffer": picture.read_bytes()}
    page.set_input_files("#file", [table, painted])
    page.wait_for_selector("#first:visible")
    sync_api.expect(page.locator("#said")).to_have_text("Ready to print.")
    outer.reads()
    compare_with_picture("browser-ready", page)
    sheet = pypdfium2.PdfDocument(downloaded(page, outer, "#files a"))
    printed = "\n".join(one.get_textpage().get_text_range() for one in sheet)
    for card in csv.DictReader(CARDS.splitlines()):
        assert printed.count(card["Name"]) >= int(card["Copies"]), card["Name"]

    outer.click("#edit")
    studio = InFrame(page)
    walk = Walk(studio)
    eventually(lambda: studio.locator("#cards img").count() >= 8)
    walk.reads()
    walk.click("#tab-theme")
    studio.wait_for_selector("#theme-sheet .face[data-side=front] img")
    walk.click("#theme-choose")
    walk.reads()
    walk.click("button[data-theme='tide/dusk']")
    saved(studio, "Use theme tide/dusk")
    walk.reads()
    walk.click("#tab-cards")
    rename(page, studio, 1, "Pilot", "Pilots")
    walk.click("#tab-cards")
    eventually(lambda: studio.locator("#cards img").count() >= 8)
    page.mouse.move(1, 400)
    compare_with_picture("browser-studio", page)
    walk.click("#tab-sheets")
    studio.wait_for_selector("#print-form")
    studio.wait_for_function("() => document.querySelector('#print-plan')?.textContent")
    walk.reads()
    walk.click("#print-form [type=submit]")
    studio.wait_for_selector("#print-result a")
    ask = "fetch(document.querySelector('#print-result a').href).then((one) => one.bytes()).then((all) => [...all])"
    pages = pypdfium2.PdfDocument(bytes(studio.evaluate(ask)))
    assert "Pilots" in "\n".join(one.get_textpage().get_text_range() for one in pages)

    with zipfile.ZipFile(BytesIO(downloaded(page, outer, "#save"))) as archive:
        archive.extractall(tmp_path / "home")
    assert outer.seconds + walk.seconds < LIMIT
    for words in ("check", "build"):
        command = [sys.executable, "-m", "punchboard", words, "lantern-bay"]
        subprocess.run(command, cwd=tmp_path / "home", check=True, capture_output=True)
    assert "tide/dusk" in (tmp_path / "home/catalog/lantern-bay/game.yaml").read_text()
