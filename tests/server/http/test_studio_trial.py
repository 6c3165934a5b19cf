"""A move that is still in the hand: its problems are told, and no file is touched."""

from __future__ import annotations

import json

from tests.server.http.conftest import FACE


def trial(studio, box, dx, dy):
    """Return what the page gets for a move of a box of the first card."""
    boxes = studio.get("/g/grove/boxes/card-1/0.json").json()["boxes"]
    was = next(one["area"] for one in boxes if one["name"] == box)
    move = {"component": "card-1", "side": 0, "do": "move", "box": box, "was": was}
    edits = [{**move, "to": [was[0] + dx, was[1] + dy, *was[2:]]}]
    return studio.get("/g/grove/trial.json", params={"wanted": json.dumps({"label": "", "edits": edits})})


def test_a_move_is_tried_on_all_cards_of_the_layout(studio, workspace):
    """At its place a box has no problem; near the edge every card has it, each is named, and the file is as it was."""
    before = (workspace.path / FACE).read_bytes()
    assert not any("'title'" in one["message"] for one in trial(studio, "title", 0, 0).json()["faults"])
    found = trial(studio, "title", -5.5, -5.5).json()
    (near,) = [one for one in found["faults"] if "box 'title'" in one["message"] and "closer than" in one["message"]]
    assert len(near["cards"]) == found["tried"] == found["of"] > 1
    assert near["cards"][0] == "card-1"
    assert (workspace.path / FACE).read_bytes() == before


def test_a_move_that_cannot_be_read_is_refused(studio):
    """As an edit is."""
    assert studio.get("/g/grove/trial.json", params={"wanted": "{}"}).status_code == 422
