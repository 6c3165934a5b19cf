import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from punchboard.sandbox import landlock
from punchboard.sandbox.restrictions import RESTRICTIONS

HERE = Path(__file__).parent
ROOT = HERE.parents[1]

on_linux = pytest.mark.skipif(not landlock.version(), reason="this kernel has no Landlock")


@pytest.fixture(scope="module")
def prison(tmp_path_factory):
    """Return a folder that may be read and a secret that may not."""
    folder = tmp_path_factory.mktemp("prison")
    (folder / "game").mkdir()
    (folder / "outside").mkdir()
    (folder / "game" / "game.yaml").write_text("title: Mine\n")
    (folder / "outside" / "secret.csv").write_text("secret\n")
    (folder / "game" / "link.csv").symlink_to(folder / "outside" / "secret.csv")
    return folder


def _tried(prison, *words):
    command = [sys.executable, str(HERE / "prisoner.py"), str(prison / "game"), str(prison / "outside" / "secret.csv")]
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run([*command, *words], capture_output=True, text=True, env=env, cwd=prison / "game", check=False)
    assert not done.returncode, done.stderr
    return json.loads(done.stdout)


@on_linux
def test_the_kernel_refuses_everything_but_reading_the_game(prison):
    """Machine code that goes past Python can read the game's folder, and reach, write, start and signal nothing."""
    told = _tried(prison, "kernel")
    assert told["walls"] == list(RESTRICTIONS)
    done = told["done"]
    assert done.pop("read the game") == "done"
    assert {name for name, what in done.items() if not what.startswith("refused")} == set()
    assert (prison / "outside" / "secret.csv").read_text() == "secret\n"
    assert not Path("/tmp/punchboard-prisoner").exists()


def test_python_refuses_it_too_with_words(prison):
    """The audit hook stands everywhere, and lets the game alone be read."""
    done = _tried(prison)["done"]
    assert done.pop("read the game") == "done"
    assert {name for name, what in done.items() if not what.startswith("refused")} == set()
    assert (prison / "outside" / "secret.csv").read_text() == "secret\n"


@on_linux
def test_without_walls_the_same_deeds_are_done(prison):
    """What the tests above try is no feint: without walls it succeeds."""
    done = _tried(prison, "free")["done"]
    (prison / "game" / "folder").rmdir()
    (prison / "game" / "link").unlink()
    assert set(done.values()) == {"done"}
