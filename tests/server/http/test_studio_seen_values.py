"""What another program writes while the page shows something older: never overwritten, and kept beside an edit."""

from __future__ import annotations

import pytest
from tests.server.http.conftest import FACE, OURS, game_view, seen_in_box, seen_in_theme
from tests.server.http.test_studio_app import shown

from punchboard.edit.game_files import GameFiles

THEME = "catalog/grove/layouts/theme.yaml"
GAME = "catalog/grove/game.yaml"
OWN_THEME = 'extends: plain\ncolours: {ink: "#101010", paper: "#fefefe"}\nstyles: {title: {size: 12, bold: true}}\n'

AREA = [6, 6, 40, 8]
BOXES = {
    "set": ({"do": "set", "path": ["style"], "value": "card-text"}, "style: title}", "style: rules}", "style"),
    "unset": ({"do": "set", "path": ["style"], "value": None}, "style: title}", "style: rules}", "style"),
    "added": ({"do": "set", "path": ["fill"], "value": "ink"}, "style: title}", "style: title, fill: paper}", "fill"),
    "reset": ({"do": "reset", "path": ["style"]}, "style: title}", "style: rules}", "style"),
    "move": ({"do": "move", "was": AREA, "to": [7, 7, 40, 8]}, "at: [6, 6], size: [40, 8]", "at: [6, 9]", "at"),
    "hide": ({"do": "hide"}, "style: title}", "style: rules}", "style"),
    "delete": ({"do": "delete"}, "style: title}", "style: rules}", "style"),
    "copy": ({"do": "copy", "to": [7, 7, 40, 8]}, "style: title}", "style: rules}", "style"),
}
NEW_BOX = "  star: {at: [1, 1], size: [5, 5], icon: star}\n"


def edit(studio, boxes, change, box="title"):
    """Send an edit of a box that was shown as it is in ``boxes``."""
    one = {"component": "card-1", "side": 0, "box": box, **change}
    edits = [one | {"seen": seen_in_box(boxes, one)}]
    return studio.post("/g/grove/edit", json={"label": "x", "edits": edits}, headers=OURS)


@pytest.mark.parametrize("how", BOXES)
def test_a_value_of_a_box_that_another_program_has_changed_is_refused_with_both(studio, workspace, how):
    """Also one that the page showed as not set; nothing is written, and done again, with the new value seen, it is."""
    change, old, new, key = BOXES[how]
    boxes = shown(studio)
    workspace.edit(FACE, old, new)
    before = workspace.tree()
    answer = edit(studio, boxes, change)
    assert answer.status_code == 422
    message = answer.json()["message"]
    assert message.startswith(f"{key!r} of box 'title' was ")
    assert message.endswith("in the file now; nothing is written")
    assert workspace.tree() == before
    if how != "move":
        assert edit(studio, shown(studio), change).status_code == 200


@pytest.mark.parametrize("how", BOXES)
def test_another_value_that_another_program_has_changed_is_kept_beside_an_edit(studio, workspace, how):
    """The file has both changes, and undo takes back only that of the page."""
    boxes = shown(studio)
    workspace.edit(FACE, "at: [7, 36]", "at: [7, 37]")
    if how in {"set", "unset", "added", "reset"}:
        workspace.edit(FACE, "at: [6, 6]", "at: [6, 7]")
    elsewhere = (workspace.path / FACE).read_text()
    assert edit(studio, boxes, BOXES[how][0]).status_code == 200
    text = (workspace.path / FACE).read_text()
    assert "at: [7, 37]" in text
    assert text != elsewhere
    studio.post("/g/grove/undo", json={}, headers=OURS)
    assert (workspace.path / FACE).read_text() == elsewhere


def test_a_new_box_whose_name_another_program_has_given_is_refused(studio, workspace):
    """That box stays as it is."""
    boxes = shown(studio)
    workspace.edit(FACE, "boxes:\n", f"boxes:\n{NEW_BOX}")
    before = workspace.tree()
    answer = edit(studio, boxes, {"do": "set", "path": ["at"], "value": [2, 2]}, box="star")
    assert answer.status_code == 422
    assert answer.json()["message"].startswith("box 'star' was not set here, and is {at: [1, 1]")
    assert workspace.tree() == before


def test_an_edit_that_does_not_say_what_it_replaces_is_refused(studio, workspace):
    """Nobody could know what it would overwrite."""
    before = workspace.tree()
    edits = [{"component": "card-1", "box": "title", "do": "hide"}]
    assert studio.post("/g/grove/edit", json={"label": "x", "edits": edits}, headers=OURS).status_code == 422
    edits = [{"do": "reset", "path": ["colours", "ink"]}]
    assert studio.post("/g/grove/edit-theme", json={"label": "x", "edits": edits}, headers=OURS).status_code == 422
    assert workspace.tree() == before


THEMES = {
    "set": ({"do": "set", "path": ["colours", "ink"], "value": "#222222"}, "#101010", "#333333"),
    "added": (
        {"do": "set", "path": ["colours", "accent"], "value": "#222222"},
        'ink: "#101010"',
        'ink: "#101010", accent: "#333333"',
    ),
    "reset": ({"do": "reset", "path": ["styles", "title", "size"]}, "size: 12", "size: 13"),
}


def edit_theme(studio, theme, change):
    """Send an edit of the theme, which was shown so."""
    edits = [change | {"seen": seen_in_theme(theme, change)}]
    return studio.post("/g/grove/edit-theme", json={"label": "x", "edits": edits}, headers=OURS)


