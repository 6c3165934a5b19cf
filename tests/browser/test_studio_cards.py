"""The table of cards in a real browser: cells, rows and texts are changed, and the game's own table has the change."""

from __future__ import annotations

import csv
import re

import pytest
from patience import eventually
from tests.browser.conftest import new_picture, saved

pytestmark = pytest.mark.slow
pytest.importorskip("playwright.sync_api")

PICTURE = ".deck-side .card-picture img"


@pytest.fixture
def deck(studio_page):
    """The studio with the table of the game's cards open, and the path of the table."""
    page, game = studio_page
    page.click("#tab-table")
    page.wait_for_selector(".line >> nth=2")
    return page, game / "cards.csv"


def cell(page, row, column):
    """Return a cell by the number of its row in the file and the name of its column."""
    names = page.locator(".sheet-head [data-column]").evaluate_all("all => all.map(one => one.dataset.column)")
    return page.locator(f".line[aria-rowindex='{row + 2}'] [role=gridcell]").nth(names.index(column))


def changed(before, after):
    """Return the lines that differ, by number."""
    pairs = enumerate(zip(before.splitlines(), after.splitlines(), strict=True))
    return {number: new for number, (old, new) in pairs if old != new}


def test_a_cell_is_edited_with_the_keys_of_a_spreadsheet(deck, axe):
    """Enter writes and goes down, Tab goes on along the row, Escape forgets; a refused value stays with its reason."""
    page, file = deck
    before = file.read_text()
    cell(page, 1, "name").click()
    page.wait_for_selector("#deck-name:text-is('Tinker')")
    picture = page.locator(PICTURE).first.get_attribute("src")
    page.keyboard.press("Enter")
    page.keyboard.type("Tinkerer, the")
    page.keyboard.press("Tab")
    saved(page, "Change name of Tinker")
    new_picture(page, PICTURE, picture)
    assert changed(before, file.read_text()) == {
        2: '"Tinkerer, the",maker,2,Pay 1 less for what you play next. **Then** draw a card.,,6'
    }
    page.keyboard.press("Escape")
    cell(page, 2, "cost").click()
    page.keyboard.type("many")
    page.keyboard.press("Enter")
    page.wait_for_selector(".line .why")
    assert "is not a whole number" in page.inner_text(".line .why")
    assert "many" in cell(page, 2, "cost").inner_text()
    assert "many" not in file.read_text()
    assert axe(page) == []
    page.keyboard.press("F2")
    page.keyboard.type("4")
    page.keyboard.press("Enter")
    saved(page, "Change cost of Gatekeeper")
    assert changed(before, file.read_text())[3].startswith("Gatekeeper,keeper,4,")
    page.keyboard.press("Control+z")
    saved(page, "Undone")
    page.keyboard.press("Control+z")
    page.wait_for_function("() => document.querySelector('#studio-undo:disabled') !== null")
    page.wait_for_function("() => !document.body.textContent.includes('Tinkerer')")
    assert file.read_text() == before


def test_the_card_follows_while_one_types_and_is_still_shown_after_enter(deck):
    """Nothing is written before Enter; Escape brings the picture back, and the next key shows the next card."""
    page, file = deck
    before = file.read_text()
    cell(page, 1, "name").click()
    page.wait_for_selector("#deck-name:text-is('Tinker')")
    picture = page.locator(PICTURE).first.get_attribute("src")
    page.keyboard.type("Zebra")
    tried = new_picture(page, PICTURE, picture)
    assert file.read_text() == before
    page.keyboard.press("Escape")
    assert new_picture(page, PICTURE, tried) == picture
    page.keyboard.type("Zebra")
    page.keyboard.press("Enter")
    saved(page, "Change name of Tinker")
    page.wait_for_selector("#deck-name:text-is('Zebra')")
    assert page.locator(".line.current").get_attribute("aria-rowindex") == "4"
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("#deck-name:text-is('Gatekeeper')")


def test_rows_are_added_duplicated_and_deleted_and_all_is_undone(deck):
    """Each is a step: the new card is shown at once, and the bytes come back one by one."""
    page, file = deck
    before = file.read_bytes()
    cell(page, 0, "name").click()
    picture = page.locator(PICTURE).first.get_attribute("src")
    steps = [before]
    page.click("#deck-add")
    saved(page, "Add")
    steps.append(file.read_bytes())
    new_picture(page, PICTURE, picture)
    assert file.read_text().splitlines()[2] == "New card,finder,0,,,"
    page.wait_for_function("() => document.getElementById('deck-name').textContent === 'New card'")
    cell(page, 0, "name").click()
    page.click("#deck-copy")
    saved(page, "Duplicate Pathfinder")
    steps.append(file.read_bytes())
    assert file.read_text().splitlines()[2].startswith("Pathfinder 2,finder,1,Look at")
    page.wait_for_selector(".line >> nth=4")
    page.locator(".line [role=rowheader] button").nth(1).click()
    page.locator(".line [role=rowheader] button").nth(2).click()
    page.wait_for_selector("#deck-several:not([hidden])")
    page.fill("#deck-copies", "2")
    page.click("#deck-several button")
    saved(page, "Set copies of 2 cards")
    steps.append(file.read_bytes())
    assert [line.endswith(",2") for line in file.read_text().splitlines()] == [False, False, True, True, False, False]
    page.click("#deck-delete")
    saved(page, "Delete 2 cards")
    assert file.read_bytes() == before
    for was in reversed(steps):
        page.click("#studio-undo")
        eventually(lambda was=was: file.read_bytes() == was, file.read_text)


