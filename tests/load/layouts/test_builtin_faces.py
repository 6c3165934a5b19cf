"""Built-in faces and themes, for lists and for the names that `new` accepts."""

import shutil
from pathlib import Path

from punchboard.cli.commands import calibrate
from punchboard.cli.commands.new import theme_of
from punchboard.load import builtin_folder
from punchboard.load.layouts import raw_layouts
from punchboard.load.layouts.raw_layouts import builtin_themes, component_faces, face_descriptions, theme_descriptions


def test_faces_of_components_are_those_with_slots():
    """Not backs, not the sides of boxes and dice."""
    cards = {"clean", "event", "framed", "item", "picture", "wordy", "full-art", "banner", "split", "tarot", "location"}
    cards |= {"event-landscape", "quest", "mini", "domino", "jumbo"}
    pieces = {"banknote", "chit", "coin", "counter", "counter-back", "dial-cover", "player-mat", "token"}
    pieces |= {"resource-track", "score-track", "standee", "standee-back", "tile-hex", "tile-square", "tile-triangle"}
    assert {*component_faces()} == cards | pieces
    assert not {name for name in component_faces() if name.startswith(("back", "tuck", "die"))}


def test_themes_for_games():
    """Not the theme that all extend, nor that of the calibration sheet."""
    themes = {*builtin_themes()}
    assert themes >= {"ember", "ink", "meadow", "tide"}
    assert not themes & {"plain", calibrate.NAME}


def test_a_theme_needs_no_faces_of_its_own(tmp_path, monkeypatch):
    """One file is a built-in theme, which lists show and `new --theme` accepts."""
    shutil.copytree(builtin_folder() / "layouts", tmp_path / "layouts")
    (tmp_path / "layouts" / "themes" / "dusk.yaml").write_text("# Dusk: violet.\nextends: plain\n", encoding="utf-8")
    monkeypatch.setattr(raw_layouts, "builtin_folder", lambda: tmp_path)
    assert "dusk" in builtin_themes()
    assert theme_of("dusk") == "dusk"
    assert theme_descriptions(tmp_path)["dusk"] == "Dusk: violet"


def test_each_has_a_description(tmp_path):
    """Those of a workspace are included; a schema comment is not a description."""
    faces = tmp_path / "layouts" / "faces"
    faces.mkdir(parents=True)
    (faces / "mine.yaml").write_text("# A face of ours. With more to tell.\nboxes: {}\n")
    (faces / "other.yaml").write_text("# yaml-language-server: $schema=x.json\nboxes: {}\n")
    told = face_descriptions(Path(tmp_path))
    assert (told["mine"], told["other"]) == ("A face of ours", "")
    assert all(told[name] for name in component_faces())
    assert all(theme_descriptions(tmp_path).values())
