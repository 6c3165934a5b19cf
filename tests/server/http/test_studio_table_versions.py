"""A new version of a game's table over HTTP: what it changes is shown, and then it is one step."""

from __future__ import annotations

import json

import pytest
from patience import eventually
from tests.server.http.conftest import OURS, game_view

GAME = "catalog/grove/game.yaml"
CARDS = "catalog/grove/cards.csv"
RAW = OURS | {"Content-Type": "application/octet-stream"}
NEW = b"""nr,copies,title,realm,text,note
3,1,Crown,tide,Win two tricks.,
1,1,Root,ember,Draw two cards.,x
9,1,Leaf,tide,Rest.,
"""


def send(studio, what, data, **head):
    return studio.post(f"/g/grove/{what}", content=json.dumps(head).encode() + b"\n" + data, headers=RAW)


def test_a_new_version_is_compared_written_and_undone(workspace, studio):
    """Rows are known by their ids wherever they lie; nothing is written before the page asks for it."""
    before = (workspace.path / CARDS).read_bytes()
    found = send(studio, "compare-table", NEW, name="Cards.CSV").json()
    (kind,) = found["kinds"]
    assert (found["file"], kind["new"], kind["gone"]) == (CARDS, ["Leaf"], ["Branch"])
    changed = {one["name"]: one["cells"] for one in kind["changed"]}
    assert changed["Crown"] == [["text", "Win the trick.", "Win two tricks."]]
    assert (kind["columns"], (workspace.path / CARDS).read_bytes()) == ({"new": ["note"], "gone": []}, before)
    done = send(studio, "replace-table", NEW, name="cards.csv", seen=found["seen"], label="Update cards.csv").json()
    assert (done["files"], done["undo"]) == ([CARDS, GAME], "Update cards.csv")
    assert "ignore: [note]" in (workspace.path / GAME).read_text()
    assert (workspace.path / CARDS).read_bytes() == NEW
    eventually(lambda: [one["name"] for one in game_view(studio)["components"]][:2] == ["Crown", "Root"])
    assert studio.post("/g/grove/undo", json={}, headers=OURS).status_code == 200
    assert (workspace.path / CARDS).read_bytes() == before
    assert "ignore" not in (workspace.path / GAME).read_text()


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("cards.xlsx", NEW, "the game reads cards.csv, and not cards.xlsx"),
        ("cards.csv", b"", "the table is empty"),
        ("cards.csv", b"nr,title\n1,Root\n", "no column for field 'text'"),
        ("cards.csv", b"nr,copies,title,realm,text\nmany,1,Leaf,tide,Rest.\n", "many"),
    ],
)
def test_what_is_no_version_of_the_table_is_refused(workspace, studio, name, data, said):
    """A file in another format, and one that is no table."""
    before = workspace.tree()
    found = send(studio, "compare-table", data, name=name)
    assert (found.status_code, said in found.json()["message"]) == (422, True), found.json()
    assert workspace.tree() == before


def test_a_version_with_which_the_game_cannot_be_loaded_is_taken_back(workspace, studio):
    """The values are read only once the new column is left out; a wrong one is refused then."""
    bad, before = NEW.replace(b"9,1,", b"many,1,"), workspace.tree()
    seen = send(studio, "compare-table", bad, name="cards.csv").json()["seen"]
    answer = send(studio, "replace-table", bad, name="cards.csv", seen=seen)
    assert (answer.status_code, "many" in answer.json()["message"]) == (422, True)
    assert workspace.tree() == before


def test_a_table_that_another_program_changed_meanwhile_is_kept(workspace, studio):
    """The new version was compared with an older one."""
    seen = send(studio, "compare-table", NEW, name="cards.csv").json()["seen"]
    workspace.edit(CARDS, "Win the trick.", "Lose the trick.")
    answer = send(studio, "replace-table", NEW, name="cards.csv", seen=seen)
    assert answer.json()["message"] == f"{CARDS} was changed elsewhere since you compared it"
    assert "Lose the trick." in (workspace.path / CARDS).read_text()