def test_a_text_gets_bold_words_and_an_icon_beside_its_picture(deck):
    """The toolbar marks the selected words; the picture follows, here and in the dialog of the card."""
    page, file = deck
    before = file.read_text()
    cell(page, 0, "name").click()
    picture = page.locator(PICTURE).first.get_attribute("src")
    area = page.locator(".deck-side textarea[aria-label^='text of']")
    area.evaluate("it => { it.focus(); it.setSelectionRange(0, 4); }")
    page.click(".deck-side button[aria-label^='Bold in text']")
    assert area.input_value().startswith("**Look** at")
    new_picture(page, PICTURE, picture)
    saved(page, "Change text of Pathfinder")
    assert changed(before, file.read_text())[1].startswith("Pathfinder,finder,1,**Look** at the top")
    page.click(".deck-side summary[aria-label^='Icon in text']")
    page.fill(".deck-side .marks input", "sword")
    area.evaluate("it => it.setSelectionRange(it.value.length, it.value.length)")
    page.locator(".deck-side .marks .choice").first.click()
    eventually(lambda: re.search(r"\*\*Look\*\* at .* your hand\. :[\w:-]+:", file.read_text()))
    page.locator(".deck-side .card-picture button").first.click()
    field = page.locator("#open-fields textarea[aria-label^='flavour of']")
    field.fill("Once is enough.")
    field.press("Tab")
    saved(page, "Change flavour")
    assert file.read_text().splitlines()[1].endswith(',"Once is enough.",6')


AT_ITS_CORNER = """it => {
  const { x, y } = it.getBoundingClientRect();
  return it.contains(document.elementFromPoint(x + 9, y + 9));
}"""
COPY = """() => {
  const how = {clipboardData: new DataTransfer(), bubbles: true, cancelable: true};
  document.querySelector('.line .active').dispatchEvent(new ClipboardEvent('copy', how));
  return how.clipboardData.getData('text/plain');
}"""
PASTE = """([place, text]) => {
  const data = new DataTransfer();
  data.setData('text/plain', text);
  const how = {clipboardData: data, bubbles: true, cancelable: true};
  document.querySelector(place).dispatchEvent(new ClipboardEvent('paste', how));
}"""


def paste(page, text):
    """Paste a text into the active cell."""
    page.evaluate(PASTE, [".line .active", text])


def test_a_pasted_block_that_is_longer_than_the_table_becomes_new_rows(deck):
    """As one step; what lies right of the last column is counted, and a cell in quotes keeps its line break and tab."""
    page, file = deck
    before = file.read_text()
    cell(page, 2, "name").click()
    paste(page, 'Warden\tkeeper\t3\t"Say ""no"".\nTwice."\nSalt\tmaker\t1\nMist\tfinder\t0\tSee.\n')
    saved(page, "Paste 4 cells and 2 new cards")
    text = eventually(lambda: (now := file.read_text()) != before and now)
    assert text.startswith(before[: before.index("Gatekeeper")])
    end = ["Nobody passes. Nobody ever asked.,6", "Salt,maker,1,,,", "Mist,finder,0,See.,,", ""]
    assert text[text.index("Warden") :] == "\n".join(['Warden,keeper,3,"Say ""no"".', f'Twice.",{end[0]}', *end[1:]])
    page.wait_for_selector(".line >> nth=4")
    page.click("#studio-undo")
    eventually(lambda: file.read_text() == before, file.read_text)
    cell(page, 0, "copies").click()
    paste(page, "4\t5\n7\t8")
    saved(page, "Paste 2 cells: saved; 2 values did not fit right of the last column")
    assert [line.rsplit(",", 1)[1] for line in file.read_text().splitlines()] == ["copies", "4", "7", "6"]


