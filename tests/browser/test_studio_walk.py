"""The walk of docs/studio.md: from a spreadsheet to a printed deck with an own look, without a terminal or text editor.

`PUNCHBOARD_PICTURES=write pytest -m slow tests/browser/test_studio_walk.py` makes the pictures of the page again.
"""

from __future__ import annotations

import csv

import pypdfium2
import pytest
from patience import eventually
from PIL import Image, ImageDraw
from tests.browser.conftest import saved
from tests.browser.hand import Picture, box, grip, rectangle, scale
from tests.browser.kept_pages import compare_with_picture
from tests.browser.test_studio_drop import centre, drop
from tests.browser.test_studio_theme_flows import slide

pytestmark = pytest.mark.slow
pytest.importorskip("playwright.sync_api")

# The keystroke-level model of Card, Moran and Newell: the seconds that a practised person needs.
KEY, POINT, PRESS, THINK = 0.28, 1.1, 0.2, 1.35
READING = 20.0
"""The seconds that a person reads, looks and decides at each step of the page, besides doing what it says."""

LIMIT = 15 * 60

CARDS = """\
Name,Type,Oil,Text,Flavour,Picture,Copies
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


ELSEWHERE = """([was, now]) => {
  for (const one of document.querySelectorAll("#facts, [name=folder]")) {
    const what = one.matches("input") ? "value" : "textContent";
    one[what] = one[what].replace(was, now);
  }
}"""
"""Names the folder of a game as a person has it, not as this test has."""


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

    def click_below(self, what):
        """Click below an element, where nothing covers what lies under it."""
        x, y, width, height = rectangle(self.page, what)
        self.page.mouse.click(x + width / 2, y + height + 6)
        self.seconds += THINK + POINT + PRESS

    def choose(self, what, value):
        """Choose from a list that opens."""
        self.page.select_option(what, value)
        self.seconds += THINK + 2 * (POINT + PRESS)

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


def make_game(walk, folder):
    """Drop the spreadsheet on the page, correct one guess, and name the game."""
    page, table = walk.page, folder.with_name("cards.csv")
    table.write_text(CARDS, encoding="utf-8")
    page.wait_for_selector("text=Drop your spreadsheet here")
    walk.reads()
    walk.drop("#spot", table)
    page.wait_for_selector("select[aria-label='Oil is']")
    assert "The picture that the table names is not in that folder" in page.text_content("#facts")
    walk.reads()
    walk.choose("select[aria-label='Oil is']", "cost")
    walk.click("[name=title]")
    walk.press("Control+a")
    walk.type("Lantern Bay")
    page.wait_for_selector("#facts:has-text('catalog/lantern-bay.')")
    page.mouse.wheel(0, -5000)
    page.evaluate(ELSEWHERE, [str(folder), "/home/robin/games"])
    compare(page, "start")
    page.evaluate(ELSEWHERE, ["/home/robin/games", str(folder)])
    walk.click("#make")
    page.wait_for_url("**/?game=lantern-bay")
    eventually(lambda: page.locator("#cards img").count() >= 8)
    walk.reads()


def choose_layout(walk):
    """Give all cards another layout, chosen from pictures of one card, and make the pennant of it longer."""
    page = walk.page
    walk.click("#cards li button")
    walk.click("#studio-edit")
    page.wait_for_selector("#bench .box")
    walk.click("#studio-gallery")
    page.wait_for_selector(".gallery li img")
    walk.reads()
    compare(page, "layouts")
    walk.click(".gallery button:has(strong:text-is('banner'))")
    saved(page, "Use the layout banner")
    walk.reads()

    page.wait_for_selector(box("banner"))
    walk.click_below(box("cost"))
    page.wait_for_selector(f"{box('banner')}[aria-pressed=true]")
    card = Picture(page)
    walk.drag(grip(page, "banner", "s"), 0, 6 * scale(page))
    saved(page, "Resize banner")
    card.changes_within(4, 10, 19, 30)
    walk.reads()
    compare(page, "layout")


def change_words(walk):
    """Type on the card, and look at the table."""
    page = walk.page
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


def print_deck(walk):
    """Make the PDF of all cards, and return the text of each page."""
    page = walk.page
    walk.click("#tab-sheets")
    page.wait_for_selector("#print-form")
    page.wait_for_function("() => document.querySelector('#print-plan')?.textContent")
    walk.reads()
    walk.click("#print-form [type=submit]")
    page.wait_for_selector("#print-result a")
    walk.reads()
    answer = page.request.get(page.evaluate("document.querySelector('#print-result a').href"))
    return [one.get_textpage().get_text_range() for one in pypdfium2.PdfDocument(answer.body())]


def test_from_a_spreadsheet_to_a_printed_deck_with_an_own_look(tmp_path, lone_studio):
    """Every step of the page is done, and a person who reads it needs less than a quarter of an hour."""
    folder = tmp_path / "games"
    folder.mkdir()
    page = lone_studio(folder, width=1280, height=800)
    walk = Walk(page)
    walk.seconds += KEY * len("punchboard") + READING

    make_game(walk, folder)
    compare(page, "cards")
    game = folder / "catalog" / "lantern-bay"
    face, theme, table = game / "layouts/faces/card.yaml", game / "layouts/theme.yaml", game / "cards.csv"
    assert 'cost: {text: "{{ oil }}"' in face.read_text()

    choose_look(walk)
    assert theme.read_text().endswith('colours:\n  accent: "#7a4fa3"\n')

    walk.click("#tab-cards")
    painted = painting(tmp_path / "lamplighter.png")
    walk.drop("#cards li button", painted)
    saved(page, "Picture of Lamplighter")
    walk.reads()
    compare(page, "picture")

    choose_layout(walk)
    assert "extends: banner" in face.read_text()
    change_words(walk)
    with table.open(encoding="utf-8", newline="") as file:
        lamplighter = next(csv.DictReader(file))
    assert lamplighter["Flavour"] == "She counts the dark ones first, and the wrecks last."
    assert (game / lamplighter["Picture"]).read_bytes() == painted.read_bytes()

    pages = print_deck(walk)
    assert len(pages) == 8
    printed = "\n".join(pages)
    for card in csv.DictReader(CARDS.splitlines()):
        assert printed.count(card["Name"]) >= int(card["Copies"]), card["Name"]
    assert walk.seconds < LIMIT
