"""What comes with the program, for lists and for the names that `new` takes."""

from pathlib import Path

from punchboard.load.layouts.builtin_faces import builtin_themes, component_faces, face_descriptions, theme_descriptions


def test_faces_of_components_are_those_with_slots():
    """No back, no side of a box or a die."""
    assert component_faces() == (
        *("clean", "event", "framed", "item", "picture", "tile-hex", "tile-square", "token"),
        "wordy",
    )


def test_themes_of_games_bring_faces_along():
    """Not the one that all extend, nor that of the printer's sheet."""
    assert builtin_themes() == ("ember", "ink", "meadow", "tide")


def test_each_says_in_a_line_what_it_is(tmp_path):
    """Those of a workspace are among them; a first line for an editor says nothing."""
    faces = tmp_path / "layouts" / "faces"
    faces.mkdir(parents=True)
    (faces / "mine.yaml").write_text("# A face of ours. With more to tell.\nboxes: {}\n")
    (faces / "other.yaml").write_text("# yaml-language-server: $schema=x.json\nboxes: {}\n")
    told = face_descriptions(Path(tmp_path))
    assert (told["mine"], told["other"]) == ("A face of ours", "")
    assert all(told[name] for name in component_faces())
    assert all(theme_descriptions(tmp_path).values())