def test_a_card_whose_row_moves_while_one_types_is_the_one_that_is_written(deck):
    """Another program deletes a row above it, at the same moment; the card in its place stays as it was."""
    page, file = deck
    head, _, tinker, last = file.read_text().splitlines()
    page.click("#tab-cards")
    page.click("#cards li button >> nth=1")
    field = page.locator("#open-fields textarea[aria-label^='name of']")
    assert field.input_value() == "Tinker"
    field.focus()
    file.write_text(f"{head}\n{tinker}\n{last}\n")
    field.fill("Tinkerer")
    field.press("Tab")
    saved(page, "Change name of Tinker")
    assert file.read_text() == f"{head}\n{tinker.replace('Tinker', 'Tinkerer')}\n{last}\n"


def test_a_table_that_is_sorted_while_a_cell_is_open_gets_the_text_in_its_row(deck):
    """What was typed goes to the row that it was typed for; a cell changed elsewhere is refused, with both."""
    page, file = deck
    head, *rows = file.read_text().splitlines()
    cell(page, 1, "cost").dblclick()
    page.keyboard.type("7")
    file.write_text("\n".join([head, *reversed(rows[1:]), rows[0], ""]))
    page.wait_for_function("() => document.querySelector('.line .cell-text').textContent === 'Gatekeeper'")
    saved(page, "Change cost of Tinker")
    assert file.read_text().splitlines()[2] == rows[1].replace("maker,2", "maker,7")
    eventually(lambda: cell(page, 1, "cost").inner_text() == "7", lambda: cell(page, 1, "cost").inner_text())
    cell(page, 1, "cost").dblclick()
    page.keyboard.type("9")
    aside = file.with_name("cards.tmp")  # else the page may read half of it
    aside.write_text(file.read_text().replace("maker,7", "maker,1"))
    aside.replace(file)
    page.keyboard.press("Enter")
    page.wait_for_selector(".line .why")
    assert "'cost' was '7' here, and is '1' in the file now" in page.inner_text(".line .why")
    assert "maker,1" in file.read_text()
    cell(page, 1, "cost").dblclick()
    page.keyboard.press("Enter")
    saved(page, "Change cost of Tinker")
    eventually(lambda: "maker,9" in file.read_text(), file.read_text)


def test_a_row_with_doubled_quotes_can_be_edited(deck):
    """In each of its cells, also behind the quotes."""
    page, file = deck
    file.write_text('name,role,cost,text,flavour,copies\nPath,finder,1,"Say ""now"", then draw.",,6\n')
    page.wait_for_function("() => document.querySelectorAll('.line').length === 1")
    for column, text in {"flavour": "Ha", "copies": "4", "cost": "2", "text": 'Say "never".'}.items():
        cell(page, 0, column).dblclick()
        page.keyboard.press("Control+A")
        page.keyboard.type(text)
        page.keyboard.press("Tab")
        page.keyboard.press("Escape")
        saved(page, f"Change {column} of Path")
    assert file.read_text().splitlines()[1] == 'Path,finder,2,"Say ""never"".",Ha,4'


def cells(file, column):
    """Return the values of a column of a CSV file."""
    with file.open(newline="") as lines:
        return [row[column] for row in csv.DictReader(lines)]


def test_a_range_is_chosen_filled_copied_and_cleared_as_in_a_spreadsheet(deck):
    """Shift and arrows, or the mouse held down, choose a range; each change of it is one step."""
    page, file = deck
    before = file.read_bytes()
    cell(page, 0, "cost").click()
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Shift+ArrowDown")
    assert page.inner_text("#deck-count") == "3 \u00d7 1 cells chosen"
    page.keyboard.press("Control+d")
    saved(page, "Fill 2 cells")
    assert cells(file, "cost")[:3] == ["1", "1", "1"]
    page.click("#studio-undo")
    eventually(lambda: file.read_bytes() == before, file.read_text)
    eventually(lambda: cell(page, 1, "cost").inner_text() == "2", lambda: cell(page, 1, "cost").inner_text())
    box, last = cell(page, 0, "name").bounding_box(), cell(page, 1, "cost").bounding_box()
    page.mouse.move(box["x"] + 5, box["y"] + 5)
    page.mouse.down()
    page.mouse.move(last["x"] + 5, last["y"] + 5, steps=5)
    page.mouse.up()
    page.wait_for_function("() => document.getElementById('deck-count').textContent.startsWith('2 \\u00d7 ')")
    copied = page.evaluate(COPY)
    assert [line.split("\t")[0] for line in copied.split("\n")] == ["Pathfinder", "Tinker"]
    cell(page, 1, "text").click()
    cell(page, 2, "text").click(modifiers=["Shift"])
    page.keyboard.press("Delete")
    saved(page, "Clear 2 cells")
    assert cells(file, "text")[1:3] == ["", ""]
    page.click("#studio-undo")
    eventually(lambda: file.read_bytes() == before, file.read_text)