@pytest.mark.parametrize("how", THEMES)
def test_a_value_of_the_theme_that_another_program_has_changed_is_refused_with_both(workspace, open_studio, how):
    """Nothing is written; another value beside it would have been kept."""
    workspace.write(THEME, OWN_THEME)
    studio = open_studio()
    theme = studio.get("/g/grove/theme.json").json()
    change, old, new = THEMES[how]
    workspace.edit(THEME, '"#fefefe"', '"#eeeeee"')
    workspace.edit(THEME, old, new)
    before = workspace.tree()
    answer = edit_theme(studio, theme, change)
    assert answer.status_code == 422
    assert answer.json()["message"].startswith(f"{'.'.join(change['path'])!r} of the theme was ")
    assert workspace.tree() == before
    workspace.edit(THEME, new, old)
    assert edit_theme(studio, theme, change).status_code == 200
    assert '"#eeeeee"' in (workspace.path / THEME).read_text()


def test_a_theme_that_another_program_has_named_is_refused(studio, workspace):
    """The page showed none."""
    theme = studio.get("/g/grove/theme.json").json()
    game = (workspace.path / GAME).read_text()
    workspace.write(GAME, f"{game}theme: meadow\n")
    answer = edit_theme(studio, theme, {"do": "theme", "theme": "ember"})
    assert answer.status_code == 422
    assert "'theme' of the game was not set here, and is 'meadow' in the file now" in answer.json()["message"]
    assert (workspace.path / GAME).read_text() == f"{game}theme: meadow\n"


def test_a_reason_that_another_program_has_given_is_kept(studio, workspace):
    """The page showed the problem, and not the reason."""
    assert game_view(studio)["components"]
    game = (workspace.path / GAME).read_text()
    reason = "checks: {TYPE001: {off: it is a poster}}\n"
    workspace.write(GAME, game + reason)
    body = {"label": "x", "code": "TYPE001", "because": "so", "was": None}
    answer = studio.post("/g/grove/ignore", json=body, headers=OURS)
    assert answer.status_code == 422
    assert "was not set here, and is {off: it is a poster} in the file now" in answer.json()["message"]
    assert (workspace.path / GAME).read_text() == game + reason


def test_a_layout_that_has_changed_since_the_gallery_was_drawn_is_not_replaced(studio, workspace):
    """What it would leave out was told for the older file."""
    workspace.edit(FACE, "boxes:\n", "extends: framed\nboxes:\n")
    wanted = {"label": "x", "component": "card-1", "side": 0, "layout": "quest", "seen": "0" * 64}
    answer = studio.post("/g/grove/use-layout", json=wanted, headers=OURS)
    assert answer.status_code == 422
    assert f"{FACE} was changed elsewhere" in answer.json()["message"]
    assert "extends: framed" in (workspace.path / FACE).read_text()


def test_a_kind_that_another_program_has_added_is_not_replaced(studio, workspace):
    """Its name is taken, though the page does not show it yet."""
    assert game_view(studio)["components"]
    workspace.edit(GAME, "kinds:\n", "kinds:\n  spell: {name: Spell}\n")
    body = {"label": "x", "name": "Spell", "layout": "framed"}
    answer = studio.post("/g/grove/new-kind", json=body, headers=OURS)
    assert answer.status_code == 422
    assert "there is already a kind 'spell'" in answer.json()["message"]


@pytest.mark.parametrize("same", [True, False])
def test_what_is_written_between_the_look_and_the_write_is_kept_or_refused(studio, workspace, monkeypatch, same):
    """The edit is made again from the new file; if its own value is another one, it is refused."""
    boxes, write, turns = shown(studio), GameFiles.write, []

    def late(files, changes):
        if not turns:
            turns.append(1)
            workspace.edit(FACE, *(("style: title", "style: rules") if same else ("at: [7, 36]", "at: [7, 37]")))
        return write(files, changes)

    monkeypatch.setattr(GameFiles, "write", late)
    answer = edit(studio, boxes, BOXES["set"][0])
    text = (workspace.path / FACE).read_text()
    assert answer.status_code == (422 if same else 200)
    assert ("style: rules}\n  mark" in text) == same
    assert ("style: card-text" in text) != same
    assert ("at: [7, 37]" in text) != same


def test_a_drag_in_the_theme_into_which_another_program_writes_is_two_steps(workspace, open_studio):
    """Undo takes back what was dragged after that, and never what the other program wrote."""
    workspace.write(THEME, OWN_THEME)
    studio = open_studio()

    def drag(value):
        change = {"do": "set", "path": ["colours", "ink"], "value": value}
        theme = studio.get("/g/grove/theme.json").json()
        edits = [change | {"seen": seen_in_theme(theme, change)}]
        body = {"label": "x", "gesture": "drag", "edits": edits}
        return studio.post("/g/grove/edit-theme", json=body, headers=OURS)

    assert drag("#111111").status_code == 200
    workspace.edit(THEME, '"#fefefe"', '"#eeeeee"')
    assert drag("#222222").status_code == 200
    assert drag("#333333").status_code == 200
    assert studio.post("/g/grove/undo", json={}, headers=OURS).status_code == 200
    text = (workspace.path / THEME).read_text()
    assert '"#111111"' in text
    assert '"#eeeeee"' in text
    assert studio.post("/g/grove/undo", json={}, headers=OURS).status_code == 409
