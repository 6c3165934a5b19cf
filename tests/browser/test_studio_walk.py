"""The walk of docs/studio.md: from a spreadsheet to a deck with an own look, without a text editor.

`PUNCHBOARD_PICTURES=write pytest -m slow tests/browser/test_studio_walk.py` makes the pictures of the page again.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from patience import eventually
from PIL import Image, ImageDraw
from tests.browser.conftest import saved
from tests.browser.hand import box, grip, rectangle, scale
from tests.browser.kept_pages import compare_with_picture
from tests.browser.test_studio_drop import centre, drop
from tests.browser.test_studio_theme_flows import slide

pytestmark = pytest.mark.slow
pytest.importorskip("playwright.sync_api")

ROOT = Path(__file__).resolve().parents[2]

# The keystroke-level model of Card, Moran and Newell: the seconds that a practised person needs.
KEY, POINT, PRESS, THINK = 0.28, 1.1, 0.2, 1.35
READING = 20.0
"""The seconds that a person reads, looks and decides at each step of the page, besides doing what it says."""

LIMIT = 15 * 60

CARDS = """\
Name,Type,Cost,Text,Flavour,Picture,Copies
Lamplighter,Crew,1,Light one lantern next to this card.,She counts the dark ones first.,lamplighter.png,3
Pilot,Crew,2,Move one ship past a dark lantern.,,,3
Keeper,Crew,3,At the end of your turn light a lantern anywhere.,The stairs are the hard part.,,2
Smuggler,Crew,2,Put out one lantern. Take one cargo.,,,2
Diver,Crew,1,Take one cargo from a wreck.,,,3
Fog,Weather,0,Put out all lanterns in one bay.,You hear the bell before you see the rock.,,3
Spring tide,Weather,1,Move every ship one bay towards the harbour.,,,2
Storm,Weather,2,Each ship at a dark lantern becomes a wreck.,,,2
Calm,Weather,0,No ship moves until your next turn.,,,2
Brass bell,Gear,1,Ignore the next Fog.,,,2
Spare oil,Gear,1,Keep this card. Light a lantern when one goes out.,,,2
Chart,Gear,2,Look at the top three cards of the deck. Put them back in any order.,Most of it is right.,,2
"""


def painting(path):
    """Write a picture as a designer would paint it: a lamp over the sea at night."""
    image = Image.new("RGB", (900, 700), "#10243c")
    draw = ImageDraw.Draw(image)
    for y in range(430, 700, 18):
        draw.line([(0, y), (900, y)], fill=(24, 60 + (y - 430) // 4, 92), width=9)
    for radius in range(260, 40, -20):
        shade = 255 - radius // 2
        draw.ellipse(
            [640 - radius, 250 - radius, 640 + radius, 250 + radius], fill=(shade, shade - 30, 70 + radius // 5)
        )
    draw.rectangle([625, 250, 655, 700], fill="#0a1420")
    draw.polygon([(590, 190), (690, 190), (670, 300), (610, 300)], fill="#fff3c4")
    image.save(path)
    return path


class Walk:
    """A person at the page: what is done, and how many seconds a person would need for it."""

    def __init__(self, page):
        self.page, self.seconds = page, 0.0

    def reads(self):
        """Read what comes next."""
        self.seconds += READING

    def click(self, what):
        """Click an element."""
        self.page.click(what)
        self.seconds += THINK + POINT + PRESS

    def click_beyond(self, what):
        """Click right of an element, where nothing covers what lies below it."""
        x, y, width, height = rectangle(self.page, what)
        self.page.mouse.click(x + width + 6, y + height / 2)
        self.seconds += THINK + POINT + PRESS

    def double_click(self, what):
        """Double-click an element."""
        self.page.mouse.dblclick(*centre(self.page, what))
        self.seconds += THINK + POINT + 2 * PRESS

    def type(self, text):
        """Type a text."""
        self.page.keyboard.type(text)
        self.seconds += THINK + KEY * len(text)

    def press(self, key):
        """Press a key."""
        self.page.keyboard.press(key)
        self.seconds += KEY

    def drag(self, start, dx, dy):
        """Drag from a point of the window by pixels."""
        mouse, (x, y) = self.page.mouse, start
        mouse.move(x, y)
        mouse.down()
        mouse.move(x + dx, y + dy, steps=6)
        mouse.up()
        self.seconds += THINK + 2 * (POINT + PRESS)

    def drop(self, what, path):
        """Drop a file on an element."""
        drop(self.page, what, path)
        self.seconds += 2 * THINK + 4 * (POINT + PRESS)  # another window is found first

    def slide_colour(self, name, value):
        """Drag in the window that the browser has for a colour."""
        slide(self.page, name, value)
        slide(self.page, name, value, "change")
        self.seconds += THINK + 4 * (POINT + PRESS)


@pytest.fixture
def run(tmp_path):
    """Runs a command of the terminal in an empty folder."""
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src")}

    def run(*words):
        command = [sys.executable, "-m", "punchboard", *words]
        quiet = {"capture_output": True, "text": True, "stdin": subprocess.DEVNULL}
        return subprocess.run(command, cwd=tmp_path, env=env, check=True, **quiet).stdout

    return run


def compare(page, name):
    """Compare the window with a picture of the page, or write the picture."""
    page.mouse.move(1, 400)
    compare_with_picture(f"studio-{name}", page)


def choose_look(walk):
    """Give the game another theme and another colour."""
    page = walk.page
    walk.click("#tab-theme")
    page.wait_for_selector("#theme-sheet .face[data-side=front] img")
    walk.click("#theme-choose")
    walk.reads()
    was = page.input_value("[aria-label='Value of accent']")
    walk.click("button[data-theme='tide/dusk']")
    saved(page, "Use theme tide/dusk")
    page.wait_for_function(f"() => document.querySelector(\"[aria-label='Value of accent']\").value !== '{was}'")
    walk.slide_colour("accent", "#7a4fa3")
    saved(page, "Set colour accent")
    walk.reads()
    compare(page, "theme")


def change_card(walk, painted):
    """Drop a picture, widen a box, change words on the card, and look at the table."""
    page = walk.page
    walk.click("#tab-cards")
    walk.drop("#cards li button", painted)
    saved(page, "Picture of Lamplighter")
    walk.reads()

    walk.click("#cards li button")
    walk.click("#studio-edit")
    page.wait_for_selector(box("title-plate"))
    walk.click_beyond(box("title"))  # there the plate below it is not covered
    page.wait_for_selector(f"{box('title-plate')}[aria-pressed=true]")
    millimetre = scale(page)
    walk.drag(grip(page, "title-plate", "e"), 8.5 * millimetre, 0)
    saved(page, "Resize title-plate")
    walk.reads()
    compare(page, "layout")

    walk.double_click(box("flavour"))
    page.wait_for_selector(".in-place textarea, .in-place input")
    walk.press("Control+a")
    walk.type("She counts the dark ones first, and the wrecks last.")
    walk.press("Enter")
    saved(page, "Change Flavour of Lamplighter")
    walk.click("#open-close")
    walk.reads()

    walk.click("#tab-table")
    page.wait_for_selector(".line")
    compare(page, "table")


def test_from_a_spreadsheet_to_a_deck_with_an_own_look(tmp_path, run, lone_studio):
    """Every step of the page is done, and a person who reads it needs less than a quarter of an hour."""
    (tmp_path / "cards.csv").write_text(CARDS, encoding="utf-8")
    (tmp_path / "drawings").mkdir()
    painted = painting(tmp_path / "drawings" / "lamplighter.png")
    assert "12 different components, 28 in all" in run("new", "lantern-bay", "--from", "cards.csv", "--no-build")
    game = tmp_path / "catalog" / "lantern-bay"
    page = lone_studio(tmp_path, width=1280, height=800)
    walk = Walk(page)
    walk.seconds += KEY * len("punchboard new lantern-bay --from cards.csv punchboard edit lantern-bay") + READING

    # Look through the cards
    eventually(lambda: page.locator("#cards img").count() >= 8)
    walk.reads()
    compare(page, "cards")

    choose_look(walk)
    assert (game / "layouts" / "theme.yaml").read_text().endswith('colours:\n  accent: "#7a4fa3"\n')
    change_card(walk, painted)
    assert (
        'title-plate: {fill: "{{ type.colour }}", sides: {left: -3, right: -3,'
        in (game / "layouts" / "faces" / "card.yaml").read_text()
    )
    assert 'wrecks last.",drawings/lamplighter.png,3' in (game / "cards.csv").read_text()
    assert (game / "drawings" / "lamplighter.png").read_bytes() == painted.read_bytes()
    walk.click("#studio-undo")
    saved(page, "Undone: Change Flavour")
    walk.click("#studio-redo")
    saved(page, "Done again: Change Flavour")

    walk.click("#tab-sheets")
    page.wait_for_selector("#print-form")
    walk.click("#print-form [type=submit]")
    page.wait_for_selector("#print-result a")
    pdf = page.request.get(page.evaluate("document.querySelector('#print-result a').href")).body()
    assert pdf.startswith(b"%PDF-")
    walk.reads()
    assert walk.seconds < LIMIT
