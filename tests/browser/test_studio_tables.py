"""Tables of other programs in a real browser: workbooks, and lists in JSON and YAML."""

from __future__ import annotations

import csv
import io
import json

import openpyxl
import pytest
from patience import eventually
from tests.browser.conftest import saved
from tests.load.tables.test_grids import ods

pytestmark = pytest.mark.slow
pytest.importorskip("playwright.sync_api")


def rows_in(game, name, data):
    """Give the game's cards another file, and return its path."""
    file = game / name
    file.write_bytes(data)
    settings = game / "game.yaml"
    settings.write_text(settings.read_text().replace("rows: cards.csv", f"rows: {name}"))
    return file


def records(game):
    return list(csv.DictReader(io.StringIO((game / "cards.csv").read_text())))


def opened(page, name):
    """Show the table, once the page knows the new file."""
    page.reload()
    page.wait_for_selector("html[data-ready]")
    page.click("#tab-table")
    eventually(lambda: name in page.inner_text("#deck-place"))


def cell(page, row, column):
    names = page.locator(".sheet-head [data-column]").evaluate_all("all => all.map(one => one.dataset.column)")
    return page.locator(f".line[aria-rowindex='{row + 2}'] [role=gridcell]").nth(names.index(column))


def put(page, row, column, text, label):
    cell(page, row, column).click()
    page.keyboard.press("F2")
    page.keyboard.press("Control+a")
    page.keyboard.type(text)
    page.keyboard.press("Enter")
    saved(page, label)


def picture(page):
    return page.locator(".deck-side .card-picture img").first.get_attribute("src")


def test_a_cell_of_a_workbook_is_changed_and_its_formats_stay(studio_page):
    """The number is a number, the bold text bold, the column wide, and the other sheet is there; the card follows."""
    page, game = studio_page
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Cards"
    all_rows = records(game)
    sheet.append(list(all_rows[0]))
    for row in all_rows:
        sheet.append([int(value) if value.isdecimal() else value or None for value in row.values()])
    sheet["A2"].font = openpyxl.styles.Font(bold=True, color="FF225588")
    sheet.column_dimensions["D"].width = 71
    sheet.freeze_panes = "B2"
    book.create_sheet("Ideas")["A1"] = "more"
    out = io.BytesIO()
    book.save(out)
    file = rows_in(game, "cards.xlsx", out.getvalue())
    before = file.read_bytes()
    opened(page, "cards.xlsx")
    was = picture(page)
    put(page, 0, "cost", "9", "Change cost of Pathfinder")
    put(page, 0, "name", "Scout", "Change name of Pathfinder")
    eventually(lambda: picture(page) != was)
    after = openpyxl.load_workbook(file)
    sheet = after["Cards"]
    assert (sheet["A2"].value, sheet["C2"].value) == ("Scout", 9)
    assert (sheet["A2"].font.bold, sheet["A2"].font.color.rgb) == (True, "FF225588")
    assert (sheet.column_dimensions["D"].width, sheet.freeze_panes, after.sheetnames) == (71, "B2", ["Cards", "Ideas"])
    assert [[one.value for one in row] for row in sheet.iter_rows(min_row=3)] == [
        [int(value) if value.isdecimal() else value or None for value in row.values()] for row in all_rows[1:]
    ]
    for column in ("name", "cost"):
        page.click("#studio-undo")
        saved(page, f"Undone: Change {column} of Pathfinder")
    assert file.read_bytes() == before


def test_an_ods_file_is_refused_with_words_and_not_touched(studio_page):
    """The table shows its rows, says where to change them, and offers nothing that would fail."""
    page, game = studio_page
    all_rows = records(game)
    file = rows_in(game, "cards.ods", ods([list(all_rows[0]), *(list(row.values()) for row in all_rows)]))
    before = file.read_bytes()
    opened(page, "cards.ods")
    assert f"change catalog/{game.name}/cards.ods in your spreadsheet program" in page.inner_text("#deck-refusal")
    assert cell(page, 1, "name").inner_text() == "Tinker"
    assert [page.is_disabled(f"#deck-{name}") for name in ("add", "copy", "delete")] == [True, True, True]
    cell(page, 0, "name").click()
    page.keyboard.press("F2")
    assert page.locator(".sheet .editing").count() == 0
    assert page.get_by_role("button", name="Add a picture").count() == 0
    assert file.read_bytes() == before


def test_a_list_in_json_is_typed_with_commas_and_stays_a_list(studio_page):
    """One line of the file differs for one new item; a text of sentences is typed on lines."""
    page, game = studio_page
    all_rows = [{**row, "cost": int(row["cost"]), "copies": 6} for row in records(game)]
    all_rows[0]["flavour"] = ["swift", "silent"]
    all_rows[0]["text"] = ["Look at the top card.", "Take it, or leave it."]
    file = rows_in(game, "cards.json", (json.dumps(all_rows, indent=2) + "\n").encode())
    before = file.read_text()
    opened(page, "cards.json")
    was = picture(page)
    put(page, 0, "flavour", "swift, bold, silent", "Change flavour of Pathfinder")
    assert file.read_text() == before.replace('"swift",\n', '"swift",\n      "bold",\n')
    eventually(lambda: picture(page) != was)
    cell(page, 0, "text").click()
    page.keyboard.press("F2")
    page.keyboard.press("Control+End")
    page.keyboard.press("Shift+Enter")
    page.keyboard.type("Then rest, if you can.")
    page.keyboard.press("Enter")
    saved(page, "Change text of Pathfinder")
    assert json.loads(file.read_text())[0]["text"] == [*all_rows[0]["text"], "Then rest, if you can."]
    for column in ("text", "flavour"):
        page.click("#studio-undo")
        saved(page, f"Undone: Change {column} of Pathfinder")
    assert file.read_text() == before


def test_a_list_in_yaml_keeps_its_dashes_and_comments(studio_page):
    """The items that stay are not written again."""
    page, game = studio_page
    lines = ["# our cards"]
    for row in records(game):
        lines += [f"- name: {row['name']}", f"  role: {row['role']}", f"  cost: {row['cost']}", "  copies: 6"]
        lines += ["  flavour:", "    - old  # as time", "    - wise"]
    file = rows_in(game, "cards.yaml", ("\n".join(lines) + "\n").encode())
    before = file.read_text()
    opened(page, "cards.yaml")
    put(page, 0, "flavour", "old, odd", "Change flavour of Pathfinder")
    assert file.read_text() == before.replace("- wise", "- odd", 1)


def test_a_problem_of_a_row_without_a_card_shows_its_cell(studio_page):
    """A new row with a slip in a workbook has no card: its problem leads to the cell, which has the focus."""
    page, game = studio_page
    all_rows = records(game)
    book, out = openpyxl.Workbook(), io.BytesIO()
    for row in (list(all_rows[0]), *(list(row.values()) for row in all_rows)):
        book.active.append([int(value) if value.isdecimal() else value or None for value in row])
    book.save(out)
    file = rows_in(game, "cards.xlsx", out.getvalue())
    opened(page, "cards.xlsx")
    new = {**all_rows[0], "name": "Comet", "cost": "many"}
    book.active.append([value or None for value in new.values()])
    book.save(file)
    page.click("#tab-problems")
    page.locator("#panel-problems article", has_text="many").get_by_role("button", name="Show", exact=True).click()
    page.wait_for_selector("#panel-table:not([hidden])")
    active = f".line[aria-rowindex='{len(all_rows) + 2}'] [role=gridcell]:focus"
    page.wait_for_selector(active)
    assert page.inner_text(active) == "many"
