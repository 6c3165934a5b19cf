"""The panel of the studio over HTTP: the fields of a box, what it may name, and values that are refused."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest
from tests.server.http.conftest import FACE, HERE
from tests.server.http.test_studio_app import edit

from punchboard.model.layout.layout import Box


def values(studio, box):
    """Return the values of a box as the panel shows them."""
    boxes = studio.get("/g/grove/boxes/card-1/0.json").json()["boxes"]
    return next(one for one in boxes if one["name"] == box)


def put(studio, path, value, box="title"):
    """Set a key of a box."""
    return edit(studio, {"do": "set", "box": box, "path": path, "value": value}, label="Set")


def test_the_panel_has_every_key_of_a_box_with_its_help(studio):
    """Keys that the handles change, and mappings, are the only ones left out; nothing is in the group of the rest."""
    fields = studio.get("/fields.json").json()
    shown = {field["path"][0] for field in fields}
    keys = {field.alias or name for name, field in Box.model_fields.items()}
    assert keys - shown == {"at", "size", "with", "repeat"}
    assert all(field["help"] for field in fields)
    assert {field["control"] for field in fields} >= {"colour", "style", "icon", "ornament", "choice", "tick", "long"}
    assert {field["group"] for field in fields} == {"Content", "Look", "Text", "Shape", "Conditions", "Place", "Source"}


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (["fill"], "nonsense", "no colour 'nonsense'"),
        (["style"], "no-style", "no style 'no-style'"),
        (["turn"], "far", "'far' is not a number"),
        (["when"], "foo +", "unexpected"),
        (["shape"], "blob", "not one of the choices"),
        (["icon"], "star", "only one content"),
    ],
)
def test_a_value_that_the_game_cannot_have_is_refused_with_its_reason(studio, workspace, path, value, words):
    """The file is as it was, and there is nothing to undo."""
    before = (workspace.path / FACE).read_bytes()
    answer = put(studio, path, value)
    assert answer.status_code == 422
    assert words in answer.json()["message"]
    assert (workspace.path / FACE).read_bytes() == before
    assert studio.post("/g/grove/undo", json={}, headers={"X-Punchboard-Token": "secret", "Origin": HERE}).json() == {
        "undo": None,
        "redo": None,
        "files": [],
    }


def test_a_value_is_set_cleared_and_undone_in_one_line(studio, workspace):
    """Also a key of a part, such as the colour of a stroke."""
    before = (workspace.path / FACE).read_text().splitlines()
    assert put(studio, ["fill"], "ink 20%").status_code == 200
    assert put(studio, ["stroke", "width"], 0.5).status_code == 200
    assert values(studio, "title")["values"]["stroke"] == {"width": 0.5}
    after = (workspace.path / FACE).read_text().splitlines()
    (line,) = [line for was, line in zip(before, after, strict=True) if was != line]
    assert line.endswith("fill: ink 20%, stroke: {width: 0.5}}")
    put(studio, ["fill"], None)
    assert "fill" not in values(studio, "title")["values"]


def test_the_choices_are_those_of_the_game_and_drawn(studio):
    """Colours with their value, styles and ornaments as pictures, icons by words; an unknown name is not found."""
    found = studio.get("/g/grove/choices.json").json()
    assert found["colour"]["ink"].startswith("#")
    assert found["style"][:3] == ["body", "rules", "title"], "the styles of the game's faces come first"
    for control, name in (("style", found["style"][0]), ("ornament", found["ornament"][0])):
        picture = studio.get(f"/g/grove/choice/{control}/{name}.svg")
        assert ET.fromstring(picture.text).tag.endswith("svg")
        assert "default-src 'none'" in picture.headers["content-security-policy"]
    assert studio.get("/g/grove/choice/style/nothing.svg").status_code == 404
    assert studio.get("/g/grove/choice/nothing/ink.svg").status_code == 404
    icons = studio.get("/g/grove/choice-icons.json?find=sword").json()
    assert icons[0]["name"]
    assert icons[0]["path"].startswith("M")


def test_a_text_says_how_it_is_set_and_where_its_font_is(studio):
    """The page gets the font's file, the size in mm as printed, colour and alignment; an unknown font is not found."""
    look = values(studio, "title")["look"]
    assert (look["align"], look["colour"], look["leading"] > 1) == ("left", "#1d1d1f", True)
    assert 1 < look["size"] < 10
    font = studio.get(f"/g/grove/font/{look['font']}")
    assert (font.status_code, font.headers["content-type"]) == (200, "font/ttf")
    assert [studio.get(f"/g/grove/font/{path}.ttf").status_code for path in ("none/regular", "body/huge")] == [404, 404]
    assert {one["look"] is None for one in studio.get("/g/grove/boxes/card-1/0.json").json()["boxes"]} == {True, False}
