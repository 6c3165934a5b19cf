import json
import signal
import subprocess
import sys
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import pytest
from patience import PATIENCE

from punchboard.cli.commands.preview import is_outside
from punchboard.sandbox import kernel


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
@pytest.mark.skipif(not kernel.version(), reason="this kernel has no Landlock")
def test_an_untrusted_game_is_shown_in_a_sandbox(workspace, tmp_path):
    """The kernel restricts the process that shows it, and a message says so."""
    workspace.add("grove")
    command = workspace.command("preview", "--workspace", workspace.path, "--untrusted")
    with previewed(workspace, command, tmp_path) as (process, line):
        assert "untrusted folder" in line
        address = process.stdout.readline().split()[1]
        assert b"Grove" in read(f"{address}view.json?game=grove")
        status = Path(f"/proc/{process.pid}/status").read_text()
        assert "Seccomp:\t2" in status
        assert "CapEff:\t0000000000000000" in status


@contextmanager
def previewed(workspace, command, here):
    """Start a preview in a folder; provide its process and its first line; interrupt it, and it must end well."""
    process = workspace.start_command(command, cwd=here, stdout=subprocess.PIPE, text=True)
    yield process, process.stdout.readline()
    process.send_signal(signal.SIGINT)
    assert process.wait(PATIENCE) == 0


HASTY = """
from punchboard.cli.main import main
from punchboard.server.worker import WorkerProcess

results = WorkerProcess.results

def hasty(worker, job, *more):
    worker._seconds = 0 if getattr(job, "game", "") == "slow" else 3600
    return results(worker, job, *more)

WorkerProcess.results = hasty
main()
"""
"""The program, whose sandbox has no time at all for the game ``slow``, and more than enough for others."""

LOOPS = "".join(f"{{% for {name} in range(1000) %}}" for name in "abcd") + "{% endfor %}" * 4


@pytest.mark.slow
def test_an_untrusted_game_that_takes_too_long_is_reported(workspace, tmp_path):
    """Each card takes the whole budget of a template; the server still shows another game and ends on request."""
    workspace.add("grove")
    rows = "".join(f"{number},1,Root,Draw two cards.\n" for number in range(1, 3000))
    game = workspace.add("slow", cards=f"nr,copies,title,text\n{rows}") / "game.yaml"
    game.write_text(game.read_text().replace('id: "', f'id: "{LOOPS}'))
    command = [sys.executable, "-c", HASTY, "preview", "--workspace", str(workspace.path), "--untrusted"]
    with previewed(workspace, command, tmp_path) as (process, _):
        address = process.stdout.readline().split(": ")[1].split()[0]
        view = json.loads(read(f"{address}view.json?game=slow"))
        assert [problem["code"] for problem in view["problems"]] == ["LIMIT001"]
        assert json.loads(read(f"{address}view.json?game=grove"))["components"]


def read(address):
    with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
        return answer.read()
