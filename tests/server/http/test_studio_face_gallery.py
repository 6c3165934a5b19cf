"""Another built-in layout for a face: what the game's own file says is carried over, or named as left out."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.server.http.conftest import OURS

FACE = "catalog/grove/layouts/faces/card.yaml"
GAME = "catalog/grove/game.yaml"
FRAMED = """\
# The face of Card: built-in layout 'framed' with fields of game.yaml in its boxes.
extends: framed
# In the colours of a list: type-plate. Other layouts colour other boxes:
# clean has spine, edge.
boxes:
  title: {text: "{{ title }}"}
  type: {text: "{{ realm.name }}", colour: "{{ realm.ink }}"}
  type-plate: {fill: "{{ realm.colour }}"}
  text: {markdown: "{{ text }}", sides: {left: 8, right: 8, top: 60, bottom: 9}}
  mark: {at: [10, 40], size: [8, 8], icon: star}
  cost: null
  value: null
  icon: null
  picture: null
  flavour: null
"""


@pytest.fixture
def framed(workspace):
    """The game grove with a face that extends a built-in one."""
    workspace.write(FACE, FRAMED)
    return workspace


def use(studio, layout):
    card = studio.get("/view.json?game=grove").json()["components"][0]["id"]
    seen = studio.get(f"/g/grove/layouts/{card}/0.json").json()["seen"]
    wanted = {"label": f"Use {layout}", "component": card, "side": 0, "layout": layout, "seen": seen}
    return studio.post("/g/grove/use-layout", json=wanted, headers=OURS)


def test_a_face_takes_another_layout_with_its_words_its_colours_and_its_own_boxes(framed, open_studio):
    """The place of a box belongs to the old layout; a box of the game's own stays where it was put."""
    studio = open_studio()
    card = studio.get("/view.json?game=grove").json()["components"][0]["id"]
    found = studio.get(f"/g/grove/layouts/{card}/0.json").json()
    lost = {one["name"]: one["lost"] for one in found["layouts"]}
    assert (found["now"], lost["picture"]) == ("framed", ["the place of text"])
    assert lost["full-art"] == ["the place of text", "the colours of the list"]
    assert studio.get(f"/g/grove/layout-sample/{card}/0/picture.svg").text.startswith("<")
    assert use(studio, "picture").json()["files"] == [FACE]
    assert (
        (framed.path / FACE).read_text()
        == """\
# The face of Card: built-in layout 'picture' with fields of game.yaml in its boxes.
extends: picture
boxes:
  title: {text: "{{ title }}", colour: "{{ realm.ink }}"}
  type: {text: "{{ realm.name }}"}
  text: {markdown: "{{ text }}"}
  mark: {at: [10, 40], size: [8, 8], icon: star}
  cost: null
  value: null
  icon: null
  picture: null
  flavour: null
  panel-line: {fill: "{{ realm.colour }}"}
  title-plate: {fill: "{{ realm.colour }}"}
  footer: null
"""
    )
    studio.post("/g/grove/undo", json={}, headers=OURS)
    assert (framed.path / FACE).read_text() == FRAMED


def test_what_is_no_layout_is_refused(framed, open_studio):
    """A name that no layout has, and a picture of it; a face with boxes of its own alone is offered none."""
    studio, before = open_studio(), framed.tree()
    assert use(studio, "pictures").json()["message"] == "there is no built-in layout 'pictures'"
    card = studio.get("/view.json?game=grove").json()["components"][0]["id"]
    assert studio.get(f"/g/grove/layout-sample/{card}/0/pictures.svg").status_code == 404
    assert framed.tree() == before


def test_a_face_that_extends_no_layout_is_offered_none(studio):
    """Its boxes are all its own."""
    card = studio.get("/view.json?game=grove").json()["components"][0]["id"]
    assert studio.get(f"/g/grove/layouts/{card}/0.json").json()["layouts"] == []


def test_a_layout_in_whose_place_the_game_has_another_face_is_not_offered(framed, open_studio):
    """A face of another kind, called event, would be drawn with fields that this card has not."""
    framed.write(FACE.replace("card", "event"), "extends: event\nboxes: {title: {text: '{{ storm }}'}}\n")
    studio = open_studio()
    card = studio.get("/view.json?game=grove").json()["components"][0]["id"]
    offered = {one["name"] for one in studio.get(f"/g/grove/layouts/{card}/0.json").json()["layouts"]}
    kinds = {one["name"] for one in studio.get("/g/grove/kind-layouts.json").json()}
    assert ({"event"} & offered, {"event"} & kinds) == (set(), set())
    assert {studio.get(f"/g/grove/layout-sample/{card}/0/{name}.svg").status_code for name in offered} == {200}
    assert {studio.get(f"/g/grove/kind-sample/{name}.svg").status_code for name in kinds} == {200}


