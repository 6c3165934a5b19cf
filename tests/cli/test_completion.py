"""Shell completion, requested as the scripts of shells request it."""

import subprocess
import sys

import pytest

from punchboard.cli.report_formats import FORMATS
from punchboard.load.layouts.raw_layouts import builtin_themes
from punchboard.manual import pages
from punchboard.render import page_formats

pytestmark = pytest.mark.slow

STARTER = "import sys\nfrom punchboard.cli import run\nsys.argv[0] = 'punchboard'\nrun()\n"


@pytest.fixture
def offered(grove):
    """Return what is offered for a command line whose last word is being typed."""
    grove.add("meadow")

    def offered(line, workspace=grove, folder=None):
        more = {
            "PUNCHBOARD_CONFIG": str(grove.path / "config" / "punchboard"),
            "_PUNCHBOARD_COMPLETE": "complete_bash",
            "COMP_WORDS": line,
            "COMP_CWORD": str(line.count(" ")),
        }
        command = [sys.executable, "-c", STARTER]
        done = subprocess.run(
            command,
            cwd=folder or workspace.path,
            env=workspace.env(**more),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.stderr == ""
        return done.stdout.split()

    return offered


def test_commands_and_options_are_offered(offered):
    """All commands, although each is only loaded when it is called."""
    assert {"build", "check", "doctor", "schema"} <= set(offered("punchboard "))
    assert offered("punchboard do") == ["doctor"]
    assert offered("punchboard build --wat") == ["--watch"]


def test_games_and_products_are_offered(offered):
    """Games of the workspace, products, and their layouts after the slash."""
    assert offered("punchboard build ") == ["grove", "meadow"]
    assert offered("punchboard check m") == ["meadow"]
    assert offered("punchboard build --workspace elsewhere ") == []
    assert offered("punchboard build --only she") == ["sheets"]
    assert offered("punchboard build --only sheets/fr") == ["sheets/fronts"]


def test_every_name_that_options_take_is_offered(offered, grove):
    """Codes, themes, faces, papers, formats, languages, printers, standards, and the parts of list."""
    (grove.path / "catalog" / "grove" / "locale" / "de").mkdir(parents=True)
    (grove.path / "config" / "punchboard" / "printers").mkdir(parents=True)
    (grove.path / "config" / "punchboard" / "printers" / "office.yaml").write_text("x: 0.4\n")
    for line, found in (
        ("explain SETUP00", [code for code in pages() if code.startswith("SETUP00")]),
        ("new cave --theme ", [*builtin_themes()]),
        ("new cave --layout tile", ["tile-hex", "tile-square", "tile-triangle"]),
        ("build --paper a", ["a4", "a3", "a5"]),
        ("build --format ", [*page_formats()]),
        ("build --standard x", ["x-4", "x-1a"]),
        ("check --format ", [*FORMATS]),
        ("build --locale ", ["de"]),
        ("translate me", ["meadow"]),
        ("build --printer o", ["office"]),
        ("list i", ["icons"]),
        ("diff v1 --game g", ["grove"]),
    ):
        assert offered(f"punchboard {line}") == found, line


def test_a_single_game_is_offered_in_its_own_folder(offered, grove):
    """By the name of the folder."""
    assert offered("punchboard build ", folder=grove.path / "catalog" / "meadow") == ["meadow"]
    assert offered("punchboard build --workspace catalog/meadow ") == ["meadow"]


def test_an_invalid_layout_offers_nothing(offered, grove):
    """Completion prints no problems."""
    (grove.path / "layouts" / "sheets").mkdir(parents=True)
    (grove.path / "layouts" / "sheets" / "mine.yaml").write_text("faces: [\n")
    assert offered("punchboard build --only sheets/") == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_a_shell_is_shown(workspace, shell):
    """`--show-completion` prints it, as `--install-completion` would write it."""
    env = workspace.env(_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION="1")
    command = [sys.executable, "-c", STARTER, "--show-completion", shell]
    done = subprocess.run(command, cwd=workspace.path, env=env, capture_output=True, text=True, check=True)
    assert "_PUNCHBOARD_COMPLETE" in done.stdout
