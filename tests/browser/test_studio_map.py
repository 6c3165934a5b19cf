"""A map painted in the studio, in a real browser, with the mouse and the keyboard; the file keeps its form."""

from __future__ import annotations

import pytest
from patience import eventually
from tests.browser.conftest import new_picture, saved

pytestmark = pytest.mark.slow
pytest.importorskip("playwright.sync_api")

GAME = """\
title: Isles
version: 0.1.0
players: 2
theme: parchment
prototype: a test
lists:
  terrain:
    entries:
      sea: {name: Sea, colour: land-sea, icon: waves}
      meadow: {name: Meadow, colour: land-plain}
      woods: {name: Woods, colour: land-woods, icon: tree}
kinds:
  isles:
    name: The Isles
    shape: map
    map: {size: 20mm, columns: 5, rows: 4, fill: sea}
    face: map
    id: isles
    rows: isles.csv
"""
CELLS = 'cell;terrain;label\r\n"B2";Meadow;"Gull; Bay"\r\nC2;woods;\r\n'
PICTURE = "#stage .face img"


def cell(name):
    return f".map-cells [data-cell={name}]"


def middle(page, name):
    box = page.locator(cell(name)).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page, *names):
    page.mouse.move(*middle(page, names[0]))
    page.mouse.down()
    for name in names[1:]:
        page.mouse.move(*middle(page, name))
    page.mouse.up()


@pytest.fixture
def isles(game, enter):
    """The page with the open map, and the path of its table."""
    for left in game.iterdir():
        if left.is_file():
            left.unlink()
    (game / "game.yaml").write_text(GAME, encoding="utf-8")
    table = game / "isles.csv"
    table.write_bytes(CELLS.encode())
    page = enter()
    page.click("#cards li button")
    page.wait_for_selector(cell("E4"))
    return page, table


def test_strokes_paint_cells_and_each_is_one_step_that_undoes(isles, axe):
    """A drag changes rows where they stand and adds the others; the keys paint too; undo gives back every byte."""
    page, table = isles
    assert axe(page) == []
    assert page.locator("#open #studio-status").count() == 1  # what is said is not behind the dialog
    assert page.locator(".palette label").all_inner_texts() == ["Sea\n1", "Meadow\n2", "Woods\n3"]
    before = page.locator(PICTURE).get_attribute("src")
    page.click(".palette label:has-text('Woods')")
    drag(page, "B2", "C2", "D2")
    saved(page, "Paint 3 cells: Woods")
    painted = 'cell;terrain;label\r\n"B2";woods;"Gull; Bay"\r\nC2;woods;\r\nD2;woods;\r\n'
    assert table.read_bytes().decode() == painted
    new_picture(page, PICTURE, before)
    eventually(lambda: page.get_attribute(cell("D2"), "aria-label") == "D2: Woods")
    page.wait_for_selector(f"{cell('D2')}:focus")
    page.keyboard.press("2")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    saved(page, "Paint E3: Meadow")
    assert table.read_bytes().decode() == painted + "E3;meadow;\r\n"
    for undone, left in (("Undone: Paint E3", painted), ("Undone: Paint 3 cells", CELLS)):
        page.keyboard.press("Control+z")
        saved(page, undone)
        assert table.read_bytes().decode() == left
    eventually(lambda: page.get_attribute(cell("D2"), "aria-label") == "D2: Sea")
    page.click("#studio-edit")
    page.wait_for_selector("#bench [data-box=map]")
    assert page.locator(".map-cells").count() == 0
