"""Printer profiles as YAML are read as they were written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.cli.commands.calibrate import printer_yaml
from punchboard.load.printers import config_folder, printer, printer_names, printer_path, profile
from punchboard.model.printing.printer import PrinterFile
from punchboard.problem import ProblemsFound
from punchboard.write.atomic_file import write_atomically


def thousandths(low, high):
    return st.integers(low * 1000, high * 1000).map(lambda value: value / 1000)


profiles = st.builds(
    lambda x, y, angle, scale, margin, flip, landscape, name: PrinterFile.model_validate(
        {"name": name, "x": x, "y": y, "angle": angle, "scale x": 1 + scale / 10, "scale y": 1 - scale / 10}
        | {"margins": (margin, 3, 4.5, 12), "flip": flip, "landscape": landscape}
    ),
    thousandths(-5, 5),
    thousandths(-5, 5),
    thousandths(-2, 2),
    thousandths(-1, 1).map(lambda value: value / 2),
    thousandths(0, 15),
    st.sampled_from(["long edge", "short edge"]),
    st.booleans(),
    st.sampled_from(["laser", "a: b", "#1", 'the "old" one', "Büro"]),
)


@given(profiles)
def test_a_profile_is_read_as_it_was_written(tmp_path_factory, found):
    """Every number is kept, with any printer name."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PUNCHBOARD_CONFIG", str(tmp_path_factory.mktemp("config")))
        write_atomically(printer_path("laser"), printer_yaml(found).encode())
        assert printer_names() == ("laser",)
        read = printer("laser")
    assert rounded(read) == rounded(found)


def rounded(found):
    return {key: round(value, 5) if isinstance(value, float) else value for key, value in found.model_dump().items()}


def test_a_mistake_in_an_edited_profile_is_a_problem(tmp_path, monkeypatch):
    """The problem has its place, and suggests the right key."""
    monkeypatch.setenv("PUNCHBOARD_CONFIG", str(tmp_path))
    write_atomically(printer_path("laser"), b"x: 99\nscale z: 1\n")
    with pytest.raises(ProblemsFound) as raised:
        printer("laser")
    assert {(problem.rule, problem.place.line) for problem in raised.value.problems} == {("VALUE001", 1), ("KEY001", 2)}


def test_the_folder_of_settings_follows_the_system(tmp_path, monkeypatch):
    """A folder that the user has chosen comes first, then the system's settings folder."""
    monkeypatch.setenv("PUNCHBOARD_CONFIG", str(tmp_path))
    assert config_folder() == tmp_path
    monkeypatch.delenv("PUNCHBOARD_CONFIG")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "x"))
    monkeypatch.setattr("sys.platform", "linux")
    assert config_folder() == tmp_path / "x" / "punchboard"
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setenv("APPDATA", str(tmp_path / "a"))
    assert config_folder() == tmp_path / "a" / "punchboard"
    monkeypatch.setattr("sys.platform", "darwin")
    assert config_folder().parts[-3:] == ("Library", "Application Support", "punchboard")


def test_without_pillow_the_colours_of_a_press_are_a_problem_of_their_option(tmp_path, no_pillow):
    """No file is looked for, since none would help."""
    with pytest.raises(ProblemsFound, match=r"^--profile: error PROFILE001: .*without Pillow$"):
        profile(tmp_path / "press.icc")
