import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from punchboard.sandbox import kernel
from punchboard.sandbox.restrictions import RESTRICTIONS

HERE = Path(__file__).parent
ROOT = HERE.parents[1]

on_linux = pytest.mark.skipif(not kernel.version(), reason="this kernel has no Landlock")


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """Return a folder with a readable game and a secret outside it."""
    folder = tmp_path_factory.mktemp("folders")
    (folder / "game").mkdir()
    (folder / "outside").mkdir()
    (folder / "game" / "game.yaml").write_text("title: Mine\n")
    (folder / "outside" / "secret.csv").write_text("secret\n")
    (folder / "game" / "link.csv").symlink_to(folder / "outside" / "secret.csv")
    return folder


def _attempt(folders, *words):
    command = [
        sys.executable,
        str(HERE / "escape_attempts.py"),
        str(folders / "game"),
        str(folders / "outside" / "secret.csv"),
    ]
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    results = subprocess.run(
        [*command, *words], capture_output=True, text=True, env=env, cwd=folders / "game", check=False
    )
    assert not results.returncode, results.stderr
    return json.loads(results.stdout)


@on_linux
def test_the_kernel_refuses_everything_but_reading_the_game(folders):
    """Machine code that bypasses Python can read the game's folder, but cannot connect, write, start or signal."""
    answer = _attempt(folders, "kernel")
    assert answer["restrictions"] == list(RESTRICTIONS)
    results = answer["results"]
    assert results.pop("read the game") == "done"
    assert {name for name, what in results.items() if not what.startswith("refused")} == set()
    assert (folders / "outside" / "secret.csv").read_text() == "secret\n"
    assert not Path("/tmp/punchboard-escape").exists()


def test_the_audit_hook_refuses_the_same_with_a_message(folders):
    """The audit hook works on every system, and allows reading the game only."""
    results = _attempt(folders)["results"]
    assert results.pop("read the game") == "done"
    assert {name for name, what in results.items() if not what.startswith("refused")} == set()
    assert (folders / "outside" / "secret.csv").read_text() == "secret\n"


@on_linux
def test_the_same_attempts_succeed_without_the_sandbox(folders):
    """The attempts of the tests above are real: without the sandbox they succeed."""
    results = _attempt(folders, "free")["results"]
    (folders / "game" / "folder").rmdir()
    (folders / "game" / "link").unlink()
    assert set(results.values()) == {"done"}