@pytest.mark.parametrize(
    ("layout", "shape"),
    [
        ("dial", "circle 60mm"),
        ("dial-cover", "circle 50mm"),
        ("die-theme-pips", "die 16mm"),
        ("domino", "domino"),
        ("map", "map"),
        ("player-mat", "mat 250mm x 182mm"),
        ("resource-track", "board 190mm x 26mm"),
        ("score-track", "board 200mm x 118mm"),
    ],
)
def test_what_lies_before_the_players_is_made_from_the_gallery(workspace, open_studio, layout, shape):
    """Each is drawn in the gallery, its first row is a component without a problem, and undo takes all back."""
    studio, before = open_studio(), workspace.tree()
    known = {one["id"] for one in studio.get("/view.json?game=grove").json()["components"]}
    problems = studio.get("/view.json?game=grove").json()["problems"]
    assert {"name": layout, "shape": shape} in studio.get("/g/grove/kind-layouts.json").json()
    assert studio.get(f"/g/grove/kind-sample/{layout}.svg").status_code == 200
    wanted = {"label": "Add the kind Isle", "name": "Isle", "layout": layout}
    assert studio.post("/g/grove/new-kind", json=wanted, headers=OURS).status_code == 200
    now = open_studio().get("/view.json?game=grove").json()
    assert [one for one in now["problems"] if one not in problems] == []
    assert [one["id"] for one in now["components"] if one["id"] not in known]
    again = studio.post("/g/grove/new-kind", json=wanted, headers=OURS)
    assert (again.status_code, "there is already a " in again.json()["message"]) == (422, True)
    studio.post("/g/grove/undo", json={}, headers=OURS)
    assert workspace.tree() == before


@pytest.mark.parametrize(("layout", "is_apart"), [("event", False), ("tarot", True), ("token", True), ("map", True)])
def test_a_kind_that_looks_different_from_behind_stays_out_of_the_pile_of_all(workspace, open_studio, layout, is_apart):
    """Its back would give it away; what has the shape and the back of the cards is shuffled in."""
    workspace.edit(GAME, "contains: \"kind == 'card'\"", "contains: all")
    wanted = {"label": "Add the kind Isle", "name": "Isle", "layout": layout}
    assert open_studio().post("/g/grove/new-kind", json=wanted, headers=OURS).status_code == 200
    assert ("contains: card}" in (workspace.path / GAME).read_text()) == is_apart
    problems = open_studio().get("/view.json?game=grove").json()["problems"]
    assert [one for one in problems if one["code"] == "BACK001"] == []


def test_a_map_takes_the_terrain_that_the_game_has(workspace, open_studio):
    """Its first entry fills the map, and no second list is written."""
    moss, bog = ("{name: Moss, colour: '#9ab38a', icon: leaf}", "{name: Bog, colour: '#7d8b6a', icon: water}")
    terrain = f"lists:\n  terrain:\n    entries:\n      moss: {moss}\n      bog: {bog}\n"
    text = (workspace.path / GAME).read_text()
    workspace.write(GAME, text.replace("lists:\n", terrain))
    studio = open_studio()
    wanted = {"label": "Add the kind Fen", "name": "Fen", "layout": "map"}
    assert studio.post("/g/grove/new-kind", json=wanted, headers=OURS).status_code == 200
    assert "fill: moss" in (workspace.path / GAME).read_text()
    assert (workspace.path / "catalog/grove/fen.csv").read_text() == "cell,terrain,label,icon\nC3,bog,Fen,\n"
    assert open_studio().get("/view.json?game=grove").json()["problems"] == []


def test_layouts_whose_name_a_face_of_the_game_has_are_named(framed, open_studio):
    """To extend one of them would be to extend the game's own face."""
    framed.write(str(Path(FACE).with_name("quest.yaml")), FRAMED)
    studio = open_studio()
    card = studio.get("/view.json?game=grove").json()["components"][0]["id"]
    found = studio.get(f"/g/grove/layouts/{card}/0.json").json()
    assert found["others"] == ["quest"]
    assert "quest" not in {one["name"] for one in found["layouts"]}
