"""A map over HTTP: its cells for the page, and painted cells in the game's own table."""

from __future__ import annotations

import json
from io import BytesIO

import pytest
from PIL import Image
from tests.server.http.conftest import OURS, shown_row

CELLS = "catalog/grove/isles.csv"
FACE = "boxes: {map: {at: [3, 4], size: [40, 40], map: '{{ map_cells }}'}}\n"
MAP = """
  isles:
    name: The Isles
    shape: map
    map: {grid: square, size: 10mm, columns: 3, rows: 2, coordinates: none}
    face: isles
    id: isles
    prototype: a test
    rows: isles.csv
"""
TERRAIN = """
  terrain:
    prototype: a test
    entries: {sea: {colour: "#8db3c9"}, land: {colour: "#e9e3bd", icon: star}, rock: {colour: none, icon: star}}
"""


@pytest.fixture
def isles(workspace, open_studio):
    """Return a function that writes a table of cells, and opens the studio."""

    def isles(cells):
        game = (workspace.path / "catalog/grove/game.yaml").read_text(encoding="utf-8")
        assert "\nlists:" in game
        assert "\nkinds:" in game
        changed = game.replace("\nlists:", f"\nlists:{TERRAIN.rstrip()}").replace("\nkinds:", f"\nkinds:{MAP.rstrip()}")
        workspace.write("catalog/grove/game.yaml", changed)
        workspace.write("catalog/grove/layouts/faces/isles.yaml", FACE)
        workspace.write(CELLS, cells)
        return open_studio()

    return isles


def table(studio):
    return studio.get("/g/grove/cards/isles.json").json()


def change(studio, shown, **what):
    rows = [shown_row(row) for row in shown["rows"]]
    body = {"label": "Paint", "kind": "isles", "rows": rows, "change": what}
    return studio.post("/g/grove/edit-cards", json=body, headers=OURS)


def text(workspace):
    return (workspace.path / CELLS).read_text(encoding="utf-8")


def test_the_page_gets_each_cell_with_its_corners_and_each_terrain_with_its_colour(isles):
    """A row is known by its cell, and all rows are one card."""
    shown = table(isles("cell,terrain\nA1,sea\nB2,land\n"))
    assert shown["map"]["cells"][4] == {"name": "B2", "at": [1, 1], "points": "10,10 20,10 20,20 10,20"}
    assert shown["map"]["size"] == [30, 20]
    assert shown["map"]["terrain"][0] == {"value": "sea", "name": "sea", "colour": "#8db3c9"}
    assert shown["map"]["terrain"][2]["colour"] == ""
    assert [(row["id"], row["cards"]) for row in shown["rows"]] == [("A1", ["isles"]), ("B2", ["isles"])]
    assert "copies" not in [column["column"] for column in shown["columns"]]


def test_the_first_cells_of_an_empty_table_are_painted(isles, workspace):
    """New rows need no row that is there already."""
    page = isles("cell,terrain\n")
    painted = [{"cell": "A1", "terrain": "land"}, {"cell": "C2", "terrain": "sea"}]
    assert change(page, table(page), do="set", cells=[], added=painted).status_code == 200
    assert text(workspace) == "cell,terrain\nA1,land\nC2,sea\n"


def test_a_cell_that_has_got_a_row_meanwhile_is_not_painted_twice(isles, workspace):
    """Nor is another cell painted in its place."""
    page = isles("cell,terrain\nA1,sea\n")
    shown = table(page)
    workspace.write(CELLS, "cell,terrain\nA1,sea\nB1,sea\n")
    answer = change(page, shown, do="set", cells=[], added=[{"cell": "B1", "terrain": "land"}])
    assert answer.status_code == 422
    assert "cell B1 has a row already" in answer.text
    assert text(workspace) == "cell,terrain\nA1,sea\nB1,sea\n"


@pytest.mark.parametrize(("do", "terrain"), [({"do": "add", "after": 0}, "sea"), ({"do": "copy", "rows": [0]}, "land")])
def test_a_new_row_of_the_table_is_a_cell_without_one(isles, workspace, do, terrain):
    """In the table, too, each row is another cell."""
    page = isles("cell,terrain\nA1,land\nC2,sea\n")
    assert change(page, table(page), **do).status_code == 200
    assert text(workspace) == f"cell,terrain\nA1,land\nB1,{terrain}\nC2,sea\n"


def test_a_picture_dropped_on_a_map_is_refused_with_words(isles, workspace):
    """Its rows are cells, which have no pictures of their own."""
    studio = isles("cell,terrain\nA1,sea\n")
    before, row = workspace.tree(), shown_row(table(studio)["rows"][0])
    out = BytesIO()
    Image.new("RGB", (6, 4)).save(out, "PNG")
    head = {"label": "Picture", "kind": "isles", "row": row, "column": None, "was": "", "name": "wolf.png"}
    raw = OURS | {"Content-Type": "application/octet-stream"}
    answer = studio.post("/g/grove/drop", content=json.dumps(head).encode() + b"\n" + out.getvalue(), headers=raw)
    assert answer.json()["message"] == "the cells of a map have no pictures of their own"
    assert workspace.tree() == before
