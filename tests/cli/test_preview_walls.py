import os
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from punchboard.cli.preview import is_outside
from punchboard.confine import landlock


def test_a_folder_outside_the_workspace_is_a_strangers(tmp_path, monkeypatch):
    """What lies in the workspace that one works in is one's own, from whichever of its folders one asks."""
    game = tmp_path / "mine" / "catalog" / "game"
    game.mkdir(parents=True)
    (game / "game.yaml").write_text("title: A\n")
    (tmp_path / "download").mkdir()
    (tmp_path / "mine" / "link").symlink_to(tmp_path / "download")
    monkeypatch.chdir(game)
    assert not is_outside(Path())
    assert not is_outside(tmp_path / "mine")
    assert is_outside(tmp_path / "download")
    assert is_outside(tmp_path / "mine" / "link")


@pytest.mark.slow
@pytest.mark.skipif(not landlock.version(), reason="this kernel has no Landlock")
def test_a_strangers_game_is_shown_behind_walls(workspace, tmp_path):
    """It is shown by a process that the kernel holds in, and says so."""
    workspace.add("grove")
    command = [sys.executable, "-m", "punchboard", "preview", "--workspace", str(workspace.path), "--untrusted"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=tmp_path) as begun:
        try:
            assert begun.stdout is not None
            assert "somebody else's" in begun.stdout.readline()
            address = begun.stdout.readline().split()[1]
            with urllib.request.urlopen(f"{address}view.json?game=grove", timeout=60) as view:
                assert b"Grove" in view.read()
            status = Path(f"/proc/{begun.pid}/status").read_text()
            assert "Seccomp:\t2" in status
            assert "CapEff:\t0000000000000000" in status
        finally:
            time.sleep(0.1)
            os.kill(begun.pid, signal.SIGINT)
            begun.wait(30)
