"""Built-in faces and themes, for lists and for the names that `new` accepts."""

from pathlib import Path

from punchboard.load.layouts.builtin_faces import builtin_themes, component_faces, face_descriptions, theme_descriptions


def test_faces_of_components_are_those_with_slots():
    """Not backs, not the sides of boxes and dice."""
    assert component_faces() == (
        *("clean", "event", "framed", "item", "picture", "tile-hex", "tile-square", "token"),
        "wordy",
    )


def test_themes_for_games_have_faces():
    """Not the theme that all extend, nor that of the calibration sheet."""
    themes = {*builtin_themes()}
    assert themes >= {"ember", "ink", "meadow", "tide"}
    assert not themes & {"plain", "calibrate"}


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
