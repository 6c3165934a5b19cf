"""File names that every system can store, and the folders of each system."""

from pathlib import Path

import pytest

from punchboard.problem import ProblemsFound
from punchboard.system import files, user
from punchboard.system.files import MAX_NAME, same_name_key, unportable_name
from punchboard.system.operating_system import this_system
from punchboard.write import OutputFolder
from punchboard.write.atomic_file import write_new_folder


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("con", "device"),
        ("cards/CON.svg", "device"),
        ("cards/nul.front.svg", "device"),
        ("aux .txt", "device"),
        ("com1", "device"),
        ("LPT9.png", "device"),
        ("com²", "device"),
        ("cards/what?.svg", "'?'"),
        ("a:b", "':'"),
        ("a\\b", "'\\\\'"),
        ("line\nbreak", "'\\n'"),
        ("ends.", "last character"),
        ("folder /a", "last character"),
        ("ö" * 128, f"longer than {MAX_NAME} bytes"),
    ],
)
def test_names_that_windows_cannot_store_are_found(path, why):
    """Devices with any ending and case, forbidden characters, endings that Windows removes, and very long names."""
    assert why in unportable_name(path)


@pytest.mark.parametrize("path", ["console.svg", "com10", "com", "cards/nullify.svg", "ö" * 127, "a b.c", ".hidden"])
def test_names_that_only_look_alike_are_allowed(path):
    """A device is a whole name, before its first dot."""
    assert not unportable_name(path)


def test_names_that_differ_by_case_or_by_composed_letters_are_one():
    """The disks of Windows ignore case, those of macOS also how an accent is stored."""
    assert same_name_key("Cards/Fox") == same_name_key("cards/fox")
    assert same_name_key("e\u0301t\u00e9") == same_name_key("\u00e9te\u0301")
    assert same_name_key("fox") != same_name_key("fax")


def test_an_output_has_no_name_that_windows_cannot_store(tmp_path):
    """A card with the id ``aux`` would write to a device there; the build says so on every system."""
    with OutputFolder(tmp_path, "grove", keep_old=False) as folder, pytest.raises(ProblemsFound) as caught:
        folder.write("components/aux.svg", b"<svg/>")
    (problem,) = caught.value.problems
    assert problem.rule == "FILE004"
    assert problem.message == "cannot write: 'aux.svg' is the name of a device on Windows"
    assert "rename the component" in problem.hint
    assert list(tmp_path.iterdir()) == []


def test_a_new_game_has_no_name_that_windows_cannot_store(tmp_path):
    """Others could not check its folder out."""
    with pytest.raises(ProblemsFound, match="device on Windows"):
        write_new_folder(tmp_path / "con", {"game.yaml": b""})
    assert list(tmp_path.iterdir()) == []


def test_on_windows_a_long_path_is_named_as_the_cause(monkeypatch):
    """Windows reports only that there is no such file."""
    path, error = Path("/", "x" * 200, "y" * 90), FileNotFoundError(2, "No such file or directory")
    assert files.disk_advice(path, error) == ("", "")
    monkeypatch.setattr("sys.platform", "win32")
    reason, advice = files.disk_advice(path, error)
    assert reason == "the path has 292 characters, and Windows allows 259"
    assert "LongPathsEnabled" in advice
    assert files.disk_advice(Path("/short"), error) == ("", "")


def test_on_windows_an_open_file_is_named_as_the_cause(tmp_path, monkeypatch):
    """A PDF viewer keeps the folder of the file that it shows from being replaced; the old output is untouched."""
    (tmp_path / "grove").mkdir()
    (tmp_path / "grove" / "manifest.json").write_text('{"made_by":"punchboard 0.1.0"}')
    asked = []

    def busy(path, _target):
        asked.append(path.name)
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setattr("punchboard.system.files.PAUSE", 0)
    monkeypatch.setattr(Path, "rename", busy)
    with OutputFolder(tmp_path, "grove", keep_old=False) as folder:
        folder.write("a.txt", b"new")
        with pytest.raises(ProblemsFound) as caught:
            folder.exchange()
    (problem,) = caught.value.problems
    assert problem.message == "cannot write: another program has a file open, or access is denied"
    assert "PDF viewer" in problem.hint
    assert asked == ["grove"] * 6
    assert [path.name for path in (tmp_path / "grove").iterdir()] == ["manifest.json"]


@pytest.mark.parametrize(
    ("system", "expected"),
    [
        ("linux", ("home/.config", "home/.fonts", "home/.local/share/icc")),
        ("freebsd14", ("home/.config", "home/.fonts", "home/.local/share/icc")),
        ("darwin", ("home/Library/Application Support", "home/Library/Fonts", "home/Library/ColorSync/Profiles")),
        ("win32", ("home/AppData/Roaming", "windows/Fonts", "windows/System32/spool/drivers/color")),
    ],
)
def test_each_system_has_its_folders(tmp_path, monkeypatch, system, expected):
    """Settings, fonts and profiles of presses; an unknown Unix has those of Linux."""
    for name in ("XDG_CONFIG_HOME", "APPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("USERPROFILE", str(tmp_path / "home"))
    monkeypatch.setenv("SYSTEMROOT", str(tmp_path / "windows"))
    monkeypatch.setattr("sys.platform", system)
    settings, font, profile = expected
    assert user.settings_folder() == tmp_path / settings
    assert tmp_path / font in user.font_folders()
    assert tmp_path / profile in user.profile_folders()
    assert this_system() in user.SETTINGS


@pytest.mark.parametrize(("system", "variable"), [("linux", "XDG_CONFIG_HOME"), ("win32", "APPDATA")])
def test_the_system_may_name_the_folder_of_settings(tmp_path, monkeypatch, system, variable):
    """By a variable of the environment."""
    monkeypatch.setattr("sys.platform", system)
    monkeypatch.setenv(variable, str(tmp_path))
    assert user.settings_folder() == tmp_path
