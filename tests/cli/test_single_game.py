"""Commands in the folder of a single game, and paths relative to the current folder."""

import json
import subprocess

import pytest

BUILD = ("build", "--only", "sheets/fronts", "--paper", "a4")
SLIP = ("title:", "titel:")


@pytest.fixture
def alone(grove):
    """A game in a folder of its own, anywhere."""
    folder = grove.path / "my games" / "grove"
    folder.parent.mkdir()
    (grove.path / "catalog" / "grove").rename(folder)
    return grove._replace(path=folder)


def slip(path):
    path.write_text(path.read_text().replace(*SLIP, 1))


def test_it_is_built_into_its_own_output(alone):
    """Its name is that of its folder; nothing is written elsewhere."""
    ran = alone.run(*BUILD)
    assert (ran.status, ran.err) == (0, "")
    assert "grove: 1 file in output/grove" in ran.out
    assert (alone.output / "grove" / "print-and-play" / "a4-fronts.pdf").is_file()
    assert {path.name for path in alone.path.parent.iterdir()} == {"grove"}
    assert alone.run(*BUILD, "grove").status == 0
    ran = alone.run("build", "meadow")
    assert "there is no game 'meadow'" in ran.err


def test_every_command_works_there(alone):
    """Check, list, diff, calibrate and others."""
    assert "1 game checked: no problems" in alone.run("check").out
    assert json.loads(alone.run("list", "--json").out)["games"] == ["grove"]
    alone.run(*BUILD)
    assert "nothing has changed" in alone.run("diff", "output").out
    cards = alone.path / "cards.csv"
    cards.write_text(cards.read_text().replace("Root", "Bark"))
    assert "0 new, 1 changed, 0 gone" in alone.run("diff", "output/grove").out
    assert "1 changed" in alone.run("diff", "output/grove", ".").out
    assert alone.run(*BUILD, "--changed-since", "output/grove").status == 0
    assert alone.run("calibrate").status == 0
    assert (alone.path / "calibrate-a4.pdf").is_file()


def test_older_revisions_of_it_are_read(alone):
    """From a repository whose root is the game, or that has the game in a folder."""
    git = ["git", "-c", "user.name=A", "-c", "user.email=a@b", "-c", "init.defaultBranch=main"]
    for root in (alone.path, alone.path.parent):
        for words in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "first"]):
            subprocess.run([*git, *words], cwd=root, check=True)
        cards = alone.path / "cards.csv"
        cards.write_text(cards.read_text() + "7,1,Moss,Rest.\n".replace("7", str(len(cards.read_text()))))
        assert "1 new, 0 changed, 0 gone" in alone.run("diff", "HEAD").out
        subprocess.run(["rm", "-rf", str(alone.path / ".git")], check=True)


def test_it_can_be_named_from_elsewhere(alone):
    """`--workspace` takes a game's folder; problems name files from the current folder."""
    there = alone._replace(path=alone.path.parent)
    assert there.run(*BUILD, "--workspace", "grove").out.startswith("grove: 1 file in grove/output/grove\n")
    slip(alone.path / "game.yaml")
    for words in (BUILD, ("check",)):
        assert there.run(*words, "--workspace", "grove").err.startswith("grove/game.yaml:")
        assert alone.run(*words).err.startswith("game.yaml:")
    ran = there.run("build")
    assert "there is one in grove/: go there, or add --workspace grove" in ran.err


def test_a_game_of_a_catalog_is_built_into_the_output_of_the_workspace(grove):
    """In its folder, commands work on that game only; shared layouts and outputs are those of the workspace."""
    grove.add("meadow")
    inside = grove._replace(path=grove.path / "catalog" / "grove")
    ran = inside.run(*BUILD)
    assert (ran.status, "meadow" in ran.out) == (0, False)
    assert "grove: 1 file in ../../output/grove" in ran.out
    assert (grove.output / "grove" / "manifest.json").is_file()
    assert not (inside.path / "output").exists()
    assert "grove 0.1.0: nothing has changed" in inside.run("diff", "../../output").out
    (grove.path / "layouts" / "sheets").mkdir(parents=True)
    (grove.path / "layouts" / "sheets" / "mine.yaml").write_text("faces: none\n")
    assert "\n../../layouts/sheets/mine.yaml:1:8: error VALUE001" in f"\n{inside.run('check').err}"
    slip(inside.path / "game.yaml")
    assert "\ngame.yaml:1:1: error KEY001" in f"\n{inside.run('check').err}"


@pytest.mark.parametrize("form", ["json", "sarif", "github"])
def test_reports_for_programs_have_the_same_paths(alone, form):
    """All formats name files from the current folder."""
    slip(alone.path / "game.yaml")
    there = alone._replace(path=alone.path.parent)
    assert "grove/game.yaml" in there.run("check", "--workspace", "grove", "--format", form).out
    assert "grove/game.yaml" not in alone.run("check", "--format", form).out
