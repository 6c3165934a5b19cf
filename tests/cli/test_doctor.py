"""`punchboard doctor`: requirements, recommendations and how to get them."""

import json
import os
import sys

import pytest

from punchboard.cli.commands.doctor import _packages


def needed(ran):
    """Return what builds need by name, as the JSON tells it."""
    return {one["name"]: one for one in json.loads(ran.out)["needed"]}


def test_every_requirement_is_reported(grove):
    """Python, version, games, fonts and outputs, line by line; then the optional programs."""
    ran = grove.run("doctor")
    assert (ran.status, ran.err) == (0, "")
    for word in ("Python", "1 in .: grove", "packages of the themes are installed", "output is writable", "qpdf"):
        assert word in ran.out
    assert ran.out.endswith("Everything that builds require is installed.\n")
    assert not grove.output.exists()


def test_a_missing_font_of_a_game_is_reported(grove):
    """With the game and the command to install it; a missing font of an unused theme does not matter."""
    theme = "extends: plain\nfonts: {body: {package: font-of-nobody, regular: Nobody}}\n"
    (grove.path / "layouts" / "themes").mkdir(parents=True)
    (grove.path / "layouts" / "themes" / "spare.yaml").write_text(theme)
    ran = grove.run("doctor", "--json")
    assert ran.status == 0
    assert needed(ran)["fonts"]["told"] == "missing package font-of-nobody, which the theme spare uses"
    (grove.path / "catalog" / "grove" / "layouts" / "theme.yaml").write_text(theme)
    ran = grove.run("doctor", "--json")
    assert ran.status == 1
    assert not json.loads(ran.out)["ready"]
    told = needed(ran)["fonts"]
    assert (told["good"], told["how"]) == (False, f"{sys.executable} -m pip install font-of-nobody")
    assert told["told"] == "missing package font-of-nobody, which the game grove uses"


def test_an_invalid_theme_is_reported(grove):
    """With its problem."""
    (grove.path / "catalog" / "grove" / "layouts" / "theme.yaml").write_text("fonds: {}\n")
    ran = grove.run("doctor")
    assert ran.status == 1
    assert "KEY001" in ran.out


def test_an_unwritable_output_folder_is_reported(grove):
    """Before a build finds out."""
    (grove.path / "output").write_text("a file")
    ran = grove.run("doctor", "--json")
    assert ran.status == 1
    assert not needed(ran)["output"]["good"]
    assert grove.run("doctor", "--out", "elsewhere").status == 0


def test_an_empty_folder_is_no_problem(workspace):
    """The finding says how to begin."""
    ran = workspace.run("doctor")
    assert ran.status == 0
    assert "punchboard new" in ran.out


def test_printers_are_reported(grove, monkeypatch):
    """The measured ones with their folder, and those with an invalid file."""
    folder = grove.path / "config" / "printers"
    folder.mkdir(parents=True)
    monkeypatch.setenv("PUNCHBOARD_CONFIG", str(folder.parent))
    (folder / "office.yaml").write_text("x: 0.4\n")
    assert "office: stored in config; build with --printer office" in grove.run("doctor").out
    (folder / "home.yaml").write_text("z: 0.4\n")
    ran = grove.run("doctor")
    assert (ran.status, "home.yaml:1:1: error KEY001" in ran.out) == (0, True)


def test_packages_are_those_of_the_installed_program(monkeypatch):
    """Those that it requires without conditions; a missing one is an error."""
    lines = ["pydantic<3,>=2.10", "no-such-package>=1", 'pytest>=8; extra == "test"']
    monkeypatch.setattr("importlib.metadata.requires", lambda _name: lines)
    found = _packages()
    assert (found.good, found.told, found.how) == (
        False,
        "no-such-package",
        f"{sys.executable} -m pip install no-such-package",
    )
    monkeypatch.setattr("importlib.metadata.requires", lambda _name: lines[:1])
    assert _packages().told == "all 1 are installed"


@pytest.mark.unix
@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="the superuser writes anywhere")
def test_missing_permissions_are_reported(grove):
    """A folder that the user may not write to."""
    grove.path.chmod(0o500)
    ran = grove.run("doctor", "--json")
    grove.path.chmod(0o700)
    assert not needed(ran)["output"]["good"]
