"""The table in each format of a game: a step of a person is a small change of the file, seen on the card beside it."""

from __future__ import annotations

import json

import pytest
from patience import eventually
from tests.browser.conftest import saved
from tests.browser.hand import Picture

pytestmark = [
    pytest.mark.slow,
    pytest.mark.long,
]  # run before a release: the flows of the other modules are run for each change
pytest.importorskip("playwright.sync_api")

SIDE = ".deck-side .card-picture .face img"
ROWS = [
    ("Pathfinder", "finder", 1, "Look at the top two of the deck.", 6),
    ("Tinker", "maker", 2, "Pay 1 less for what you play next.", 6),
    ("Gatekeeper", "keeper", 3, "Take nothing.", 6),
    ("Ferryman", "keeper", 10, "Cross the river.", 2),
]
COLUMNS = ("name", "role", "cost", "text", "copies")


def delimited(mark):
    lines = [COLUMNS, *ROWS]
    return "".join(mark.join(map(str, line)) + "\n" for line in lines)


def records(row):
    return dict(zip(COLUMNS, row, strict=True))


FORMATS = {
    "csv": delimited(","),
    "tsv": delimited("\t"),
    "yaml": "# The cards.\n"
    + "".join(
        f"- {{name: {name}, role: {role}, cost: {cost}, text: {text}, copies: {copies}}}  # {number}\n"
        for number, (name, role, cost, text, copies) in enumerate(ROWS)
    ),
    "json": "[\n" + ",\n".join(f"  {json.dumps(records(row))}" for row in ROWS) + "\n]\n",
}


@pytest.fixture
def table(enter, game):
    """Opens the table of a game whose cards are in a file of a format, and returns the page and the file."""

    def table(suffix="csv"):
        (game / "cards.csv").unlink()
        file = game / f"cards.{suffix}"
        file.write_bytes(FORMATS[suffix].encode())
        text = (game / "game.yaml").read_text()
        (game / "game.yaml").write_text(text.replace("rows: cards.csv", f"rows: cards.{suffix}"), encoding="utf-8")
        page = enter()
        page.click("#tab-table")
        page.wait_for_selector(".line >> nth=3")
        return page, file

    return table


def cell(page, name, column):
    """Return a cell of the row of a card."""
    row = page.locator(".line", has=page.locator("[role=gridcell]", has_text=name)).first
    return row.locator("[role=gridcell]").nth(COLUMNS.index(column))


def pick(page, name, column):
    """Choose a cell with a click, and wait until its card is beside the table."""
    cell(page, name, column).click()
    page.wait_for_function("name => document.getElementById('deck-name').textContent === name", arg=name)


def only(before, after):
    """Return the lines that only one of two texts has: (gone, new)."""
    old, new = before.splitlines(), after.splitlines()
    return [line for line in old if line not in new], [line for line in new if line not in old]


CHANGED = {
    "csv": ("Tinker,maker,2,", "Tinker,maker,7,"),
    "tsv": ("Tinker\tmaker\t2\t", "Tinker\tmaker\t7\t"),
    "yaml": ("- {name: Tinker, role: maker, cost: 2,", "- {name: Tinker, role: maker, cost: 7,"),
    "json": ('  {"name": "Tinker", "role": "maker", "cost": 2,', '  {"name": "Tinker", "role": "maker", "cost": 7,'),
}


@pytest.mark.parametrize("suffix", FORMATS)
def test_a_deck_is_changed_in_its_own_format(table, suffix):
    """A cell, a copy of a row, the number of copies and a deleted row: the other lines stay to the byte."""
    page, file = table(suffix)
    before = FORMATS[suffix]
    old, new = CHANGED[suffix]
    pick(page, "Tinker", "cost")
    picture = Picture(page, SIDE)
    page.keyboard.type("7")
    page.keyboard.press("Tab")  # Enter would go to the next card
    saved(page, "Change cost of Tinker")
    page.keyboard.press("Escape")
    changed = before.replace(old, new)
    assert file.read_text() == changed
    picture.changes_within(3, 3, 17, 17)  # the number in its circle
    pick(page, "Gatekeeper", "name")
    page.click("#deck-copy")
    saved(page, "Duplicate Gatekeeper")
    gone, added = only(changed, file.read_text())
    assert gone == []
    (line,) = added
    assert "Gatekeeper 2" in line
    assert (
        file.read_text().splitlines().index(line)
        == changed.splitlines().index(next(one for one in changed.splitlines() if "Gatekeeper" in one)) + 1
    )
    page.wait_for_function("() => document.getElementById('deck-name').textContent === 'Gatekeeper 2'")
    copy = Picture(page, SIDE)
    copies = page.locator("#deck-one [data-column=copies] input")
    copies.fill("1")
    copies.press("Enter")
    saved(page, "Change copies of Gatekeeper 2")
    assert copy.change() is None
    page.click("#deck-delete")
    saved(page, "Delete Gatekeeper 2")
    assert file.read_text() == changed
    for _ in range(4):
        page.click("#studio-undo")
        saved(page, "Undone")
    eventually(lambda: file.read_text() == before)


