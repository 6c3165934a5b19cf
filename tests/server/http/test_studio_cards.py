"""The table of cards over HTTP: cells and rows are changed in the game's own table, and refused values are not."""

from __future__ import annotations

import pytest
from patience import eventually
from tests.server.http.conftest import OURS, game_view

CARDS = "catalog/grove/cards.csv"
GAME = "catalog/grove/game.yaml"


def table(studio, kind="card"):
    return studio.get(f"/g/grove/cards/{kind}.json").json()


def change(studio, do, label="Change", seen=None, **more):
    """Send a change of the cards; ``seen`` is the version of the table that the page shows."""
    body = {"label": label, "kind": "card", "seen": seen or table(studio)["seen"], "change": {"do": do, **more}}
    return studio.post("/g/grove/edit-cards", json=body, headers=OURS)


def put(studio, row, column, value, **more):
    return change(studio, "set", cells=[{"row": row, "column": column, "value": value}], **more)


def fronts(studio):
    """Return the key of each card's picture."""
    return {one["id"]: one["front"]["key"] for one in game_view(studio)["components"]}


def lines(workspace):
    return (workspace.path / CARDS).read_text().splitlines()


def test_the_table_has_the_text_of_each_cell_and_what_it_may_hold(studio):
    """Columns come in the order of the file, with choices and limits; each row names its cards."""
    shown = table(studio)
    assert [column["column"] for column in shown["columns"]] == ["nr", "copies", "title", "realm", "text"]
    assert shown["columns"][0]["help"] == "integer, at least 1"
    assert shown["columns"][3]["choices"][1] == {"value": "tide", "name": "Tide"}
    assert shown["rows"][1] == {
        "row": 1,
        "cells": ["2", "3", "Branch", "tide", "Discard a card."],
        "cards": ["card-2"],
        "place": f"{CARDS}:3",
    }


def test_a_changed_cell_is_one_changed_line_and_a_new_picture(studio, workspace):
    """One line of the file differs, the card has another picture, and undo gives the original bytes."""
    before = (workspace.path / CARDS).read_bytes()
    before_edit = fronts(studio)
    answer = put(studio, 1, "text", 'Discard a card, or "two".', label="Change text")
    assert answer.json() == {"undo": "Change text", "redo": None, "files": [CARDS], "picture": None}
    assert lines(workspace)[2] == '2,3,Branch,tide,"Discard a card, or ""two""."'
    now = eventually(lambda: (found := fronts(studio)) != before_edit and found, "another picture")
    assert [name for name in now if now[name] != before_edit[name]] == ["card-2"]
    studio.post("/g/grove/undo", json={}, headers=OURS)
    assert (workspace.path / CARDS).read_bytes() == before


@pytest.mark.parametrize(
    ("column", "value", "said"),
    [
        ("nr", "many", "whole number"),
        ("nr", "0", "1"),
        ("nr", "3", "duplicate id"),
        ("realm", "air", "air"),
        ("title", "", ""),
    ],
)
def test_a_value_that_the_model_refuses_is_not_written(studio, workspace, column, value, said):
    """The page gets the message of the check, and the file is unchanged."""
    before = workspace.tree()
    answer = put(studio, 1, column, value)
    assert answer.status_code == 422
    assert said in answer.json()["message"]
    assert workspace.tree() == before


def test_new_rows_copies_and_removed_rows_are_steps(studio, workspace):
    """A new row has what is required, a copy an id of its own; undo takes them back one by one."""
    before = (workspace.path / CARDS).read_bytes()
    assert change(studio, "add", after=0).status_code == 200
    assert lines(workspace)[2] == "4,,New card,,New card"
    assert change(studio, "copy", rows=[0, 3]).status_code == 200
    assert [line.split(",")[0] for line in lines(workspace)[1:]] == ["1", "6", "4", "2", "3", "5"]
    assert lines(workspace)[2] == "6,1,Root,ember,Draw two cards."
    assert change(studio, "delete", rows=[1, 2, 5]).status_code == 200
    assert (workspace.path / CARDS).read_bytes() == before
    for _ in range(3):
        studio.post("/g/grove/undo", json={}, headers=OURS)
    assert (workspace.path / CARDS).read_bytes() == before


def test_a_table_that_changed_elsewhere_is_not_overwritten(studio, workspace):
    """The page has seen another version: nothing is written, and the page gets the name of the file."""
    seen = table(studio)["seen"]
    workspace.edit(CARDS, "Root", "Trunk")
    answer = put(studio, 1, "title", "Twig", seen=seen)
    assert answer.status_code == 422
    assert f"{CARDS} was changed elsewhere" in answer.json()["message"]
    assert "Twig" not in (workspace.path / CARDS).read_text()


def test_copies_get_a_column_where_there_is_none(open_studio, workspace):
    """The header and one row are longer; the other lines stay."""
    text = (workspace.path / CARDS).read_text().replace("copies,", "", 1)
    workspace.write(CARDS, "\n".join([text.splitlines()[0], *(f"{n},Card,tide,Win." for n in (1, 2))]) + "\n")
    page = open_studio()
    assert table(page)["columns"][-1] | {"help": ""} == {
        "column": "copies", "known": False, "type": "integer", "choices": [], "required": False, "help": "",
        "field": "", "copies": True,
    }  # fmt: skip
    assert put(page, 0, "copies", "4").status_code == 200
    assert lines(workspace) == ["nr,title,realm,text,copies", "1,Card,tide,Win.,4", "2,Card,tide,Win."]


@pytest.mark.parametrize(
    "body",
    [
        {"do": "set", "cells": [{"row": 9, "column": "title", "value": "x"}]},
        {"do": "set", "cells": []},
        {"do": "delete", "rows": [9]},
        {"do": "burn", "rows": [0]},
    ],
)
def test_rows_that_are_not_there_are_refused(studio, workspace, body):
    """Requests that name no row of the table write nothing."""
    before = workspace.tree()
    assert change(studio, **body).status_code == 422
    assert workspace.tree() == before


def test_a_table_outside_the_game_is_not_written(studio, workspace, tmp_path):
    """A link that leads out of the game's folder is refused, as for reading."""
    seen = table(studio)["seen"]
    outside = workspace.write("elsewhere/cards.csv", (workspace.path / CARDS).read_text())
    (workspace.path / CARDS).unlink()
    (workspace.path / CARDS).symlink_to(outside)
    answer = put(studio, 0, "title", "Leaf", seen=seen)
    assert answer.status_code == 422
    assert "Leaf" not in outside.read_text()


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"X-Punchboard-Token": "guess"}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Content-Type": "text/plain"}, 415),
    ],
)
def test_only_the_page_that_the_command_opened_may_change_cards(studio, workspace, headers, status):
    """The guard covers this address as it covers the others."""
    before = workspace.tree()
    answer = studio.post("/g/grove/edit-cards", json={}, headers=OURS | headers)
    assert answer.status_code == status
    assert studio.get("/g/grove/cards/no.json").status_code == 422
    assert studio.get("/g/nowhere/cards/card.json").status_code == 404
    assert workspace.tree() == before
