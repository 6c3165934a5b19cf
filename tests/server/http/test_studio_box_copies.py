"""Boxes copied to the layouts of other kinds: what a copy keeps, and what is said to be missing."""

from __future__ import annotations

import pytest
from tests.server.http.conftest import FACE, OURS

from punchboard.load.yaml.places import read_yaml_value

KINDS = """\
kinds:
  coin:
    name: Coin
    shape: circle 30mm
    face: coin-face
    id: "{{ cost }}"
    fields: {cost: {type: integer}}
    rows: [{cost: 1}]
"""
COINS = FACE.replace("card.yaml", "coin-face.yaml")


@pytest.fixture
def studio(workspace, open_studio):
    """The studio of the game grove with a second kind, which has a cost and nothing else."""
    workspace.edit("catalog/grove/game.yaml", "kinds:\n", KINDS)
    workspace.write(COINS, "boxes: {ring: {at: [1, 1], size: [28, 28], fill: accent}}\n")
    face = (workspace.path / FACE).read_text()
    new = [
        '  last: {at: [1, 1], from: bottom right, size: [10, 6], text: "{{ title }}", style: title}',
        "  seal: {at: [1, 1], from: bottom right, size: [10, 6], fill: accent, goes with: last}",
        "  ring: {at: [0, 0], size: [10, 6], fill: accent}",
    ]
    (workspace.path / FACE).write_text(face.replace("boxes:\n", "\n".join(["boxes:", *new, ""]), 1))
    return open_studio()


def copied(studio, *boxes):
    card = studio.get("/view.json?game=grove").json()["components"]
    (one,) = [part["id"] for part in card if part["kind"] != "coin"][:1]
    wanted = {"label": "Copy", "component": one, "side": 0, "boxes": boxes, "kinds": ["coin"]}
    offered = studio.get(f"/g/grove/kinds-for-copy/{one}/0.json?boxes={','.join(boxes)}").json()
    return offered, studio.post("/g/grove/boxes-to-kinds", json=wanted, headers=OURS)


def test_a_copy_stays_in_its_corner_and_takes_no_name_that_is_there(studio, workspace):
    """The other trim is smaller; what a box goes with is left out where it is missing."""
    offered, answer = copied(studio, "seal", "ring")
    assert offered == [{"kind": "coin", "name": "Coins", "lacks": []}]
    assert answer.json()["files"] == [COINS]
    boxes = read_yaml_value((workspace.path / COINS).read_text(), "")["boxes"]
    assert boxes["seal"] == {"at": [19, 23], "size": [10, 6], "fill": "accent"}
    assert boxes["ring"]["size"] == [28, 28]
    assert boxes["ring-2"] == {"at": [0, 0], "size": [10, 6], "fill": "accent"}


def test_a_kind_without_a_field_is_refused_in_words(studio, workspace):
    """Nothing is written, and the refusal names the column."""
    before = workspace.tree()
    offered, answer = copied(studio, "seal", "last")
    assert offered[0]["lacks"] == ["no Title"]
    assert (answer.status_code, answer.json()["message"]) == (422, "Coins have no Title")
    assert workspace.tree() == before