def test_one_value_is_pasted_into_all_cells_of_a_range(deck):
    """A value fills the range; a single cell is filled with what is above it."""
    page, file = deck
    cell(page, 0, "cost").click()
    cell(page, 2, "cost").click(modifiers=["Shift"])
    page.evaluate(PASTE, [".line .active", "7"])
    saved(page, "Paste into 3 cells")
    assert cells(file, "cost")[:3] == ["7", "7", "7"]
    text = cells(file, "text")[0]
    cell(page, 1, "text").click()
    page.keyboard.press("Control+d")
    saved(page, "Fill text of")
    assert cells(file, "text")[:2] == [text, text]


def test_words_are_replaced_in_the_rows_that_are_shown(deck, axe):
    """The number of cells is said before; a dollar sign is one; all is one step."""
    page, file = deck
    before = file.read_bytes()
    page.click("#deck-replace-open")
    page.fill("#replace-find", "DRAW")
    count = sum("draw" in text.casefold() for name in ("name", "text", "flavour") for text in cells(file, name))
    assert page.inner_text("#replace-count").startswith(f"{count} cell")
    page.check("#replace-case")
    assert page.inner_text("#replace-count") == "nothing to replace"
    assert page.is_disabled("#replace-all")
    page.uncheck("#replace-case")
    page.fill("#replace-with", "$& take")
    page.select_option("#replace-column", "text")
    assert axe(page) == []
    page.click("#replace-all")
    saved(page, "Replace “DRAW” in")
    assert sum("$& take" in text for text in cells(file, "text")) == count
    page.click("#studio-undo")
    eventually(lambda: file.read_bytes() == before, file.read_text)
    page.press("#replace-find", "Escape")
    assert page.is_hidden("#deck-replace")


def test_names_stay_in_view_while_the_other_columns_are_scrolled(deck):
    """The column with the names stands still beside the numbers of the rows."""
    page, _ = deck
    page.set_viewport_size({"width": 900, "height": 700})
    page.evaluate("() => (document.querySelector('.sheet-box').style.width = '400px')")
    name = cell(page, 0, "name")
    page.evaluate("() => (document.querySelector('.sheet-box').scrollLeft = 500)")
    page.wait_for_function("() => document.querySelector('.sheet-box').scrollLeft > 100")
    assert name.bounding_box()["x"] < 200
    assert name.evaluate(AT_ITS_CORNER)


def test_columns_are_hidden_in_this_browser_and_come_back(deck, axe):
    """The keys, a pasted block and Replace pass over them; the list says how many there are, also after a reload."""
    page, file = deck
    before = file.read_text()
    page.click("#deck-columns")
    for name in ("role", "text"):
        page.uncheck(f".column-list input[value={name}]")
    page.wait_for_selector("#deck-columns:text-is('Columns: 2 hidden')")
    assert page.is_disabled(".column-list input[value=name]")
    axe(page)
    page.keyboard.press("Escape")
    page.reload()
    page.wait_for_selector(".line >> nth=2")
    assert page.inner_text("#deck-columns") == "Columns: 2 hidden"
    shown = page.locator(".sheet-head [data-column]:visible").evaluate_all("all => all.map(one => one.dataset.column)")
    assert shown == ["name", "cost", "flavour", "copies"]
    cell(page, 1, "name").click()
    page.keyboard.press("ArrowRight")
    page.keyboard.type("8")
    page.keyboard.press("Tab")
    saved(page, "Change cost of Tinker")
    page.keyboard.press("Escape")
    cell(page, 1, "name").click()
    page.evaluate(
        """() => { const data = new DataTransfer();
        data.setData("text/plain", "Mender\\t3\\tHum");
        document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true })); }"""
    )
    saved(page, "Paste 3 cells")
    assert changed(before, file.read_text()) == {
        2: "Mender,maker,3,Pay 1 less for what you play next. **Then** draw a card.,Hum,6"
    }
    page.click("#deck-replace-open")
    page.fill("#replace-find", "draw a card")
    page.wait_for_selector("#replace-count:text-is('nothing to replace')")
    page.click("#deck-columns")
    page.click(".column-list button")
    page.wait_for_selector("#deck-columns:text-is('Columns')")
    assert cell(page, 1, "text").is_visible()


def test_a_table_that_a_spreadsheet_program_has_open_is_said_once(deck):
    """No error: the value is written, with a line that says what will happen."""
    page, file = deck
    file.with_name(".~lock.cards.csv#").write_text("")
    for text, said in (("7", True), ("8", False)):
        cell(page, 1, "cost").click()
        page.keyboard.type(text)
        page.keyboard.press("Enter")
        eventually(lambda text=text: f"maker,{text}" in file.read_text(), file.read_text)
        saved(page, "Change cost of Tinker")
        assert ("is open in a spreadsheet program" in page.inner_text("#studio-status")) == said
        assert page.locator("#studio-status.wrong").count() == 0
