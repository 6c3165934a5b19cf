"""A change that is still in the hand: its picture and its problems are shown, and no file is touched."""

from __future__ import annotations

import re

from tests.server.http.conftest import FACE, OURS, game_view, shown_row

from punchboard.server.studio.trial import LAYERS

SHOWN = {"component": "card-1", "side": 0}


def trial(studio, box, dx, dy):
    """Return what the page gets for a move of a box of the first card."""
    boxes = studio.get("/g/grove/boxes/card-1/0.json").json()["boxes"]
    was = next(one["area"] for one in boxes if one["name"] == box)
    move = {"component": "card-1", "side": 0, "do": "move", "box": box, "was": was}
    edits = [{**move, "to": [was[0] + dx, was[1] + dy, *was[2:]]}]
    return studio.post("/g/grove/trial", json={"label": "", "edits": edits, "shown": SHOWN}, headers=OURS)


def words(studio, address):
    """Return the words in a picture."""
    picture = studio.get(address)
    assert (picture.status_code, picture.headers["content-type"]) == (200, "image/svg+xml")
    return picture.text


def face_of(studio):
    """Return the address of the front of the first card."""
    return game_view(studio)["components"][0]["front"]["src"]


def test_a_move_is_tried_on_all_cards_of_the_layout(studio, workspace):
    """At its place a box has no problem; near the edge every card has it, each is named, and the file is as it was."""
    before = (workspace.path / FACE).read_bytes()
    assert not any("'title'" in one["message"] for one in trial(studio, "title", 0, 0).json()["faults"])
    found, here = trial(studio, "title", -5.5, -5.5).json(), trial(studio, "title", 0, 0).json()
    assert words(studio, found["picture"]) != words(studio, here["picture"]) == words(studio, face_of(studio))
    (near,) = [one for one in found["faults"] if "box 'title'" in one["message"] and "closer than" in one["message"]]
    assert len(near["cards"]) == found["tried"] == found["of"] > 1
    assert near["cards"][0] == "card-1"
    assert (workspace.path / FACE).read_bytes() == before


def test_a_move_that_cannot_be_read_is_refused(studio):
    """As an edit is."""
    assert studio.post("/g/grove/trial", json={}, headers=OURS).status_code == 422
    assert studio.post("/g/grove/trial", json={}).status_code == 403


def test_a_text_is_shown_on_its_card_before_it_is_written(studio, workspace):
    """Also a name that gives the card another id; what the model refuses is refused, and no file is touched."""
    table = studio.get("/g/grove/cards/card.json").json()
    row, files = table["rows"][0], sorted(workspace.path.rglob("*.*"))
    before = {file: file.read_bytes() for file in files if file.is_file()}

    def typed(column, value):
        at = [one["column"] for one in table["columns"]].index(column)
        cell = {"row": 0, "column": column, "value": value, "was": row["cells"][at]}
        change = {"do": "set", "cells": [cell]}
        body = {"label": "", "kind": "card", "rows": [shown_row(row)], "change": change, "shown": SHOWN}
        return studio.post("/g/grove/trial-cards", json=body, headers=OURS)

    now = words(studio, face_of(studio))
    assert words(studio, typed("title", "Zebra").json()["picture"]) != now
    assert words(studio, typed("nr", "90").json()["picture"]) != ""
    assert typed("nr", "many").status_code == 422
    assert {file: file.read_bytes() for file in before} == before


def test_a_card_comes_in_three_layers_to_move_its_boxes(studio):
    """The held boxes, what lies below the lowest of them, and the rest; together they draw all of the card."""
    _, held, *_ = (one["name"] for one in studio.get("/g/grove/boxes/card-1/0.json").json()["boxes"] if one["area"])
    drawn = re.compile(r"<path[^>]*>").findall
    layers = [drawn(words(studio, f"/g/grove/lifted/card-1/0/{one}.svg?boxes={held}")) for one in LAYERS]
    assert all(layers)
    assert [path for layer in layers for path in layer] == drawn(words(studio, face_of(studio)))


def test_a_layer_that_does_not_exist_has_no_picture(studio):
    """Nor has a side or a card."""
    for path in ("card-1/0/beside", "card-1/3/held", "nothing/0/held"):
        assert studio.get(f"/g/grove/lifted/{path}.svg?boxes=title").status_code == 404
