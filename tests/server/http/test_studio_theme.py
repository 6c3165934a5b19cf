"""The theme of the studio over HTTP: what the page gets, the smallest changes of its files, and its warnings."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest
from tests.server.http.conftest import OURS, seen_in_theme

from punchboard.server.studio.theme import marked_colours

THEME = "catalog/grove/layouts/theme.yaml"
GAME = "catalog/grove/game.yaml"


def change(studio, *edits, gesture="", **headers):
    """Send changes of the theme, each with what the page shows of what it replaces."""
    theme = studio.get("/g/grove/theme.json").json()
    sent = [{"seen": seen_in_theme(theme, one), **one} for one in edits]
    body = {"label": "Change", "gesture": gesture, "edits": sent}
    return studio.post("/g/grove/edit-theme", json=body, headers=OURS | headers)


def put(*path, value):
    """Return the edit that sets a value."""
    return {"do": "set", "path": path, "value": value}


def undo(studio):
    """Take back the last step."""
    return studio.post("/g/grove/undo", json={}, headers=OURS).json()


def colour(studio, name):
    """Return what the page gets for a colour."""
    return next(one for one in studio.get("/g/grove/theme.json").json()["colours"] if one["name"] == name)


def test_a_first_change_makes_the_file_with_a_line_that_explains_it(studio, workspace):
    """The file extends what the game had, the page shows what changed, and undo removes the file again."""
    assert colour(studio, "accent")["own"] is False
    assert change(studio, put("colours", "accent", value="#5a3a86")).json()["files"] == [THEME]
    assert (workspace.path / THEME).read_text() == (
        '# What this game changes of its theme, as set in the studio.\nextends: plain\ncolours:\n  accent: "#5a3a86"\n'
    )
    result = colour(studio, "accent")
    assert (result["value"], result["was"], result["own"], result["inherited"]) == ("#5a3a86", "#2f4b7c", True, True)
    undo(studio)
    assert not (workspace.path / THEME).exists()


def test_comments_stay_and_a_reset_gives_the_original_bytes(studio, workspace):
    """A value is one line, also in a section that the file has, and what becomes empty goes with it."""
    text = "# Ours\nextends: plain\n# the inks\ncolours:\n  ink: '#101010'  # dark\n"
    workspace.write(THEME, text)
    change(studio, put("styles", "title", "size", value=12.5), put("colours", "paper", value="#fefefe"))
    assert (workspace.path / THEME).read_text() == (text + '  paper: "#fefefe"\nstyles:\n  title: {size: 12.5}\n')
    change(studio, {"do": "reset", "path": ["styles", "title", "size"]}, {"do": "reset", "path": ["colours", "paper"]})
    assert (workspace.path / THEME).read_text() == text


def test_the_changes_of_one_gesture_are_one_step(studio, workspace):
    """Another gesture is another step; a refused value in the middle takes back only itself."""
    for value in ("#111111", "#222222", "nonsense", "#333333"):
        answer = change(studio, put("colours", "ink", value=value), gesture="drag 1")
        assert answer.status_code == (422 if value == "nonsense" else 200)
    change(studio, put("colours", "ink", value="#444444"), gesture="drag 2")
    assert undo(studio)["undo"] == "Change"
    assert '"#333333"' in (workspace.path / THEME).read_text()
    assert undo(studio)["undo"] is None
    assert not (workspace.path / THEME).exists()


def test_a_named_theme_is_one_line_of_the_game(studio, workspace):
    """An unknown theme is refused and leaves the file as it was."""
    before = (workspace.path / GAME).read_text()
    assert change(studio, {"do": "theme", "theme": "nowhere"}).status_code == 422
    assert (workspace.path / GAME).read_text() == before
    change(studio, {"do": "theme", "theme": "ember/frost"})
    assert (workspace.path / GAME).read_text() == before + "theme: ember/frost\n"
    assert studio.get("/g/grove/theme.json").json()["theme"] == "ember/frost"


def test_only_the_page_may_change_the_theme(studio, workspace):
    """A request without the token is refused, and one that the program does not know."""
    assert change(studio, put("colours", "ink", value="#111111"), **{"X-Punchboard-Token": "no"}).status_code == 403
    assert change(studio, {"do": "set", "path": [], "value": 1}).status_code == 422
    assert not (workspace.path / THEME).exists()


def test_low_contrast_is_told_of_both_colours_with_its_ratio(studio):
    """The text's colour is known by its name, though another colour of the theme is the same."""
    assert studio.get("/g/grove/theme-warnings.json").json() == []
    change(studio, put("colours", "ink", value="#c0c0c0"), put("colours", "cost", value="#8a2d2e"))
    contrast, *alike = studio.get("/g/grove/theme-warnings.json").json()
    assert contrast["colours"][0] == "ink"
    assert contrast["message"].startswith("contrast 1.8 of ink on ")
    assert "needs 4.5" in contrast["message"]
    assert [one["colours"] for one in alike] == [["cost", "value"]]
    assert "cost looks like value to everybody (0.3)" in alike[0]["message"]


def test_marked_colours_all_differ_and_look_the_same():
    """Colours at the ends of the scale too: each is at most as far off as there are colours like it."""
    marked = marked_colours(dict.fromkeys("abcd", "#ffffff") | {"e": "#000000", "f": "#000000"})
    assert len(set(marked.values())) == 6
    assert marked["d"] == "#fffffc"
    assert marked["f"] == "#000001"


@pytest.mark.parametrize("which", [0, 1])
def test_typefaces_and_ornaments_are_drawn(studio, which):
    """Those that the game has, and those that other themes have; an unknown one is not found."""
    for section, name in (("fonts", "display"), ("ornaments", "frame")):
        picture = studio.get(f"/g/grove/theme-sample/{section}/{name}/{which}.svg")
        assert ET.fromstring(picture.text).tag.endswith("svg")
        assert "default-src 'none'" in picture.headers["content-security-policy"]
        assert studio.get(f"/g/grove/theme-sample/{section}/nothing/0.svg").status_code == 404
        assert studio.get(f"/g/grove/theme-sample/{section}/{name}/9999.svg").status_code == 404


def test_the_contact_sheet_has_a_card_in_another_theme(studio, workspace):
    """It is drawn with that theme's colours, and no file is changed; an unknown theme or card has no picture."""
    before = (workspace.path / GAME).read_bytes()
    card = studio.get("/g/grove/theme.json").json()["sheet"][0]
    now, ember = (studio.get(f"/g/grove/theme-card/{card}/{name}.svg") for name in ("ember", "ember/frost"))
    assert (now.status_code, ember.status_code, now.headers["content-type"]) == (200, 200, "image/svg+xml")
    assert ET.fromstring(now.text).tag.endswith("svg")
    assert now.text != ember.text
    assert [studio.get(f"/g/grove/theme-card/{path}.svg").status_code for path in (f"{card}/nowhere", "x/ember")] == [
        404
    ] * 2
    assert (workspace.path / GAME).read_bytes() == before
