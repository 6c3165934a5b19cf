import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from punchboard.cli.preview import is_outside
from punchboard.sandbox import landlock


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
            assert "untrusted folder" in begun.stdout.readline()
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


BRIEF = """
import punchboard.sandbox as confine
from punchboard.cli.main import main
confine.LIMITS = confine.LIMITS._replace(seconds=4)
main()
"""
"""The program, with twelve seconds by the clock for a stranger's game."""

LOOPS = "".join(f"{{% for {name} in range(1000) %}}" for name in "abcd") + "{% endfor %}" * 4


@pytest.mark.slow
def test_a_strangers_game_that_takes_too_long_is_told_and_the_preview_ends_when_it_is_asked_to(workspace, tmp_path):
    """Each of its cards takes all the time that a template may take; another game is shown by the same server."""
    workspace.add("grove")
    rows = "".join(f"{number},1,Root,Draw two cards.\n" for number in range(1, 3000))
    game = workspace.add("slow", cards=f"nr,copies,title,text\n{rows}") / "game.yaml"
    game.write_text(game.read_text().replace('id: "', f'id: "{LOOPS}'))
    command = [sys.executable, "-c", BRIEF, "preview", "--workspace", str(workspace.path), "--untrusted"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=tmp_path) as begun:
        try:
            begun.stdout.readline()
            address = begun.stdout.readline().split(": ")[1].split()[0]
            told = json.loads(read(f"{address}view.json?game=slow"))
            assert [problem["code"] for problem in told["problems"]] == ["LIMIT001"]
            assert json.loads(read(f"{address}view.json?game=grove"))["components"]
        finally:
            os.kill(begun.pid, signal.SIGINT)
            assert begun.wait(30) == 0


def read(address):
    with urllib.request.urlopen(address, timeout=120) as answer:
        return answer.read()
