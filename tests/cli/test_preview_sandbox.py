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


def test_a_folder_outside_the_workspace_is_untrusted(tmp_path, monkeypatch):
    """All folders of the current workspace are trusted, from whichever of them the preview starts."""
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
def test_an_untrusted_game_is_shown_in_a_sandbox(workspace, tmp_path):
    """The kernel restricts the process that shows it, and a message says so."""
    workspace.add("grove")
    command = [sys.executable, "-m", "punchboard", "preview", "--workspace", str(workspace.path), "--untrusted"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=tmp_path) as process:
        try:
            assert process.stdout is not None
            assert "untrusted folder" in process.stdout.readline()
            address = process.stdout.readline().split()[1]
            with urllib.request.urlopen(f"{address}view.json?game=grove", timeout=60) as view:
                assert b"Grove" in view.read()
            status = Path(f"/proc/{process.pid}/status").read_text()
            assert "Seccomp:\t2" in status
            assert "CapEff:\t0000000000000000" in status
        finally:
            time.sleep(0.1)
            os.kill(process.pid, signal.SIGINT)
            process.wait(30)


BRIEF = """
import punchboard.sandbox as sandbox
from punchboard.cli.main import main
sandbox.LIMITS = sandbox.LIMITS._replace(seconds=4)
main()
"""
"""The program, with a limit of twelve seconds for each piece of work in the sandbox."""

LOOPS = "".join(f"{{% for {name} in range(1000) %}}" for name in "abcd") + "{% endfor %}" * 4


@pytest.mark.slow
def test_an_untrusted_game_that_takes_too_long_is_reported(workspace, tmp_path):
    """Each card takes the whole budget of a template; the server still shows another game and ends on request."""
    workspace.add("grove")
    rows = "".join(f"{number},1,Root,Draw two cards.\n" for number in range(1, 3000))
    game = workspace.add("slow", cards=f"nr,copies,title,text\n{rows}") / "game.yaml"
    game.write_text(game.read_text().replace('id: "', f'id: "{LOOPS}'))
    command = [sys.executable, "-c", BRIEF, "preview", "--workspace", str(workspace.path), "--untrusted"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=tmp_path) as process:
        try:
            process.stdout.readline()
            address = process.stdout.readline().split(": ")[1].split()[0]
            view = json.loads(read(f"{address}view.json?game=slow"))
            assert [problem["code"] for problem in view["problems"]] == ["LIMIT001"]
            assert json.loads(read(f"{address}view.json?game=grove"))["components"]
        finally:
            os.kill(process.pid, signal.SIGINT)
            assert process.wait(30) == 0


def read(address):
    with urllib.request.urlopen(address, timeout=120) as answer:
        return answer.read()
