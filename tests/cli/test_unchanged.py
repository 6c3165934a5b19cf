"""Unchanged builds: they are reported before most of the program is loaded."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow

WARNS = "checks:\n  REF002: {warning: made for a test}\n"
LOADED = """\
import sys
from punchboard.cli.build.request import BuildRequest
from punchboard.cli.build.start import run_build
from pathlib import Path
status = run_build(BuildRequest(workspace=Path(), papers=("a4",)))
heavy = ("punchboard.pipeline.build", "punchboard.model", "yaml", "reportlab")
print(status, *(name for name in heavy if name in sys.modules))
"""


def said(ran):
    """Return what was printed but for whether anything had changed."""
    return ran.out.replace("nothing has changed, ", "")


def test_a_second_build_reports_that_nothing_has_changed(grove):
    """It prints the same results, and every file stays untouched."""
    first = grove.run("build")
    before = {path: path.stat().st_mtime_ns for path in grove.output.rglob("*.pdf")}
    second = grove.run("build")
    assert "grove: nothing has changed, " in second.out
    assert (first.status, first.out, first.err) == (second.status, said(second), second.err)
    assert {path: path.stat().st_mtime_ns for path in grove.output.rglob("*.pdf")} == before
    assert "nothing has changed" not in first.out


def test_json_is_the_same_for_an_unchanged_build(grove):
    """The JSON of a build that made nothing is that of the one that made it."""
    first, second = grove.run("build", "--json"), grove.run("build", "--json")
    assert json.loads(first.out) == json.loads(second.out)


@pytest.mark.parametrize("option", ["--verbose", "--jobs=1"])
def test_options_that_change_no_file_cause_no_build(grove, option):
    """How problems are listed and how many processes work change no byte of the output."""
    grove.run("build")
    assert "nothing has changed" in grove.run("build", option).out


def test_an_unchanged_build_repeats_its_warnings(grove):
    """They stay until they are fixed."""
    game = grove.path / "catalog" / "grove" / "game.yaml"
    game.write_text(game.read_text("utf-8") + "credits: [nobody]\n", "utf-8")
    cards = grove.path / "catalog" / "grove" / "cards.csv"
    cards.write_text(cards.read_text("utf-8").replace("Draw two", "Draw two of the many"), "utf-8")
    first, second = grove.run("build"), grove.run("build")
    assert "nothing has changed" in second.out
    assert first.err == second.err


@pytest.mark.every_case
@pytest.mark.parametrize(
    "words",
    [("--paper", "a4"), ("--low-ink",), ("--all",), ("--format", "svg"), ("--only", "sheets/fronts"), ("--dpi", "72")],
    ids=" ".join,
)
def test_other_options_are_another_build(grove, words):
    """The same options again are not."""
    grove.run("build")
    assert "nothing has changed" not in grove.run("build", *words).out
    assert "nothing has changed" in grove.run("build", *words).out


def test_the_name_and_the_place_of_the_command_do_not_matter(grove):
    """By name, with several processes, from the game's own folder."""
    grove.run("build")
    assert "nothing has changed" in grove.run("build", "grove", "--jobs", "3").out
    assert "nothing has changed" in grove.run("build", "--workspace", grove.path / "catalog" / "grove").out


def test_only_the_game_that_changed_is_built(grove):
    """The other is reported as unchanged."""
    grove.add("oak")
    grove.run("build")
    cards = grove.path / "catalog" / "oak" / "cards.csv"
    cards.write_text(cards.read_text("utf-8").replace("Root", "Seed"), "utf-8")
    ran = grove.run("build")
    assert "grove: nothing has changed, " in ran.out
    assert "oak: nothing has changed" not in ran.out
    table = ran.out[ran.out.index("components") :]
    assert table.index("grove") < table.index("oak")


@pytest.mark.parametrize(
    "touch",
    [
        lambda one: (one.path / "catalog/grove/set-up.md").write_text("# Set-up\n\nShuffle.\n", "utf-8"),
        lambda one: (one.path / "catalog/grove/layouts/faces/back.yaml").write_text("boxes: {}\n", "utf-8"),
        lambda one: next((one.output / "grove").rglob("*.pdf")).unlink(),
        lambda one: (one.output / ".cache" / "grove.json").write_text("{", "utf-8"),
    ],
    ids=["a new file", "a layout", "an output", "the cache"],
)
def test_a_touched_file_causes_a_build(grove, touch):
    """Even if its content may be the same."""
    grove.run("build")
    touch(grove)
    assert "nothing has changed" not in grove.run("build").out
    assert "nothing has changed" in grove.run("build").out


def test_a_game_with_errors_is_never_unchanged(grove):
    """Its errors are reported each time, and the last good output stays."""
    grove.run("build")
    cards = grove.path / "catalog" / "grove" / "cards.csv"
    good = cards.read_text("utf-8")
    cards.write_text(good.replace("1,1,Root", "x,1,Root"), "utf-8")
    first, second = grove.run("build"), grove.run("build")
    assert first.status == second.status == 1
    assert first.err == second.err
    cards.write_text(good, "utf-8")
    assert "nothing has changed" in grove.run("build").out


def test_builds_that_depend_on_more_than_the_workspace_leave_no_record(grove):
    """An older state may lie anywhere."""
    grove.run("build")
    old = grove.output / "grove" / "manifest.json"
    assert all("nothing has changed" not in grove.run("build", "--changed-since", old).out for _ in range(2))


def test_an_unchanged_build_loads_little_of_the_program(grove):
    """Therefore it takes a fraction of a second."""
    grove.run("build", "--paper", "a4")
    done = subprocess.run(
        [sys.executable, "-c", LOADED], cwd=grove.path, env=grove.env(), capture_output=True, text=True, check=True
    )
    assert "nothing has changed" in done.stdout
    assert done.stdout.splitlines()[-1] == "0"