def test_a_sorted_table_changes_the_row_that_is_meant(table):
    """Sorted by number, descending: 10 before 3; Enter goes down as it is shown, and the file keeps its order."""
    page, file = table()
    page.click("[data-column=cost] button")
    page.click("[data-column=cost] button")
    assert page.get_attribute("[data-column=cost]", "aria-sort") == "descending"
    name = f".line > :nth-child({COLUMNS.index('name') + 2})"
    sorted_names = ["Ferryman", "Gatekeeper", "Tinker", "Pathfinder"]
    eventually(lambda: page.locator(name).all_text_contents() == sorted_names)
    pick(page, "Ferryman", "cost")
    picture = Picture(page, SIDE)
    page.keyboard.type("9")
    page.keyboard.press("Enter")
    saved(page, "Change cost of Ferryman")
    picture.page.keyboard.type("4")
    page.keyboard.press("Enter")
    saved(page, "Change cost of Gatekeeper")
    text = FORMATS["csv"].replace("Ferryman,keeper,10", "Ferryman,keeper,9")
    assert file.read_text() == text.replace("Gatekeeper,keeper,3", "Gatekeeper,keeper,4")


def test_only_the_filtered_rows_are_changed_together(table):
    """The filter finds words in any column; the rows that it shows are selected with Shift and get their copies."""
    page, file = table()
    page.fill("#deck-find", "keeper")
    page.wait_for_function("() => document.querySelectorAll('.line').length === 2")
    assert "2" in page.inner_text("#deck-count")
    pick(page, "Gatekeeper", "name")
    page.locator(".line [role=rowheader] button").nth(1).click(modifiers=["Shift"])
    page.wait_for_selector("#deck-several:not([hidden])")
    assert page.inner_text("#deck-several-name") == "2 cards"
    page.fill("#deck-copies", "3")
    page.keyboard.press("Enter")
    saved(page, "Set copies of 2 cards")
    text = FORMATS["csv"].replace("Take nothing.,6", "Take nothing.,3").replace("river.,2", "river.,3")
    assert file.read_text() == text
    page.fill("#deck-find", "")
    page.wait_for_function("() => document.querySelectorAll('.line').length === 4")
    page.click("#studio-undo")
    saved(page, "Undone")
    assert file.read_text() == FORMATS["csv"]


def test_a_block_of_a_spreadsheet_is_pasted(table):
    """Cells beside and below the active one take the values, as one step; what is refused writes none of them."""
    page, file = table()
    paste = """(text) => {
      const data = new DataTransfer();
      data.setData("text/plain", text);
      document.activeElement.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true}));
    }"""
    pick(page, "Pathfinder", "cost")
    picture = Picture(page, SIDE)
    page.evaluate(paste, "4\tDraw one.\n5\tDraw two.\n")
    saved(page, "Paste 4 cells")
    lines = file.read_text().splitlines()
    assert lines[1:3] == ["Pathfinder,finder,4,Draw one.,6", "Tinker,maker,5,Draw two.,6"]
    assert lines[3:] == FORMATS["csv"].splitlines()[3:]
    picture.changes_within(3, 3, 60.5, 85)
    page.click("#studio-undo")
    saved(page, "Undone")
    assert file.read_text() == FORMATS["csv"]
    picture.is_back()
    pick(page, "Tinker", "cost")
    pick(page, "Pathfinder", "cost")
    page.evaluate(paste, "4\tDraw one.\nfive\tDraw two.\n")
    page.wait_for_selector(".line .why")
    assert file.read_text() == FORMATS["csv"]
    assert "five" in page.inner_text(".line[aria-rowindex='3']")


def test_a_text_that_is_typed_is_written_when_it_pauses(table):
    """The picture follows while the field still has the focus and its cursor."""
    page, file = table()
    pick(page, "Tinker", "name")
    picture = Picture(page, SIDE)
    area = page.locator(".deck-side textarea[aria-label^='text of']")
    area.click()
    page.keyboard.press("Control+End")
    page.keyboard.type(" Then *laugh*.")
    saved(page, "Change text of Tinker")
    picture.changes_within(5, 40, 58.5, 82)
    page.keyboard.type(" Twice.")
    eventually(lambda: "Pay 1 less for what you play next. Then *laugh*. Twice." in file.read_text())
    assert area.evaluate("it => it === document.activeElement && it.selectionStart === it.value.length")
    assert only(FORMATS["csv"], file.read_text())[1] == [
        "Tinker,maker,2,Pay 1 less for what you play next. Then *laugh*. Twice.,6"
    ]
